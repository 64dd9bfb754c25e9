import type { Catalogue } from './catalogue';
import { board_text as en } from './en/board';

export const board_text: Catalogue['board'] = en;
