import type { Catalogue } from './catalogue';
import { search_text as en } from './en/search';

export const search_text: Catalogue['search'] = en;
