// What is known of a value, as text: shortly, under a pit, or in words. Pure.
import type { Worth } from '../lib/types';
import { analyse_text } from '../text/analyse';
import { score_text, signed } from './scale';

const kMarks = { exact: '', lower: '≥\u00a0', upper: '≤\u00a0', estimate: '' };

/** "+8", "≥ +2". */
export const pill_text = ({ score, kind }: Worth): string => kMarks[kind] + score_text(score);

/** What is proved of a value that is not exact: "at least +2", "+2 to +8"; empty if nothing is. */
export function bounds_text({ kind, lower, upper }: Worth): string {
    if (kind === 'exact' || (lower === null && upper === null)) return '';
    const text = analyse_text.worth;
    if (lower === null) return text.at_most(signed(upper ?? 0));
    if (upper === null) return text.at_least(signed(lower));
    return text.between(signed(lower), signed(upper));
}

/** "proved +8", "+2 to +8, about +3.5", "about +1.5". */
export function worth_text(worth: Worth): string {
    const text = analyse_text.worth;
    if (worth.kind === 'exact') return text.proved(signed(worth.score));
    const about = worth.kind === 'estimate' ? text.about(score_text(worth.score)) : '';
    return [bounds_text(worth), about].filter(Boolean).join(', ');
}
