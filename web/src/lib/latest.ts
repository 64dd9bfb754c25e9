// latest(): of several runs of the same work, only the newest one counts. Pure.

/** Each call of the returned function starts a run and returns its test, which is true until the
 *  next call. A call whose test is not used cancels the previous run. */
export function latest(): () => () => boolean {
    let newest = 0;
    return () => {
        const run = ++newest;
        return () => run === newest;
    };
}
