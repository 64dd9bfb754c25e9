import { play_text as en } from './en/play';
import { in_language } from './language';

export const play_text = in_language('play', en);
