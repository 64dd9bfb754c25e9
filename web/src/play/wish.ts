// What the form for a new game holds, how it is kept, and the request it becomes. Pure.
import { kNameBytes } from '../lib/name_limit';
import type { Requests } from '../lib/requests';
import { is_object, number, one_of, record, strings, words, type Shape } from '../lib/stored';
import type { Terms } from '../lib/terms';
import type { Hello, SeatWish, Side } from '../lib/types';

export type Opponent = 'player' | 'screen' | 'link' | 'hall';

export interface Wish {
    opponent: Opponent;
    level: string;
    /** A player's spec; if given, the level does not count. */
    player: string;
    preset: string;
    pits: number;
    seeds: number;
    /** Rule options that differ from the preset. */
    changes: Record<string, string>;
    side: Side | 'random';
    clock: { minutes: number; increment: number } | null;
    other_name: string;
}

/** On a board (docs/web-api.md). */
export const kMostSeeds = 600;

export const kDefault: Wish = {
    opponent: 'player',
    level: 'medium',
    player: '',
    preset: 'standard',
    pits: 6,
    seeds: 4,
    changes: {},
    side: 'south',
    clock: null,
    other_name: '',
};

const clock_shape = record({ minutes: number(0.1, 600, 5), increment: number(0, 600, 0) });

/** A wish out of whatever was kept. */
export const wish_shape: Shape<Wish> = record<Wish>({
    opponent: one_of<Opponent>(['player', 'screen', 'link', 'hall'], kDefault.opponent),
    level: words(40, kDefault.level),
    player: words(200),
    preset: words(40, kDefault.preset),
    pits: number(1, 12, kDefault.pits),
    seeds: number(1, kMostSeeds / 2, kDefault.seeds),
    changes: strings,
    side: one_of<Wish['side']>(['south', 'north', 'random'], kDefault.side),
    clock: (found) => (is_object(found) ? clock_shape(found) : null),
    other_name: words(kNameBytes),
});

/** In a pit of a board with so many pits a side. */
export const most_seeds = (pits: number): number =>
    Math.floor(kMostSeeds / 2 / Math.min(12, Math.max(1, pits || 1)));

/** A field may hold anything: halves, and null when it is empty. */
export const are_pits = (pits: number): boolean =>
    Number.isInteger(pits) && pits >= 1 && pits <= 12;

export const are_seeds = (seeds: number, pits: number): boolean =>
    Number.isInteger(seeds) && seeds >= 1 && seeds <= most_seeds(pits);

export function terms_of(wish: Wish): Terms {
    const changes = Object.entries(wish.changes).filter(([, value]) => value !== '');
    const rules = [wish.preset, ...changes.map(([name, value]) => `${name}=${value}`)].join(',');
    return { rules, start: `${wish.pits}x${wish.seeds}` };
}

/** With a level and a preset that the server has. */
export function mended(found: Wish, hello: Hello): Wish {
    const wish = { ...found };
    if (!hello.levels.some((level) => level.id === wish.level))
        wish.level = hello.levels[Math.floor(hello.levels.length / 2)]?.id ?? kDefault.level;
    if (!hello.presets.some((preset) => preset.name === wish.preset))
        wish.preset = hello.presets[0]?.name ?? kDefault.preset;
    return wish;
}

export function request_of(
    wish: Wish,
    hello: Hello,
    names: { you: string; other: string },
    chance: number,
): Requests['new']['with'] {
    const you: SeatWish = { kind: 'person', name: names.you };
    const side: Side = wish.side === 'random' ? (chance < 0.5 ? 'south' : 'north') : wish.side;
    const seats = (opponent: SeatWish): Record<Side, SeatWish> =>
        side === 'south' ? { south: you, north: opponent } : { south: opponent, north: you };
    if (wish.opponent === 'hall')
        return {
            rules: hello.hall.rules,
            start: hello.hall.start,
            seats: { south: you, north: { kind: 'hall' } },
        };

    const opponents: Record<Exclude<Opponent, 'hall'>, SeatWish> = {
        player: { kind: 'player', player: wish.player.trim() || player_of(wish.level, hello) },
        screen: { kind: 'person', name: names.other },
        link: { kind: 'open' },
    };
    return {
        ...terms_of(wish),
        seats: seats(opponents[wish.opponent]),
        ...(wish.clock && {
            clock: {
                seconds: Math.round(wish.clock.minutes * 60),
                increment: wish.clock.increment,
            },
        }),
    };
}

export const player_of = (level: string, hello: Hello): string =>
    hello.levels.find((each) => each.id === level)?.player ?? 'champion';
