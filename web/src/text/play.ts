import type { Catalogue } from './catalogue';
import * as en from './en/play';

export const play_text: Catalogue['play'] = en.play_text;
export const game_text: Catalogue['game'] = en.game_text;
