import { analyse_text as en } from './en/analyse';
import { in_language } from './language';

export const analyse_text = in_language('analyse', en);
