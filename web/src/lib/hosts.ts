/** The address for KGP clients. A server that listens on every address (0.0.0.0, [::]) can be reached at
 *  the one that the page came from. */
export function kgp_from_here(address: string, page_host: string): string {
    const everywhere = /^(0\.0\.0\.0|\[::\]):(\d+)$/.exec(address);
    return everywhere ? `${page_host}:${everywhere[2]}` : address;
}

/** Whether only this machine can open pages from this host. */
export const only_here = (host: string): boolean =>
    /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(host);
