// The form for a new game: its values, how they are stored, and the request they become. Pure.
import { kNameBytes } from '../lib/name_limit';
import { is_object, number, one_of, record, strings, words, type Shape } from '../lib/stored';
import type { Terms } from '../lib/terms';
import type { NewGameRequest, SeatWish, ServerInfo, Side } from '../lib/types';

export type Opponent = 'player' | 'screen' | 'link' | 'program';

export interface NewGameForm {
    opponent: Opponent;
    level: string;
    /** A player with options; overrides the level. */
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

/** The server's limit for a board. */
export const kMostSeeds = 600;

export const kDefault: NewGameForm = {
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

/** Turns anything that is stored into a valid form. */
export const form_shape: Shape<NewGameForm> = record<NewGameForm>({
    // Versions before 0.2 said "hall".
    opponent: (found) =>
        one_of<Opponent>(
            ['player', 'screen', 'link', 'program'],
            kDefault.opponent,
        )(found === 'hall' ? 'program' : found),
    level: words(40, kDefault.level),
    player: words(200),
    preset: words(40, kDefault.preset),
    pits: number(1, 12, kDefault.pits),
    seeds: number(1, kMostSeeds / 2, kDefault.seeds),
    changes: strings,
    side: one_of<NewGameForm['side']>(['south', 'north', 'random'], kDefault.side),
    clock: (found) => (is_object(found) ? clock_shape(found) : null),
    other_name: words(kNameBytes),
});

/** The most seeds per pit on a board of that size. */
export const most_seeds = (pits: number): number =>
    Math.floor(kMostSeeds / 2 / Math.min(12, Math.max(1, pits || 1)));

/** A field may hold anything: fractions, or null when it is empty. */
export const are_pits = (pits: number): boolean =>
    Number.isInteger(pits) && pits >= 1 && pits <= 12;

export const are_seeds = (seeds: number, pits: number): boolean =>
    Number.isInteger(seeds) && seeds >= 1 && seeds <= most_seeds(pits);

export function terms_of(form: NewGameForm): Terms {
    const changes = Object.entries(form.changes).filter(([, value]) => value !== '');
    const rules = [form.preset, ...changes.map(([name, value]) => `${name}=${value}`)].join(',');
    return { rules, start: `${form.pits}x${form.seeds}` };
}

/** `people`: others can be reached here, through a server. */
export const possible_opponents = (people: boolean): Opponent[] =>
    people ? ['player', 'link', 'screen', 'program'] : ['player', 'screen'];

/** Replaces a level, preset or opponent that is not to be had here. */
export function mended(found: NewGameForm, info: ServerInfo, people = true): NewGameForm {
    const form = { ...found };
    if (!possible_opponents(people).includes(form.opponent)) form.opponent = kDefault.opponent;
    if (!info.levels.some((level) => level.id === form.level))
        form.level = info.levels[Math.floor(info.levels.length / 2)]?.id ?? kDefault.level;
    if (!info.presets.some((preset) => preset.name === form.preset))
        form.preset = info.presets[0]?.name ?? kDefault.preset;
    return form;
}

export function request_of(
    form: NewGameForm,
    info: ServerInfo,
    names: { you: string; other: string },
    chance: number,
): NewGameRequest {
    const you: SeatWish = { kind: 'person', name: names.you };
    const side: Side = form.side === 'random' ? (chance < 0.5 ? 'south' : 'north') : form.side;
    const seats = (opponent: SeatWish): Record<Side, SeatWish> =>
        side === 'south' ? { south: you, north: opponent } : { south: opponent, north: you };
    if (form.opponent === 'program')
        return {
            rules: info.lobby.rules,
            start: info.lobby.start,
            seats: { south: you, north: { kind: 'lobby' } },
        };

    const opponents: Record<Exclude<Opponent, 'program'>, SeatWish> = {
        player: { kind: 'player', player: form.player.trim() || player_of(form.level, info) },
        screen: { kind: 'person', name: names.other },
        link: { kind: 'open' },
    };
    return {
        ...terms_of(form),
        seats: seats(opponents[form.opponent]),
        ...(form.clock && {
            clock: {
                seconds: Math.round(form.clock.minutes * 60),
                increment: form.clock.increment,
            },
        }),
    };
}

export const player_of = (level: string, info: ServerInfo): string =>
    info.levels.find((each) => each.id === level)?.player ?? 'champion';
