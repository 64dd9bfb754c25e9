// Keeps the analysis page and its address in step: opens any address that this file did not write,
// and rewrites the address after every step.
import { untrack } from 'svelte';
import { latest } from '../lib/latest';
import { here } from '../lib/place';
import type { Router } from '../lib/router.svelte';
import { read_address, type Address } from './address';
import type { AnalysisState } from './analysis_state.svelte';

const kPath = '/analyse';

/** Call it while the page component is being created. */
export function keep_address(
    analysis: AnalysisState,
    router: Router,
    opened: (address: Address) => void,
): void {
    const { game, review } = analysis;
    let written: string | null = null;
    let opening = $state(false);
    const begin = latest();

    async function open(search: string): Promise<void> {
        const is_latest = begin();
        const address = read_address(search);
        opening = true;
        review.forget();
        if (address.game) await game.load_game(address.game);
        else await game.load(address);
        if (!is_latest()) return;
        opening = false;
        opened(address);
        review.side = address.review ?? 'both';
        if (address.review) analysis.review_game();
    }

    $effect(() => {
        const search = router.search;
        if (router.path !== kPath || search === written) return;
        untrack(() => void open(search));
    });
    $effect(() => {
        if (!game.shown || opening) return;
        const address = game.address(review.entries.length > 0 ? review.side : null);
        if (router.path !== kPath) return;
        if (here().search !== address) router.replace(address);
        written = here().search;
    });
}
