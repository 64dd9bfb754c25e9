import type { Catalogue } from './catalogue';
import { shell_text as en } from './en/shell';

export const shell_text: Catalogue['shell'] = en;
