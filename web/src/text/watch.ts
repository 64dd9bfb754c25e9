import { watch_text as en } from './en/watch';
import { in_language } from './language';

export const watch_text = in_language('watch', en);
