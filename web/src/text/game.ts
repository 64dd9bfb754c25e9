import type { Catalogue } from './catalogue';
import { game_text as en } from './en/game';

export const game_text: Catalogue['game'] = en;
