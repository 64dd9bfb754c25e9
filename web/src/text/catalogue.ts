// The shape of every language's texts, by part: a page's chunk holds only the parts that it uses. English
// defines the shape; another language is a folder beside en/ whose parts have these types (language.ts).
import type { analyse_text } from './en/analyse';
import type { board_text } from './en/board';
import type { errors_text } from './en/errors';
import type { game_text } from './en/game';
import type { learn_text } from './en/learn';
import type { lobby_text } from './en/lobby';
import type { play_text } from './en/play';
import type { puzzles_text } from './en/puzzles';
import type { report_text } from './en/report';
import type { search_text } from './en/search';
import type { shell_text } from './en/shell';
import type { watch_text } from './en/watch';
import type { you_text } from './en/you';

export interface Catalogue {
    shell: typeof shell_text;
    board: typeof board_text;
    play: typeof play_text;
    lobby: typeof lobby_text;
    you: typeof you_text;
    game: typeof game_text;
    analyse: typeof analyse_text;
    watch: typeof watch_text;
    learn: typeof learn_text;
    puzzles: typeof puzzles_text;
    report: typeof report_text;
    search: typeof search_text;
    errors: typeof errors_text;
}

/** Another language. The page of a report is English. */
export type Translation = Omit<Catalogue, 'report'>;
