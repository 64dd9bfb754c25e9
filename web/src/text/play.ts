import type { Catalogue } from './catalogue';
import { play_text as en } from './en/play';

export const play_text: Catalogue['play'] = en;
