import type { Unit } from '../domain/allocation.ts';
import { ID_SPAN } from '../domain/jurisdiction.ts';
import type { ReportKindName } from '../domain/report.ts';
import { STATES } from './list.ts';
import type { ReportKind, State } from './state.ts';

export { STATES };

const [firstState, ...otherStates] = STATES;

export const STATE_CODES: readonly [string, ...string[]] = [
  firstState.code,
  ...otherStates.map(({ code }) => code),
];

/** Reads the code of a state in any case. Returns undefined for any other text. */
export function parseStateCode(text: string): string | undefined {
  return STATE_CODES.find((code) => code === text.toLowerCase());
}

/** The names of the states that know the counties of their jurisdictions. */
export const STATES_WITH_COUNTIES = STATES.filter(({ hasCounties }) => hasCounties)
  .map(({ name }) => name)
  .join(', ');

/** All report kinds of a state: those that make datapoints, then those that repeat figures. */
export function allKindsOf({ kinds, comparisonSheets }: State): readonly ReportKind[] {
  return [...kinds, ...comparisonSheets];
}

export const REPORT_KINDS = STATES.flatMap(allKindsOf);

/** The state of a code. Throws for a code that no state has. */
export function stateOf(code: string): State {
  const state = STATES.find((known) => known.code === code);
  if (!state) throw new Error(`no state has the code ${code}`);
  return state;
}

/** The state whose number begins a jurisdiction id; undefined if there is none. */
export function stateOfId(id: number): State | undefined {
  return STATES.find(({ fips }) => fips === Math.trunc(id / ID_SPAN));
}

/** The unit of a state's field; undefined if the state has no such field. */
export function unitOf(code: string, field: string): Unit | undefined {
  return stateOf(code).fields.find(({ name }) => name === field)?.unit;
}

/** The report kind of a name. Throws for a name that no kind has. */
export function kindOf(name: ReportKindName): ReportKind {
  const kind = REPORT_KINDS.find((known) => known.name === name);
  if (!kind) throw new Error(`no state has the report kind ${name}`);
  return kind;
}

/** The state's own title of its reports: `"Local Allocation Payment Detail" of Texas`. */
export function titleOfKind(kind: ReportKindName): string {
  return `"${kindOf(kind).title}" of ${stateOfKind(kind).name}`;
}

/** The state of a report kind. Throws for a kind that no state has. */
export function stateOfKind(kind: ReportKindName): State {
  const state = STATES.find((known) => allKindsOf(known).some(({ name }) => name === kind));
  if (!state) throw new Error(`no state has the report kind ${kind}`);
  return state;
}
