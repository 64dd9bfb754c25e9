import { lobby_text as en } from './en/lobby';
import { in_language } from './language';

export const lobby_text = in_language('lobby', en);
