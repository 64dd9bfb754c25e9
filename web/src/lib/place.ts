// How an address such as "/analyse?moves=3" stands in the browser's address bar: as it is, or behind a
// '#' in a folder of files, where no server shows the application under every path.
import { site } from './site';

export interface Place {
    path: string;
    /** With its "?". */
    search: string;
}

/** Takes "#/analyse?moves=3" apart; anything else is the first page. */
export function place_of_hash(hash: string): Place {
    const [, path = '/', search = ''] = /^#(\/[^?]*)(\?.*)?$/.exec(hash) ?? [];
    return { path, search };
}

export const here = (): Place =>
    site ? place_of_hash(location.hash) : { path: location.pathname, search: location.search };

/** For links and the history. */
export const link_to = (address: string): string => (site ? `#${address}` : address);

/** What stands behind the address, and is none of it. */
export const fragment = (): string => (site ? '' : location.hash);

/** The address as others may open it. */
export const full_address = (address: string): string =>
    new URL(link_to(address), location.href).href;

/** The address of a link of this application; null for all others. */
export function address_of(link: HTMLAnchorElement): string | null {
    const written = link.getAttribute('href') ?? '';
    if (site) return written.startsWith('#/') ? written.slice(1) : null;
    if (link.origin !== location.origin || written.startsWith('#')) return null;
    return link.pathname + link.search + link.hash;
}

/** In a folder of files: writes the links of all components as they must be there. Returns a function
 *  that stops this. */
export function write_links(): () => void {
    if (!site) return () => {};
    const write = (link: Element) => {
        const href = link.getAttribute('href');
        if (href?.startsWith('/')) link.setAttribute('href', link_to(href));
    };
    const observer = new MutationObserver((changes) => {
        for (const { type, target, addedNodes } of changes) {
            if (type === 'attributes') write(target as Element);
            for (const node of addedNodes)
                if (node instanceof Element) {
                    if (node.matches('a[href]')) write(node);
                    node.querySelectorAll('a[href]').forEach(write);
                }
        }
    });
    observer.observe(document, { subtree: true, childList: true, attributeFilter: ['href'] });
    return () => observer.disconnect();
}
