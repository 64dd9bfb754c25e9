import { search_text as en } from './en/search';
import { in_language } from './language';

export const search_text = in_language('search', en);
