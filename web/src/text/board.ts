import { board_text as en } from './en/board';
import { in_language } from './language';

export const board_text = in_language('board', en);
