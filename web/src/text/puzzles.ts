import type { Catalogue } from './catalogue';
import { puzzles_text as en } from './en/puzzles';

export const puzzles_text: Catalogue['puzzles'] = en;
