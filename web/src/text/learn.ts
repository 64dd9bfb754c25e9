import { learn_text as en } from './en/learn';
import { in_language } from './language';

export const learn_text = in_language('learn', en);
