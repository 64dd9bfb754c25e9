import { report_text as en } from './en/report';
import { in_language } from './language';

export const report_text = in_language('report', en);
