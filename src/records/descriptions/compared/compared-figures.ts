/** Figure, year ago, change: the columns of everything that compares payments and their sums. */

import type { ComparableFigure, ComparedFigures } from '../../../derive/analysis.ts';
import type { GroupFigure } from '../../../derive/group-sum.ts';
import type { Unit } from '../../../domain/allocation.ts';
import { capitalized } from '../../../domain/text/wording.ts';
import type { WrittenColumn } from '../../description.ts';
import { taxReason } from './tax-changes.ts';

/** What is compared: a payment or a sum. */
export interface ComparedPart {
  /** The name of its figure. What is named `value` has no prefix before the names of its other figures. */
  name: string;
  heading: string;
  meaning: string;
}

const PAYMENT: ComparedPart = { name: 'value', heading: 'Payment', meaning: 'the figure of the month' };

/** The payment and its sums, in the order of records. */
export const COMPARED_PARTS: Readonly<Record<keyof ComparedFigures, ComparedPart>> = {
  payment: PAYMENT,
  yearToDate: {
    name: 'year_to_date',
    heading: 'Year to date',
    meaning: 'the sum of the calendar year so far',
  },
  fiscalYearToDate: {
    name: 'fiscal_year_to_date',
    heading: 'Fiscal year to date',
    meaning: 'the sum of the fiscal year so far',
  },
  rollingYear: {
    name: 'rolling_year',
    heading: 'Rolling year',
    meaning: 'the sum of the twelve months that end here',
  },
};

/** The quarters of states whose payments settle quarters. */
export const QUARTER_PART: ComparedPart = {
  name: 'quarter_total',
  heading: 'Quarter',
  meaning: 'the sum of the quarter that this month settles, null in other months',
};

/** A kind of figure: `unit` stands for the unit of the field. */
interface Kind {
  /** Its name for what is named `value`. */
  name: string;
  /** What follows the name of others. */
  suffix: string;
  type: 'unit' | 'ratio' | 'number' | 'text';
  heading: string;
  meaning(part: string): string;
  isAlwaysKnown?: true;
}

const COMPARED: Readonly<Record<'value' | 'yearAgo' | 'change', Kind>> = {
  value: { name: 'value', suffix: '', type: 'unit', heading: '', meaning: capitalized },
  yearAgo: {
    ...{ name: 'year_ago', suffix: '_ago', type: 'unit', heading: 'year ago' },
    meaning: (part) =>
      `${capitalized(part)}, a year before. Of a jurisdiction: null if one of its payments is missing`,
  },
  change: {
    ...{ name: 'change', suffix: '_change', type: 'ratio', heading: 'change' },
    meaning: (part) =>
      `Change of ${part} from the year before. null without every payment of both. Of a group: like for like`,
  },
};

/** The change without a change of tax, and why it differs. */
const COMPARABLE: Readonly<Record<'change' | 'reason', Kind>> = {
  change: {
    ...{ name: 'comparable_change', suffix: '_comparable_change', type: 'ratio' },
    heading: 'comparable change',
    meaning: (part) =>
      `Change of ${part} from the year before, with a change of tax taken out. null if the tax is not known`,
  },
  reason: {
    ...{ name: 'tax_changes', suffix: '_tax_changes', type: 'text', heading: 'changes of tax' },
    meaning: (part) =>
      `Why the comparable change of ${part} differs from the other, or why one of them is null`,
  },
};

const OF_GROUPS: Readonly<Record<Exclude<keyof GroupFigure, keyof ComparableFigure>, Kind>> = {
  missing: {
    ...{ name: 'missing', suffix: '_missing', type: 'number', heading: 'missing', isAlwaysKnown: true },
    meaning: (part) => `Payments that are missing in ${part}`,
  },
  missingAgo: {
    ...{ name: 'missing_ago', suffix: '_missing_ago', type: 'number', isAlwaysKnown: true },
    heading: 'missing a year ago',
    meaning: (part) => `Payments that are missing in ${part}, a year before`,
  },
  difference: {
    ...{ name: 'difference', suffix: '_difference', type: 'unit', heading: 'difference' },
    meaning: (part) => `Difference of ${part} and the one a year before, with all members`,
  },
  likeForLike: {
    ...{ name: 'like_for_like', suffix: '_like_for_like', type: 'unit', heading: 'like for like' },
    meaning: (part) => `${capitalized(part)}, of the members that have every payment now and a year before`,
  },
  likeForLikeAgo: {
    ...{ name: 'like_for_like_ago', suffix: '_like_for_like_ago', type: 'unit' },
    heading: 'like for like, year ago',
    meaning: (part) => `The like-for-like sum for ${part}, a year before`,
  },
  leftOut: {
    ...{ name: 'left_out', suffix: '_left_out', type: 'number', heading: 'left out' },
    meaning: (part) =>
      `Members that the change of ${part} leaves out, because they lack one of its payments. null if one of the two sums is`,
  },
  compared: {
    ...{ name: 'compared', suffix: '_compared', type: 'number', heading: 'compared' },
    meaning: (part) =>
      `Members that the change of ${part} compares: they have every payment. null if one of the two sums is`,
  },
};

