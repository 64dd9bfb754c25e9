import { puzzles_text as en } from './en/puzzles';
import { in_language } from './language';

export const puzzles_text = in_language('puzzles', en);
