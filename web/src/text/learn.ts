import type { Catalogue } from './catalogue';
import { learn_text as en } from './en/learn';

export const learn_text: Catalogue['learn'] = en;
