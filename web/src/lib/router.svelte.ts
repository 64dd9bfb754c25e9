// Router: the page's address as state, and links that do not reload. It follows every <a href="/...">;
// `go` is for code.
import { address_of, fragment, here, link_to, type Place } from './place';
import { canonical, match, type Route } from './routes';

export class Router {
    route: Route = $state.raw({ page: 'play' });
    query: URLSearchParams = $state.raw(new URLSearchParams());
    /** The query as it is written, with its "?". */
    search = $state('');
    /** Of the address; changes with the route. */
    path = '/';

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
        history.pushState(null, '', link_to(address));
        this.read();
        scrollTo(0, 0);
    }

    /** Changes the query of this page without a new entry in the history. */
    replace(query: string): void {
        history.replaceState(history.state, '', link_to(here().path + query) + fragment());
        this.take(here());
    }

    /** Rewrites an address of an earlier version. A change after the # changes no page. */
    private read(): void {
        const { path, search } = here();
        const address = canonical(path, search);
        if (address !== path + search)
            history.replaceState(history.state, '', link_to(address) + fragment());
        if (address === this.address) return;
        this.take(here());
        this.route = match(this.path, this.query);
    }

    private take({ path, search }: Place): void {
        this.address = path + search;
        this.path = path;
        this.search = search;
        this.query = new URLSearchParams(search);
    }

    private clicked(event: MouseEvent): void {
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const link = event.target instanceof Element ? event.target.closest('a') : null;
        if (!link || link.target || link.hasAttribute('download')) return;
        const address = address_of(link);
        if (address === null) return;
        event.preventDefault();
        this.go(address);
    }
}
