// Hilfen der deutschen Texte. Wortwahl:
//     pit Mulde · store Gewinnmulde · seed Bohne · sow säen · capture schlagen · lap Umlauf
//     move Zug · turn Zugfolge, am Zug sein · extra turn Extrazug · draw Unentschieden
//     position Stellung · line Variante · value, score Wert · evaluation Bewertung · worth wert
//     opening book Eröffnungsbuch · endgame database Endspieldatenbank · solver Löser
//     level Stufe · seat Platz · lobby Lobby · entrant Teilnehmer · forfeit kampflose Partie
// Anrede: du. Anführungszeichen: „…“. Gedankenstrich: – mit Leerzeichen.
import type { Side } from '../../lib/types';
import { two_forms } from '../numbers';

export const kLocale = 'de-DE';
export const plural = two_forms(kLocale);
export const seeds = (n: number): string => plural(n, 'Bohne', 'Bohnen');
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const kSides: Record<Side, string> = { south: 'Süd', north: 'Nord' };
/** „Süds“: wem eine Mulde gehört. */
export const kOf: Record<Side, string> = { south: 'Süds', north: 'Nords' };
