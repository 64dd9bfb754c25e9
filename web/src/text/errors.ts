import type { Catalogue } from './catalogue';
import { error_text as en, unknown_error as en_unknown } from './en/errors';

export const error_text: Catalogue['errors'] = en;
export const unknown_error: Catalogue['unknown_error'] = en_unknown;
