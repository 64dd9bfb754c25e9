import type { Catalogue } from './catalogue';
import { you_text as en } from './en/you';

export const you_text: Catalogue['you'] = en;
