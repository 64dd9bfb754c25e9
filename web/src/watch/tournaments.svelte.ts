// Tournaments: the server's tournaments, polled while the page is visible.
import { refusal_of } from '../lib/errors';
import type { Server } from '../lib/protocol';
import type { TournamentRow } from '../lib/types';
import { has_news } from './tournament_rows';

/** The pause between polls in ms; the server reads its store every two seconds. */
const kBetween = 3000;

export class Tournaments {
    /** null: not known yet. */
    rows = $state.raw<TournamentRow[] | null>(null);
    problem = $state('');
    /** Counts the polls that found new games. */
    news = $state(0);

    constructor(private readonly server: Server) {}

    /** Polls. Returns a function that stops this. */
    follow(): () => void {
        let timer: ReturnType<typeof setTimeout> | undefined;
        let stopped = false;
        const look = async (): Promise<void> => {
            await this.look();
            if (!stopped) timer = setTimeout(look, kBetween);
        };
        void look();
        return () => {
            stopped = true;
            clearTimeout(timer);
        };
    }

    private async look(): Promise<void> {
        try {
            const tournaments = await this.server.tournaments();
            if (this.rows && has_news(this.rows, tournaments)) this.news += 1;
            this.rows = tournaments;
            this.problem = '';
        } catch (why) {
            const refusal = refusal_of(why);
            if (!refusal.lost) this.problem = refusal.message;
        }
    }
}
