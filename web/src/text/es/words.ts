// Ayudas de los textos en español. Vocabulario:
//     pit hoyo · store granero · seed semilla · sow sembrar · capture capturar · lap vuelta
//     move jugada · turn turno · extra turn turno extra · draw empate · position posición
//     line variante · value valor · evaluation evaluación · worth valer
//     opening book libro de aperturas · endgame database base de datos de finales
//     solver solucionador · level nivel · seat puesto · lobby sala · entrant participante
//     forfeit incomparecencia
// Tratamiento: tú. Comillas: «…». Raya: –.
import type { Side } from '../../lib/types';
import { two_forms } from '../numbers';

export const kLocale = 'es-ES';
export const plural = two_forms(kLocale);
export const seeds = (n: number): string => plural(n, 'semilla', 'semillas');
export const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);
export const kSides: Record<Side, string> = { south: 'Sur', north: 'Norte' };
/** «de Sur»: de quién es un hoyo. */
export const kOf: Record<Side, string> = { south: 'de Sur', north: 'de Norte' };
