// Hint: the best move at the position of a game as far as the program knows it, from the chain of values
// that Analyse asks: book, database, solver, champion. Create it inside a component.
import type { Context } from '../lib/context';
import type { Stream } from '../lib/api';
import { refusal_of } from '../lib/errors';
import type { Analysis, GameState, Side } from '../lib/types';
import { place_of } from '../board/places';
import { moves_text } from '../moves/turns';
import { game_text } from '../text/game';
import type { Game } from './game.svelte';

const kTime = 3000; // ms

export class Hint {
    private asked: GameState | null = $state.raw(null);
    private found: Analysis | null = $state.raw(null);
    private said = $state('');
    private stream: Stream | null = null;

    constructor(
        private readonly game: Game,
        private readonly context: Pick<Context, 'announcer' | 'connection'>,
    ) {
        $effect(() => () => this.stream?.stop());
    }

    /** Only for the position that it was asked for. */
    private readonly on = $derived.by(
        () =>
            this.asked !== null &&
            this.asked.game === this.game.state?.game &&
            this.asked.played.length === this.game.state.played.length,
    );
    readonly text = $derived(this.on ? this.said : '');
    readonly place = $derived.by(() => {
        const { asked, found } = this;
        if (!this.on || !asked || !found?.best) return null;
        return place_of(asked.to_move, found.best, asked.pits);
    });

    ask = async (): Promise<void> => {
        const state = this.game.state;
        if (!state) return;
        this.stream?.stop();
        this.asked = state;
        this.found = null;
        this.said = game_text.hint_thinking;
        // Its texts are not needed before.
        const { worth_text } = await import('../analyse/worth');
        const { rules, start, played, to_move } = state;
        this.stream = this.context.connection.server.analyse(
            { rules, start, moves: moves_text(played) },
            { time: kTime },
            'own',
            (event) => {
                if (this.asked !== state || event.best === null) return;
                this.found = event;
                this.said = game_text.hint_is(event.best, worth_text(seen_by(to_move, event)));
                if (event.done) this.context.announcer.say(this.text);
            },
        );
        this.stream.finished.catch((why: unknown) => {
            if (this.asked !== state || this.found) return;
            this.said = refusal_of(why).message;
        });
    };
}

/** Values are for South. */
function seen_by(side: Side, worth: Analysis): Analysis {
    if (side === 'south') return worth;
    const { score, lower, upper, kind } = worth;
    const minus = (value: number | null) => (value === null ? null : -value);
    return {
        ...worth,
        score: -score,
        lower: minus(upper),
        upper: minus(lower),
        kind: kind === 'lower' ? 'upper' : kind === 'upper' ? 'lower' : kind,
    };
}
