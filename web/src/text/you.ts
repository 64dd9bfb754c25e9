import { you_text as en } from './en/you';
import { in_language } from './language';

export const you_text = in_language('you', en);
