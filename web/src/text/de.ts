// German: loaded as one file.
import type { Translation } from './catalogue';
import { analyse_text } from './de/analyse';
import { board_text } from './de/board';
import { errors_text } from './de/errors';
import { game_text } from './de/game';
import { learn_text } from './de/learn';
import { lobby_text } from './de/lobby';
import { play_text } from './de/play';
import { puzzles_text } from './de/puzzles';
import { search_text } from './de/search';
import { shell_text } from './de/shell';
import { watch_text } from './de/watch';
import { you_text } from './de/you';

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
