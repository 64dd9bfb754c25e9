import type { Catalogue } from './catalogue';
import { report_text as en } from './en/report';

export const report_text: Catalogue['report'] = en;
