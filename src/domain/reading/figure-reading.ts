/** What analyses read of a dataset. The service reads it from SQLite, and a page from documents. */

import type { FieldDefinition, FigureSeries } from '../allocation.ts';
import type { FindingCode } from '../findings/finding.ts';
import type { Month } from '../month.ts';
import type { JurisdictionLookup } from './jurisdiction-search.ts';
import type { KnownJurisdiction, KnownState } from './known-state.ts';
import type { ErrorsBefore, Standing } from './ready-made.ts';

export type { KnownJurisdiction, KnownState };

/** One field of one jurisdiction, month by month. */
export interface JurisdictionFigures {
  subject: KnownJurisdiction;
  series: FigureSeries;
}

/** One field of all jurisdictions of a state, by the month of payment, or by a month `lag` months earlier. */
export interface FieldFigures {
  /** The `monthIndex` of each month that any jurisdiction has. */
  readonly months: ReadonlySet<number>;
  /** The newest of them; `null` without datapoints. */
  readonly newest: number | null;
  readonly lag: number;
  /**
   * The figures of the jurisdictions that fit, by id; only of these ids, unless `null`. Jurisdictions without datapoints
   * are left out.
   */
  within(
    fits: (subject: KnownJurisdiction) => boolean,
    ids?: readonly number[] | null,
  ): Iterable<JurisdictionFigures>;
  /** The figures of one jurisdiction; without slots if it has no datapoints. */
  of(id: number): FigureSeries;
}

/** Why the checks doubt a payment. */
export interface PaymentDoubt {
  month: Month;
  code: FindingCode;
  text: string;
}

/** A payment that a later report changed. */
export interface Restatement {
  month: Month;
  /** When, ISO 8601 in UTC. */
  at: string;
  /** By how many cents. */
  difference: number;
}

/** The own rate of a jurisdiction in a month (`monthIndex`), in millionths of the price; `null` if it is not known. */
export type RateByMonth = (month: number) => number | null;

/** The first and the newest datapoint of a jurisdiction; `null` without datapoints. */
export interface JurisdictionLife {
  first_period: string | null;
  /** Its allocation period and its headline figure. */
  newest: Readonly<Record<string, string | number | null>> | null;
}

/** What there is by the id of a jurisdiction. */
type ById<Value> = Pick<ReadonlyMap<number, Value>, 'get'>;

/** A dataset in one version, as analyses read it. */
export interface FigureReading {
  /** The name of the version. Every run that changes the dataset makes a new one. */
  version: string;
  /** The same object in all readings of the same rows. */
  content: object;
  states: readonly KnownState[];
  jurisdictions: Pick<ReadonlyMap<number, KnownJurisdiction>, 'get' | 'has' | 'values'>;
  figures(state: KnownState, field: string, lag: number): FieldFigures;
  /** The doubted payments of a state, by jurisdiction id and `monthIndex`. */
  doubts(state: KnownState): ById<ReadonlyMap<number, PaymentDoubt>>;
  /** The restated payments of a jurisdiction, newest change first. */
  restated(jurisdiction: KnownJurisdiction): readonly Restatement[];
  /** The rates of a state's jurisdictions by month of payment. */
  rates(state: KnownState): ById<RateByMonth>;
  /** The counties of a state: those that its codes contain, else those that reports name, by name. */
  counties(state: KnownState): readonly string[];
  /** The first and the newest month of a jurisdiction. */
  lifeOf(jurisdiction: KnownJurisdiction): JurisdictionLife;
  /** What a jurisdiction got in its last twelve months. */
  sizeOf(jurisdiction: KnownJurisdiction): number;
  /** Finds jurisdictions by id, code, name and former name. */
  search(): JurisdictionLookup;
  /** Where the figures of a jurisdiction stand, by month, if that is ready-made. Default: it is computed. */
  standingsOf?(
    jurisdiction: KnownJurisdiction,
    field: string,
    lag: number,
  ): ((month: number) => Standing) | null;
  /** The errors before the year that starts with a month, if they are ready-made. Default: they are computed. */
  errorsBefore?(state: KnownState, lag: number, start: number, known: number): ErrorsBefore | null;
}

/** About as many as the largest state has. */
const MOST_PLACES = 2000;
/** A number with its place in a list. */
const BYTES_OF_NUMBER = 16;

/** About what takes memory that keeps a number for each month of each place of a state. */
export function bytesOfMonths({ months }: Pick<FieldFigures, 'months'>): number {
  return months.size * MOST_PLACES * BYTES_OF_NUMBER;
}

/** The state of a code. Throws for a code that no state has. */
export function knownStateOf({ states }: Pick<FigureReading, 'states'>, code: string): KnownState {
  const state = states.find((known) => known.code === code);
  if (!state) throw new Error(`no state has the code ${code}`);
  return state;
}

/** The unit of a field; undefined if the state has no such field. */
export function unitOfField({ fields }: KnownState, field: string): FieldDefinition['unit'] | undefined {
  return fields.find(({ name }) => name === field)?.unit;
}
