import { shell_text as en } from './en/shell';
import { in_language } from './language';

export const shell_text = in_language('shell', en);
