// MoveQueue: moves that a person has chosen before they can be played: further moves of their turn, typed
// quickly, or answers to a move that the opponent has not made yet.
import type { GameState, Side } from '../lib/types';

const kMost = 12;

export class MoveQueue {
    pits: number[] = $state.raw([]);
    side: Side = 'south';

    add(side: Side, pit: number): void {
        if (side !== this.side) this.clear();
        this.side = side;
        this.pits = [...this.pits, pit].slice(0, kMost);
    }

    clear = (): void => {
        if (this.pits.length > 0) this.pits = [];
    };

    /** Takes the next move out if it is due: "wait" if the other side is to move, "lost" if it cannot be
     *  played any more, which clears the queue. */
    next(state: Pick<GameState, 'status' | 'to_move' | 'legal'>): number | 'wait' | 'lost' {
        const [pit] = this.pits;
        if (pit === undefined) return 'wait';
        if (state.status === 'playing' && state.to_move !== this.side) return 'wait';
        if (state.status !== 'playing' || !state.legal.some((move) => move.pit === pit)) {
            this.clear();
            return 'lost';
        }
        this.pits = this.pits.slice(1);
        return pit;
    }
}