/** The unit of figures: that of the row, or always dollars. */
type FigureUnit<Row> = { type: 'figure'; unitOf(row: Row): Unit } | { type: 'amount' };

type FigureColumn<Row> = WrittenColumn<Row> & { read(row: Row): number | string | null };

function columnsOf<Row, Name extends string>(
  kinds: Readonly<Record<Name, Kind>>,
  { name, heading, meaning }: ComparedPart,
  unit: FigureUnit<Row>,
  figuresOf: (row: Row) => Readonly<Record<Name, number | string | null>> | null,
): FigureColumn<Row>[] {
  return Object.entries<Kind>(kinds).map(
    ([kind, one]): FigureColumn<Row> => ({
      name: name === PAYMENT.name ? one.name : `${name}${one.suffix}`,
      ...(one.type === 'unit' ? unit : { type: one.type }),
      heading: one.heading === '' ? heading : `${heading}, ${one.heading}`,
      meaning: one.meaning(meaning),
      ...(!one.isAlwaysKnown && { isNullable: true }),
      read: (row) => figuresOf(row)?.[kind as Name] ?? null,
    }),
  );
}

/** The figure of a part, the one a year before, its change and its comparable change. */
export function comparableColumns<Row>(
  part: ComparedPart,
  unit: FigureUnit<Row>,
  figuresOf: (row: Row) => ComparableFigure | null,
): FigureColumn<Row>[] {
  return [...columnsOf(COMPARED, part, unit, figuresOf), ...taxColumns(part, figuresOf)];
}

/** The comparable change alone, and why it differs from the plain one. */
export function taxColumns<Row>(
  part: ComparedPart,
  figuresOf: (row: Row) => ComparableFigure | null,
): FigureColumn<Row>[] {
  const comparableOf = (row: Row) => {
    const figure = figuresOf(row);
    return figure && { change: figure.comparable?.change ?? null, reason: taxReason(figure) };
  };
  return columnsOf(COMPARABLE, part, { type: 'amount' }, comparableOf);
}

/** What a group has besides: the payments that it lacks, and what its change compares. */
export function groupColumns<Row>(
  part: ComparedPart,
  figuresOf: (row: Row) => GroupFigure | null,
): FigureColumn<Row>[] {
  return columnsOf(OF_GROUPS, part, { type: 'amount' }, figuresOf);
}

const PART_NAMES = Object.keys(COMPARED_PARTS) as (keyof ComparedFigures)[];

/** The compared figures of the payment and its sums. */
export function allCompared<Row extends ComparedFigures>(unit: FigureUnit<Row>): FigureColumn<Row>[] {
  return PART_NAMES.flatMap((part) => comparableColumns<Row>(COMPARED_PARTS[part], unit, (row) => row[part]));
}

/** The columns of a text table: each figure with its changes. */
export function shownFigures(...parts: readonly (keyof ComparedFigures)[]): string[] {
  return parts.flatMap((part) => {
    const { name } = COMPARED_PARTS[part];
    const before = part === 'payment' ? '' : `${name}_`;
    return [name, `${before}change`, `${before}comparable_change`];
  });
}

/** How many payments the checks doubt in each figure and in that of a year before. */
export interface Doubted {
  doubtful: Readonly<Record<keyof ComparedFigures, number>>;
}

const DOUBTED: Readonly<Record<'doubtful', Kind>> = {
  doubtful: {
    ...{ name: 'doubtful', suffix: '_doubtful', type: 'number', heading: 'doubtful', isAlwaysKnown: true },
    meaning: (part) => `Payments that the checks doubt in ${part}, or in that of a year before`,
  },
};

/** The counts of doubtful payments of the payment and its sums. */
export function doubtfulColumns<Row extends Doubted>(): FigureColumn<Row>[] {
  return PART_NAMES.flatMap((part) =>
    doubtfulColumn<Row>(COMPARED_PARTS[part], ({ doubtful }) => doubtful[part]),
  );
}

export function doubtfulColumn<Row>(part: ComparedPart, countOf: (row: Row) => number): FigureColumn<Row>[] {
  return columnsOf(DOUBTED, part, { type: 'amount' }, (row: Row) => ({ doubtful: countOf(row) }));
}

/** The group columns of the payment and its sums, without the `missing` that a group has among its members. */
export function allOfGroups<Row>(
  groupOf: (row: Row) => Readonly<Record<keyof ComparedFigures, GroupFigure>> | null,
): FigureColumn<Row>[] {
  return PART_NAMES.flatMap((part) =>
    groupColumns<Row>(COMPARED_PARTS[part], (row) => groupOf(row)?.[part] ?? null),
  ).filter(({ name }) => name !== 'missing');
}
