// latest(): of several runs of the same work, only the newest one counts. Pure.

/** Each call starts a run and gives its test: true until the next call. Calling it without using the
 *  test cancels the run before. */
export function latest(): () => () => boolean {
    let newest = 0;
    return () => {
        const run = ++newest;
        return () => run === newest;
    };
}
