// The lobby's games as cards that stay in place: a game keeps its card while it is in progress and
// for a moment afterwards. A new game gets a new card, or that of a finished game of the same two
// players. Pure.
import { game_address } from '../lib/routes';
import type { LobbyGame } from '../lib/types';

export interface Card {
    /** The id of the card, whichever games it shows. */
    id: number;
    game: LobbyGame;
    /** When its game left the lobby, in ms; null: it is there. */
    gone_since: number | null;
}

/** How long (ms) a card outlives its game. */
export const kStays = 8000;

/** The address of a game, unique to it. Games between two programs are addressed by number. */
export const lobby_address = ({ game }: LobbyGame): string =>
    game.startsWith('#') ? `/watch/live/${game.slice(1)}` : game_address(game);

/** Lobby games leave the list only when they are over; browser games also when nobody is there. */
export const state_of = ({ game, gone_since }: Card): 'played' | 'over' | 'gone' =>
    gone_since === null ? 'played' : game.origin === 'serve' ? 'over' : 'gone';

const pair = ({ names }: LobbyGame): string => JSON.stringify([names.south, names.north].sort());

/** The cards for these games, `now` in ms. */
export function arranged(cards: readonly Card[], games: readonly LobbyGame[], now: number): Card[] {
    const running = new Map(games.map((game) => [lobby_address(game), game]));
    const kept = cards.flatMap((card): Card[] => {
        const game = running.get(lobby_address(card.game));
        if (game) return [{ ...card, game, gone_since: null }];
        const gone_since = card.gone_since ?? now;
        return now - gone_since < kStays ? [{ ...card, gone_since }] : [];
    });
    const known = new Set(kept.map((card) => lobby_address(card.game)));
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

/** The time in ms until the next card expires; null: none does. */
export function until_next(cards: readonly Card[], now: number): number | null {
    const ends = cards.flatMap(({ gone_since }) =>
        gone_since === null ? [] : [gone_since + kStays],
    );
    return ends.length > 0 ? Math.max(0, Math.min(...ends) - now) : null;
}
