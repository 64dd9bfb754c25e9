// Router: the page's address as state, and links that do not reload. It follows every <a href="/...">;
// `go` is for code.
import { canonical, match, type Route } from './routes';

export class Router {
    route: Route = $state.raw({ page: 'play' });
    query: URLSearchParams = $state.raw(new URLSearchParams());
    /** The query as it is written, with its "?". */
    search = $state('');

    private address = '';

    constructor() {
        this.read();
    }

    /** Follows links. Returns a function that stops this. */
    start(): () => void {
        const moved = () => this.read();
        const clicked = (event: MouseEvent) => this.clicked(event);
        addEventListener('popstate', moved);
        document.addEventListener('click', clicked);
        return () => {
            removeEventListener('popstate', moved);
            document.removeEventListener('click', clicked);
        };
    }

    go(address: string): void {
        history.pushState(null, '', address);
        this.read();
        scrollTo(0, 0);
    }

    /** Changes the query of this page without a new entry in the history. */
    replace(query: string): void {
        history.replaceState(history.state, '', location.pathname + query + location.hash);
        this.address = location.pathname + location.search;
        this.search = location.search;
        this.query = new URLSearchParams(location.search);
    }

    /** Rewrites an address of an earlier version. A change after the # changes no page. */
    private read(): void {
        const written = location.pathname + location.search;
        const address = canonical(location.pathname, location.search);
        if (address !== written) history.replaceState(history.state, '', address + location.hash);
        if (address === this.address) return;
        this.address = address;
        this.search = location.search;
        this.query = new URLSearchParams(location.search);
        this.route = match(location.pathname, this.query);
    }

    private clicked(event: MouseEvent): void {
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!link || link.target || link.hasAttribute('download')) return;
        if (link.origin !== location.origin || link.getAttribute('href')?.startsWith('#')) return;
        event.preventDefault();
        this.go(link.pathname + link.search + link.hash);
    }
}
