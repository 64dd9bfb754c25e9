// The games of the lobby as cards that stay where they are: a game keeps its place while it is there
// and for a moment after, a new one comes last, or to the place of one that is gone between the same
// two. Pure.
import type { LobbyGame } from '../lib/types';

export interface Card {
    /** Its own as long as it is there, whichever games it shows. */
    id: number;
    game: LobbyGame;
    /** Since when its game is not in the lobby, in ms; null: it is there. */
    gone_since: number | null;
}

/** How long (ms) a card outlives its game. */
export const kStays = 8000;

export const game_address = (game: LobbyGame): string =>
    game.bout !== undefined
        ? `/watch/bout/${game.bout}`
        : `/game/${encodeURIComponent(game.room ?? '')}`;

/** Games of the hall leave the lobby when they are over, rooms also when nobody is in them. */
export const state_of = ({ game, gone_since }: Card): 'played' | 'over' | 'gone' =>
    gone_since === null ? 'played' : game.bout !== undefined ? 'over' : 'gone';

const pair = ({ names }: LobbyGame): string => JSON.stringify([names.south, names.north].sort());

/** The cards for these games, `now` in ms. */
export function arranged(cards: readonly Card[], games: readonly LobbyGame[], now: number): Card[] {
    const running = new Map(games.map((game) => [game_address(game), game]));
    const kept = cards.flatMap((card): Card[] => {
        const game = running.get(game_address(card.game));
        if (game) return [{ ...card, game, gone_since: null }];
        const gone_since = card.gone_since ?? now;
        return now - gone_since < kStays ? [{ ...card, gone_since }] : [];
    });
    const known = new Set(kept.map((card) => game_address(card.game)));
    let id = Math.max(0, ...cards.map((card) => card.id));
    for (const [address, game] of running) {
        if (known.has(address)) continue;
        const free = kept.findIndex(
            (card) => card.gone_since !== null && pair(card.game) === pair(game),
        );
        const old = kept[free];
        if (old) kept[free] = { ...old, game, gone_since: null };
        else kept.push({ id: ++id, game, gone_since: null });
    }
    return kept;
}

/** In how many ms a card goes by itself; null: none does. */
export function until_next(cards: readonly Card[], now: number): number | null {
    const ends = cards.flatMap(({ gone_since }) =>
        gone_since === null ? [] : [gone_since + kStays],
    );
    return ends.length > 0 ? Math.max(0, Math.min(...ends) - now) : null;
}
