import type { Catalogue } from './catalogue';
import { error_text as en } from './en/errors';

export const error_text: Catalogue['errors'] = en;
