// Helpers of the English texts.
import { two_forms } from '../numbers';

export const kLocale = 'en-GB';
export const plural = two_forms(kLocale);
export const seeds = (n: number): string => plural(n, 'seed', 'seeds');
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
