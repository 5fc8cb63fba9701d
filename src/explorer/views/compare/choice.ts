import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { choiceOf, readParameter } from '../../address/navigation.ts';
import { basisOf, type CountedBy } from '../../parts/basis-choice.tsx';
import type { Measure } from '../../words/figures.ts';
import { CHARTS, type ChartName, type ChartSpan, SPANS } from '../jurisdiction/charts.ts';
import { TAX_CHOICE } from '../jurisdiction/without-taxes.ts';

/** Readers cannot tell more lines apart. */
export const MOST = 8;

/** Figures; relative to a month, or to the mean of twelve months; or the years of each place on top of each other. */
export const SCALES = [
  ['figures', 'figures'],
  ['index', 'index, start = 100'],
  ['index-12', 'index, mean of twelve months = 100'],
  ['years', 'years on top of each other'],
] as const;

/** All lines in one chart, or each in a small chart of its own. */
export const LAYOUTS = [
  ['together', 'in one chart'],
  ['each', 'one chart each'],
] as const;

/** How many months the base of an index has; `null` without an index. */
export function monthsOfBase({ scale }: Pick<CompareChoice, 'scale'>): number | null {
  return scale === 'index' ? 1 : scale === 'index-12' ? 12 : null;
}

/** Everything that a comparison shows, read from its address. */
export interface CompareChoice {
  ids: readonly string[];
  /** Ids beyond the most that can be shown. */
  tooMany: readonly string[];
  /** `null` is the field that each state shows first. */
  field: string | null;
  fiscalYearStart: number | null;
  basis: CountedBy;
  measure: ChartName;
  /** `null` is the index of twelve months if the places differ in size, else the figures. */
  scale: (typeof SCALES)[number][0] | null;
  isSplit: boolean;
  isWithoutTaxes: boolean;
  years: ChartSpan;
  /** The month that counts as 100; `null` is the first month shown. */
  base: string | null;
}

export function readCompareChoice(): CompareChoice {
  const given = (readParameter('ids') ?? '').split(',').map((id) => id.trim());
  const ids = [...new Set(given.filter((id) => id !== ''))];
  const start = Number(readParameter('fiscal_year_start') ?? Number.NaN);
  const measure = choiceOf('chart', CHARTS);
  return {
    ids: ids.slice(0, MOST),
    tooMany: ids.slice(MOST),
    field: readParameter('field'),
    fiscalYearStart: Number.isInteger(start) ? start : null,
    basis: basisOf(),
    measure,
    scale: scaleOf(SCALES.find(([scale]) => scale === readParameter('scale'))?.[0] ?? null, measure),
    isSplit: choiceOf('lines', LAYOUTS) === 'each',
    isWithoutTaxes: choiceOf('tax', TAX_CHOICE.options) === 'without',
    years: choiceOf('years', SPANS),
    base: readParameter('base'),
  };
}

/** A change is relative already. */
function scaleOf(scale: CompareChoice['scale'], measure: ChartName): CompareChoice['scale'] {
  if (measure === 'change' && scale !== 'years') return 'figures';
  return scale;
}

/** The fields that all states have, with one label and unit. */
export function sharedFields(states: readonly StateOverview[]): StateOverview['fields'] {
  const [first, ...others] = states;
  if (!first) return [];
  return first.fields.filter((field) =>
    others.every(({ fields }) => fields.some(({ name, unit }) => name === field.name && unit === field.unit)),
  );
}

/** What the figures of a measure are. */
export function unitOfMeasure({ measure, scale }: CompareChoice, unit: Measure): Measure {
  if (monthsOfBase({ scale }) !== null) return 'index';
  return measure === 'change' ? 'change' : unit;
}
