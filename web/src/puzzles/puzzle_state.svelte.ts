// PuzzleState: the puzzle on the board and how far the person is with it. The server sows, and judges each
// complete turn by proof.
import type { Connection } from '../lib/connection.svelte';
import { refusal_of } from '../lib/errors';
import { latest } from '../lib/latest';
import { read, write } from '../lib/stored';
import type { Puzzle, PuzzleSets, Sowing, Verdict, View } from '../lib/types';
import { puzzles_text } from '../text/puzzles';
import {
    day_text,
    progress_shape,
    streak,
    with_shown,
    with_solved,
    type Progress,
} from './progress';

const kKept = 'kalah.puzzles';

/** What a person wants; "" for all. */
export interface Wish {
    /** "standard 6x4" */
    set: string;
    theme: string;
    difficulty: string;
}

type Phase = 'playing' | 'judging' | 'right' | 'wrong' | 'shown';

export class PuzzleState {
    sets: PuzzleSets | null = $state.raw(null);
    puzzle: Puzzle | null = $state.raw(null);
    view: View | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    problem = $state('');
    private phase: Phase = $state('playing');
    private verdict: Verdict | null = $state.raw(null);
    private hints = $state(0);
    private progress: Progress = $state.raw(read(kKept, progress_shape));
    private readonly begin = latest();
    readonly today = day_text(new Date());

    constructor(private readonly connection: Pick<Connection, 'server'>) {}

    readonly is_solved = (puzzle: string): boolean => this.progress.solved.includes(puzzle);
    readonly was_shown = (puzzle: string): boolean => this.progress.shown.includes(puzzle);
    readonly streak = $derived.by(() => streak(this.progress.days, this.today));
    readonly today_solved = $derived.by(() => this.progress.days.includes(this.today));
    readonly ended = $derived(this.phase === 'right' || this.phase === 'shown');
    readonly may_play = $derived(this.phase === 'playing');
    readonly may_restart = $derived.by(
        () => this.phase !== 'judging' && (this.view?.played.length ?? 0) > 0,
    );
    readonly last = $derived.by(() => {
        const move = this.view?.played.at(-1);
        return move ? { from: move.place, to: move.last } : null;
    });

    private readonly played = $derived.by(() => this.view?.played.map(({ pit }) => pit) ?? []);
    /** The next pit of the stored turn; null if another way was taken. */
    private readonly next_pit = $derived.by(() => {
        const turn = this.puzzle?.turn.split('-').map(Number) ?? [];
        const same = this.played.every((pit, i) => pit === turn[i]);
        return same ? (turn[this.played.length] ?? null) : null;
    });
    readonly hint_place = $derived.by(() => {
        if (this.phase !== 'playing' || this.hints < 2) return null;
        return this.view?.legal.find(({ pit }) => pit === this.next_pit)?.place ?? null;
    });

    /** What is to be done, or what came of it. */
    readonly status = $derived.by((): string => {
        const { puzzle, verdict } = this;
        if (!puzzle) return '';
        const turn = this.played.join('-');
        if (this.phase === 'judging') return puzzles_text.judging;
        if (this.phase === 'shown') return puzzles_text.shown(puzzle.turn, puzzle.value);
        if (verdict && this.phase === 'right')
            return puzzles_text.right(turn, verdict.value, puzzle.second);
        if (verdict && this.phase === 'wrong') return puzzles_text.wrong(turn, verdict.value);
        if (this.played.length > 0) return puzzles_text.again;
        return puzzles_text.task(puzzle.goal);
    });
    readonly note = $derived.by((): string => {
        const { puzzle, verdict } = this;
        if (!puzzle) return '';
        if (this.phase !== 'playing')
            return verdict?.line ? puzzles_text.goes_on(verdict.line) : '';
        if (this.hints === 0) return '';
        if (this.hints === 1) return puzzles_text.hints[puzzle.theme] ?? '';
        return this.next_pit === null
            ? puzzles_text.hint_back
            : puzzles_text.hint_pit(this.next_pit);
    });

