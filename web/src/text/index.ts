// The catalogue in use. A translation is one file of the shape of en.ts, chosen here.
import { en } from './en';

export type Catalogue = typeof en;
export const text: Catalogue = en;
