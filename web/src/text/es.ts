// Spanish: loaded as one file.
import type { Translation } from './catalogue';
import { analyse_text } from './es/analyse';
import { board_text } from './es/board';
import { errors_text } from './es/errors';
import { game_text } from './es/game';
import { learn_text } from './es/learn';
import { lobby_text } from './es/lobby';
import { play_text } from './es/play';
import { puzzles_text } from './es/puzzles';
import { search_text } from './es/search';
import { shell_text } from './es/shell';
import { watch_text } from './es/watch';
import { you_text } from './es/you';

export const texts: Translation = {
    shell: shell_text,
    board: board_text,
    play: play_text,
    lobby: lobby_text,
    you: you_text,
    game: game_text,
    analyse: analyse_text,
    watch: watch_text,
    learn: learn_text,
    puzzles: puzzles_text,
    search: search_text,
    errors: errors_text,
};
