// The address of the analysis page and what is shown on it follow each other: an address that was
// not written here leads, and every step writes it. To be called while the page is made.
import { untrack } from 'svelte';
import { router } from '../lib/router.svelte';
import { read_address, type Address } from './address';
import type { Desk } from './desk.svelte';

const kPath = '/analyse';

export function keep_address(desk: Desk, opened: (address: Address) => void): void {
    const { session, review } = desk;
    let written: string | null = null;
    let opening = $state(false);
    let wanted = 0;

    async function open(search: string): Promise<void> {
        const ticket = ++wanted;
        const address = read_address(search);
        opening = true;
        review.forget();
        if (address.room) await session.load_room(address.room);
        else await session.load(address);
        if (ticket !== wanted) return;
        opening = false;
        opened(address);
        review.side = address.review ?? 'both';
        if (address.review) desk.review_game();
    }

    $effect(() => {
        void router.query;
        if (location.pathname !== kPath || location.search === written) return;
        untrack(() => void open(location.search));
    });
    $effect(() => {
        if (!session.shown || opening) return;
        const address = session.address(review.entries.length > 0 ? review.side : null);
        if (location.pathname !== kPath) return;
        if (location.search !== address) router.replace(address);
        written = location.search;
    });
}
