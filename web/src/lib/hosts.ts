/** Where programs find the hall: a server that listens everywhere (0.0.0.0, [::]) says no address by
 *  which it can be reached, but the page came from one. */
export function kgp_from_here(address: string, page_host: string): string {
    const everywhere = /^(0\.0\.0\.0|\[::\]):(\d+)$/.exec(address);
    return everywhere ? `${page_host}:${everywhere[2]}` : address;
}

/** A page that came from there can be opened on the same machine only. */
export const only_here = (host: string): boolean =>
    /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
