import type { Description } from '../../records/description.ts';
import {
  type AnalyzedField,
  type AnalyzedMonth,
  type AnalyzedYear,
  analysisRecord,
  quarterRecord,
  yearRecord,
} from '../../records/descriptions/analysis.ts';
import type { Filters } from '../../records/filters/filter.ts';
import type { FoundRows } from '../../records/list.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import type { Shown } from '../commands/look/records.ts';
import { oneLine } from './print.ts';
import { formatRecords } from './records.ts';

/** What a list says of all of its records. */
export type Meta = NonNullable<FoundRows<unknown>['meta']>;

/** The text about a state without figures. */
export const NO_DATAPOINT =
  'The dataset has no datapoint of this state. Load reports first: allocations ingest <path>';

/** Says by which months sums count, if these are not the months of payment. */
export function byBasis(meta: Meta): string {
  return meta.basis === 'sales' ? ', counted by month of sale' : '';
}

/** The text about one jurisdiction: its heading, and what `format` makes of its rows, oldest first. */
export function aboutJurisdiction<Row extends AnalyzedField>(
  format: (
    rows: readonly Row[],
    about: { jurisdiction: StoredJurisdiction; meta: Meta },
  ) => readonly string[],
  whenEmpty: (shown: Pick<Shown<Row, Filters>, 'view' | 'asked'>) => string,
): (shown: Shown<Row, Filters>) => string {
  return (shown) => {
    const { found, rows: all } = shown.find();
    const { view, asked } = shown;
    const jurisdiction = typeof asked.id === 'number' ? view.jurisdictions.get(asked.id) : undefined;
    if (!jurisdiction) throw new Error('a text about no jurisdiction');
    const rows = all.slice(0, shown.limit).reverse();
    const { meta = {} } = found;
    const parts = all.length > 0 ? format(rows, { jurisdiction, meta }) : [whenEmpty(shown)];
    const more = all.length > rows.length ? [describeMore(rows.length, all.length)] : [];
    return [`${formatHeading(jurisdiction)}${byBasis(meta)}`, ...parts, ...more].join('\n\n');
  };
}

function describeMore(shown: number, all: number): string {
  return `These are the newest ${shown} of ${all}. To see all, add --limit ${all}. --format and --out give all.`;
}

/** A jurisdiction in one line: its name and what is known of it. */
function formatHeading(jurisdiction: StoredJurisdiction): string {
  const { id, name, state, type, county, sales_tax_id, sales_tax_rate } = jurisdiction;
  const facts = [
    state,
    type ?? 'type unknown',
    ...(county === null ? [] : [`${county} County`]),
    `code ${sales_tax_id}`,
    `id ${id}`,
    sales_tax_rate === null ? 'rate unknown' : `rate ${sales_tax_rate / 10_000}%`,
  ];
  return oneLine(`${name} (${facts.join(', ')})`);
}

export const monthsText = aboutJurisdiction<AnalyzedMonth>((rows, { jurisdiction: { type }, meta }) => {
  const peers = type ? `jurisdictions of the type ${type}` : 'jurisdictions of an unknown type';
  const standing = `A share is the part of the total of all ${peers}, in the county or in the state. The rank is among those of the state; 1 is the largest.`;
  const hasRanks = rows.some(({ rank }) => rank !== null);
  return [formatRecords(analysisRecord, rows, { meta }), ...(hasRanks ? [standing] : [])];
}, noMonths);

export const quartersText = aboutJurisdiction<AnalyzedMonth>(
  (rows, { meta }) => [formatRecords(quarterRecord, rows, { meta })],
  () => 'No month settles a quarter here. Use --view month or --view year.',
);

export const yearsText = aboutJurisdiction<AnalyzedYear>(
  (rows, { meta }) => yearTables(yearRecord, rows, meta),
  noMonths,
);

/** The text of an analysis without rows. */
function noMonths(): string {
  return 'No datapoint in these months.';
}

/** A table of the calendar years, and one of the fiscal years. */
export function yearTables<Row extends { years: 'calendar' | 'fiscal' }>(
  description: Description<Row>,
  rows: readonly Row[],
  meta: Meta,
): string[] {
  const titles = {
    calendar: 'Calendar years',
    fiscal: `Fiscal years from ${nameOfMonth(Number(meta.fiscal_year_start))}`,
  };
  return (['calendar', 'fiscal'] as const).flatMap((kind) => {
    const ofKind = rows.filter(({ years }) => years === kind);
    return ofKind.length === 0 ? [] : [`${titles[kind]}\n${formatRecords(description, ofKind, { meta })}`];
  });
}

/** The name of a calendar month, 1 to 12. */
export function nameOfMonth(number: number): string {
  return new Date(Date.UTC(2000, number - 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
}
