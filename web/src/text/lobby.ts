import type { Catalogue } from './catalogue';
import { lobby_text as en } from './en/lobby';

export const lobby_text: Catalogue['lobby'] = en;
