// What players are called: the program's own by the word for their strength, others by the name they
// gave.
import { shell_text } from '../text/shell';
import type { GameState, Level, Names, Origin, Result, Seat, Side } from './types';

export const kNoNames: Names = { south: '', north: '' };

/** The word for the strength of one of the program's players; null if it has none. */
export function level_name(player: string | undefined, levels: Level[] = []): string | null {
    const level = levels.find((each) => each.player === player);
    return (level && shell_text.levels[level.id]) || null;
}

export function seat_name(seat: Seat, levels?: Level[]): string {
    if (seat.kind === 'open') return shell_text.open_seat;
    if (seat.kind === 'player')
        return level_name(seat.player, levels) || seat.name || seat.player || '';
    return seat.name || (seat.kind === 'lobby' ? shell_text.program_seat : shell_text.guest);
}

export const seat_names = (state: Pick<GameState, 'seats'>, levels?: Level[]): Names => ({
    south: seat_name(state.seats.south, levels),
    north: seat_name(state.seats.north, levels),
});

/** Names on pages about players and games. Reactive: they change when the levels are known. */
export class PlayerNames {
    constructor(private readonly connection: { info: { levels: Level[] } | null }) {}

    private get levels(): Level[] {
        return this.connection.info?.levels ?? [];
    }

    of_seats(state: Pick<GameState, 'seats'>): Names {
        return seat_names(state, this.levels);
    }

    shown(given: string | undefined, origin?: Origin): string {
        return this.level(given, origin) ?? (given || shell_text.nameless);
    }

    /** The name that was given, if another one is shown. */
    hidden(given: string | undefined, origin?: Origin): string | undefined {
        return this.level(given, origin) === null ? undefined : given;
    }

    /** "Ada (South)", or "South" if no name is known. */
    with_side(side: Side, names: Names): string {
        if (names[side] === '') return shell_text.side[side];
        return shell_text.named(this.shown(names[side]), shell_text.side[side]);
    }

    /** The given name that a person means by what they typed; `known` are the candidates. */
    meant(typed: string, known: readonly string[]): string {
        const words = typed.trim();
        if (words === '' || known.includes(words)) return words;
        const same = (name: string): boolean => name.toLowerCase() === words.toLowerCase();
        const all = [...known, ...this.levels.map((level) => level.player)];
        return all.find((name) => same(name) || same(this.shown(name))) ?? words;
    }

    /** The word for a player's strength; null for a person. In browser games the server keeps
     *  people from using a player's name; elsewhere anybody may use it. If the origin is not known,
     *  only a name with options ("champion:time=1s") counts as a player. */
    private level(given: string | undefined, origin?: Origin): string | null {
        const is_player =
            origin === 'browser' || (origin === undefined && given?.includes(':') === true);
        return is_player ? level_name(given, this.levels) : null;
    }
}

export function result_text(
    { winner, south, north }: Result,
    called: (side: Side) => string,
): string {
    if (winner === 'draw') return shell_text.drawn(south);
    return shell_text.won(called(winner), Math.max(south, north), Math.min(south, north));
}
