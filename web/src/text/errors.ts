import { errors_text as en } from './en/errors';
import { in_language } from './language';

export const errors_text = in_language('errors', en);
