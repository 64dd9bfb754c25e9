import type { Catalogue } from './catalogue';
import { analyse_text as en } from './en/analyse';

export const analyse_text: Catalogue['analyse'] = en;
