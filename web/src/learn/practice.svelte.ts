// Practice: one exercise on a board. Lessons: which exercises this browser has done. The server sows.
import { refusal_of } from '../lib/errors';
import type { Server } from '../lib/protocol';
import { read, write } from '../lib/stored';
import type { Sowing, View } from '../lib/types';
import { lessons_shape, reached, type Exercise } from './exercises';

const kKept = 'kalah.lessons';

export class Lessons {
    private done: string[] = $state.raw(read(kKept, lessons_shape));

    readonly is_done = (id: string): boolean => this.done.includes(id);
    finish(id: string): void {
        // Another tab may have written meanwhile.
        this.done = [...new Set([...read(kKept, lessons_shape), id])];
        write(kKept, this.done);
    }
}

export class Practice {
    view: View | null = $state.raw(null);
    sowing: Sowing | null = $state.raw(null);
    problem = $state('');
    /** A hint was asked for. */
    private hinted = $state(false);

    constructor(
        readonly exercise: Exercise,
        private readonly server: Server,
        private readonly lessons: Lessons,
    ) {}

    readonly done = $derived.by(() => this.view !== null && reached(this.exercise.goal, this.view));
    readonly missed = $derived.by(() => {
        const { view } = this;
        return view !== null && !this.done && (view.over || view.to_move !== 'south');
    });
    readonly may_play = $derived(!this.done && !this.missed);
    readonly last = $derived.by(() => {
        const move = this.view?.played.at(-1);
        return move ? { from: move.place, to: move.last } : null;
    });
    /** Where the turn that reaches the goal goes on; null on another way. */
    readonly hint = $derived.by(() => {
        const { view, hinted, exercise } = this;
        if (!view || !hinted || !this.may_play) return null;
        if (view.played.some(({ pit }, i) => pit !== exercise.turn[i])) return null;
        const pit = exercise.turn[view.played.length];
        return view.legal.find((move) => move.pit === pit)?.place ?? null;
    });

    begin = async (): Promise<void> => {
        const { rules, start } = this.exercise;
        try {
            const view = await this.server.when_open(() => this.server.position({ rules, start }));
            this.sowing = null;
            this.problem = '';
            this.view = view;
        } catch (why) {
            this.problem = refusal_of(why).message;
        }
    };

    /** From the beginning, with the next move marked. */
    help = async (): Promise<void> => {
        this.hinted = true;
        await this.begin();
    };

    play = async (pit: number): Promise<void> => {
        if (!this.view || !this.may_play) return;
        const { rules, start, moves } = this.view;
        try {
            const answer = await this.server.sow({ rules, start, moves }, pit);
            this.problem = '';
            this.sowing = answer.sowing;
            this.view = answer.view;
            if (this.done) this.lessons.finish(this.exercise.id);
        } catch (why) {
            this.problem = refusal_of(why).message;
        }
    };
}