    /** The names of the puzzles that fit. */
    fitting(wish: Wish): string[] {
        const set = this.sets?.sets.find((each) => `${each.rules} ${each.size}` === wish.set);
        return (set?.groups ?? [])
            .filter((group) => wish.theme === '' || group.theme === wish.theme)
            .filter((group) => wish.difficulty === '' || group.difficulty === wish.difficulty)
            .flatMap((group) => group.puzzles);
    }

    /** One that is neither solved nor shown yet, if there is one; any other one, if there is one. */
    choose(wish: Wish): string | null {
        const all = this.fitting(wish).filter((each) => each !== this.puzzle?.puzzle);
        const open = all.filter((each) => !this.is_solved(each) && !this.was_shown(each));
        const some = open.length > 0 ? open : all;
        return some[Math.floor(Math.random() * some.length)] ?? null;
    }

    async load(): Promise<void> {
        const { server } = this.connection;
        try {
            this.sets = await server.when_open(() => server.puzzles(this.today));
        } catch (why) {
            this.problem = refusal_of(why).message;
        }
    }

    async show(id: string): Promise<void> {
        const is_latest = this.begin();
        const { server } = this.connection;
        try {
            const puzzle = await server.when_open(() => server.puzzle(id));
            const { rules, position: start } = puzzle;
            const view = await server.when_open(() => server.position({ rules, start }));
            if (!is_latest()) return;
            this.puzzle = puzzle;
            this.hints = 0;
            this.set_out(view, null);
        } catch (why) {
            if (is_latest()) this.problem = refusal_of(why).message;
        }
    }

    private set_out(view: View, sowing: Sowing | null, phase: Phase = 'playing'): void {
        this.problem = '';
        this.verdict = null;
        this.phase = phase;
        this.sowing = sowing;
        this.view = view;
    }

    /** From the puzzle's position. */
    restart = async (): Promise<void> => {
        await this.replay([]);
    };

    private async replay(pits: number[]): Promise<boolean> {
        const { puzzle } = this;
        if (!puzzle) return false;
        const is_latest = this.begin();
        const { server } = this.connection;
        const line = { rules: puzzle.rules, start: puzzle.position, moves: pits.join(' ') };
        try {
            const view = await server.when_open(() => server.position(line));
            if (!is_latest()) return false;
            this.set_out(view, null);
            return true;
        } catch (why) {
            if (is_latest()) this.problem = refusal_of(why).message;
            return false;
        }
    }

    play = async (pit: number): Promise<void> => {
        const { view } = this;
        if (!view || !this.may_play) return;
        const { rules, start, moves } = view;
        const is_latest = this.begin();
        try {
            const answer = await this.connection.server.sow({ rules, start, moves }, pit);
            if (!is_latest()) return;
            this.set_out(answer.view, answer.sowing);
            if (answer.view.over || answer.view.to_move !== 'south') await this.judge();
        } catch (why) {
            if (is_latest()) this.problem = refusal_of(why).message;
        }
    };

    private async judge(): Promise<void> {
        const { puzzle, view } = this;
        if (!puzzle || !view) return;
        this.phase = 'judging';
        const is_latest = this.begin();
        const { server } = this.connection;
        try {
            const verdict = await server.when_open(() => server.judge(puzzle.puzzle, view.moves));
            if (!is_latest()) return;
            this.verdict = verdict;
            this.phase = verdict.right ? 'right' : 'wrong';
            if (verdict.right)
                this.keep((kept) => with_solved(kept, puzzle.puzzle, this.day_of(puzzle)));
        } catch (why) {
            if (!is_latest()) return;
            this.problem = refusal_of(why).message;
            this.phase = 'wrong';
        }
    }

    /** Today, if it is the puzzle of today. */
    private day_of({ puzzle }: Puzzle): string | null {
        return this.sets?.today === puzzle ? this.today : null;
    }

    private keep(change: (kept: Progress) => Progress): void {
        // Another tab may have written meanwhile.
        this.progress = change(read(kKept, progress_shape));
        write(kKept, this.progress);
    }

    hint = (): void => {
        this.hints += 1;
    };

    /** Plays the right turn and says what it is worth. */
    show_answer = async (): Promise<void> => {
        const { puzzle } = this;
        if (!puzzle) return;
        this.keep((kept) => with_shown(kept, puzzle.puzzle));
        if (await this.replay(puzzle.turn.split('-').map(Number))) this.phase = 'shown';
    };
}
