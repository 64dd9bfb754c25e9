// The tournaments of the store, asked for again and again while somebody looks.
import type { Refusal } from '../lib/api';
import { api } from '../lib/connection.svelte';
import type { TournamentRow } from '../lib/types';
import { has_news } from './tournament_rows';

/** In ms, from an answer to the next question; the server looks every two seconds. */
const kBetween = 3000;

export class Tournaments {
    /** null: not known yet. */
    rows = $state.raw<TournamentRow[] | null>(null);
    problem = $state('');
    /** Counts how often games had been played since the time before. */
    news = $state(0);

    /** Until the function that comes back is called. */
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
            const { tournaments } = await api.request('tournaments', {});
            if (this.rows && has_news(this.rows, tournaments)) this.news += 1;
            this.rows = tournaments;
            this.problem = '';
        } catch (why) {
            if (!(why as Refusal).lost) this.problem = (why as Refusal).message;
        }
    }
}
