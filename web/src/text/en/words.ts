// Helpers of the English texts.
export const plural = (n: number, one: string, many: string): string =>
    `${n} ${n === 1 ? one : many}`;
export const seeds = (n: number): string => plural(n, 'seed', 'seeds');
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
