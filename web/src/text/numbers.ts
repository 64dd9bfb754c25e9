// Numbers and the plural forms of words, as a language writes them.

/** "3 seeds", "1,000 seeds". For languages with one form for one and one for the rest. */
export function two_forms(locale: string): (n: number, one: string, many: string) => string {
    const rules = new Intl.PluralRules(locale);
    const format = new Intl.NumberFormat(locale);
    return (n, one, many) => `${format.format(n)} ${rules.select(n) === 'one' ? one : many}`;
}

/** "2.50", "2,50": `digits` decimals; without `digits`, up to three. */
export const decimal = (locale: string, n: number, digits?: number): string =>
    n.toLocaleString(locale, {
        useGrouping: false,
        minimumFractionDigits: digits ?? 0,
        maximumFractionDigits: digits ?? 3,
    });
