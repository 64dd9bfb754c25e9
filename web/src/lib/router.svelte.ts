// Router: the address of the page as state, and links that do not reload. Every <a href="/..."> of
// the application is followed here; `go` is for code.
import { match, type Route } from './routes';

/** A slash at the end is of no account: "/analyse/" is "/analyse". */
function strip_slash(): void {
    const path = location.pathname.replace(/(?<=.)\/+$/, '');
    if (path !== location.pathname)
        history.replaceState(history.state, '', path + location.search + location.hash);
}
strip_slash();

class Router {
    route: Route = $state.raw(match(location.pathname, new URLSearchParams(location.search)));
    query: URLSearchParams = $state.raw(new URLSearchParams(location.search));

    private address = location.pathname + location.search;

    constructor() {
        addEventListener('popstate', () => this.read());
        document.addEventListener('click', (event) => this.clicked(event));
    }

    go(address: string): void {
        history.pushState(null, '', address);
        this.read();
        scrollTo(0, 0);
    }

    /** The same page with another query, in place of the one before: what is shown is what it says. */
    replace(query: string): void {
        history.replaceState(history.state, '', location.pathname + query + location.hash);
        this.address = location.pathname + location.search;
        this.query = new URLSearchParams(location.search);
    }

    /** A change after the # leads to no other page. */
    private read(): void {
        const address = location.pathname + location.search;
        if (address === this.address) return;
        this.address = address;
        this.query = new URLSearchParams(location.search);
        this.route = match(location.pathname, this.query);
    }

    private clicked(event: MouseEvent): void {
        if (event.defaultPrevented || event.button !== 0) return;
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        const link = (event.target as Element | null)?.closest('a');
        if (
            !link ||
            link.target ||
            link.hasAttribute('download') ||
            link.origin !== location.origin
        )
            return;
        if (link.getAttribute('href')?.startsWith('#')) return;
        event.preventDefault();
        this.go(link.pathname + link.search + link.hash);
    }
}

export const router = new Router();
