import { california } from './ca/index.ts';
import { illinois } from './il/index.ts';
import { northCarolina } from './nc/index.ts';
import type { State } from './state.ts';
import { texas } from './tx/index.ts';

/** Every state the dataset covers. A new state is one folder here and one entry in this list. */
export const STATES: readonly [State, ...State[]] = [california, texas, illinois, northCarolina];
