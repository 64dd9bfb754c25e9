import type { Catalogue } from './catalogue';
import { watch_text as en } from './en/watch';

export const watch_text: Catalogue['watch'] = en;
