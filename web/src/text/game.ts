import { game_text as en } from './en/game';
import { in_language } from './language';

export const game_text = in_language('game', en);
