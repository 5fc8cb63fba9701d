import { formatCount } from '../../domain/money.ts';
import { formatMonth, monthOfDate } from '../../domain/month.ts';
import { periodsInWords, plural } from '../../domain/text/wording.ts';
import { COMPARED_PARTS } from '../../records/descriptions/compared/compared-figures.ts';
import { periodComparisonRecord } from '../../records/descriptions/compared/period-comparison.ts';
import type { PeriodLine } from '../../records/descriptions/compared/period-line.ts';
import { comparisonRecord, type ShownLine } from '../../records/descriptions/comparison.ts';
import { stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Shown } from '../commands/look/records.ts';
import { byBasis, NO_DATAPOINT, nameOfMonth } from './analysis.ts';
import { formatRecords } from './records.ts';
import { LIKE_FOR_LIKE } from './totals.ts';

/** What only groups have. */
const OF_GROUPS = ['members', 'missing', 'left_out'];
const SUMS = ['yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;

/** A comparison as a table with a heading, and what is missing in its figures. */
export function comparisonText(text: Shown<ShownLine, (typeof comparisonRecord)['filters']>): string {
  const { asked, limit } = text;
  const { found, rows } = text.find();
  const { meta = {}, members = comparisonRecord.members } = found;
  const state = stateOf(asked.state);
  const period = meta.allocation_period;
  if (typeof period !== 'string') return NO_DATAPOINT;
  const month = monthOfDate(period);
  if (rows.length === 0)
    return `No jurisdiction matches. None has a datapoint in ${month} or in the 24 months before it. Use fewer options, or another month.`;
  const lines = rows.slice(0, limit);
  const isGrouped = meta.group !== 'jurisdiction';
  const isSelection = [asked.jurisdictions, asked.type, asked.county].some((chosen) => chosen !== undefined);
  const ranks =
    asked.minimum === undefined
      ? describeRanks(found.total, isGrouped, isSelection)
      : 'Ranks also count what is below the minimum.';
  const sales =
    typeof meta.sales_period === 'string'
      ? `, for sales of ${formatMonth(monthOfDate(meta.sales_period))}`
      : '';
  const title = `${state.name}, ${formatMonth(month)}${sales}, ${state.headline.replaceAll('_', ' ')}${byBasis(meta)}. Fiscal years begin in ${nameOfMonth(Number(meta.fiscal_year_start))}. ${ranks}`;
  const shown = comparisonRecord.shown?.filter((name) => isGrouped || !OF_GROUPS.includes(name)) ?? [];
  return [
    title,
    formatRecords({ ...comparisonRecord, members, shown }, withNames(lines, state), {
      ...{ meta, total: found.total },
    }),
    ...missingNote(lines, isGrouped),
    ...(meta.group === 'county' ? unknownNote(rows) : []),
  ].join('\n\n');
}

/** Lines whose groups have names for people. */
function withNames<Line extends Pick<ShownLine, 'group' | 'subject'>>(
  lines: readonly Line[],
  { code, name }: Pick<State, 'code' | 'name'>,
): Line[] {
  return lines.map((line) => ({
    ...line,
    group: line.group === code ? name : (line.group ?? (line.subject === null ? 'unknown' : null)),
  }));
}

/** The comparison of two periods as a table with a heading. */
export function periodsText({
  asked,
  limit,
  find,
}: Shown<PeriodLine, (typeof periodComparisonRecord)['filters']>): string {
  const { found, rows } = find();
  const { period, against, sales_period, against_sales_period, basis } = found.meta ?? {};
  const state = stateOf(asked.state);
  const bySales = basis === 'sales';
  const monthsWith = (months: unknown, sales: unknown) =>
    `${monthsOf(months)}${bySales || !sales ? '' : ` (sales of ${monthsOf(sales)})`}`;
  const what = bySales ? 'Payments for sales of' : 'Payments of';
  const title = `${state.name}. ${what} ${monthsWith(period, sales_period)}, against ${monthsWith(against, against_sales_period)}.`;
  if (found.total === 0) return `${title} No jurisdiction has a payment in these months.`;
  const lines = withNames(rows.slice(0, limit), state);
  const hasGaps = lines.some(({ members, figure }) => members > 1 && figure.missing + figure.missingAgo > 0);
  const shown = [...(periodComparisonRecord.shown ?? []), ...(hasGaps ? GAPS : [])];
  const table = formatRecords({ ...periodComparisonRecord, shown }, lines, { total: found.total });
  return [title, table, ...(hasGaps ? [LIKE_FOR_LIKE] : [])].join('\n\n');
}

/** What the sums of groups lack. */
const GAPS = ['missing', 'against_missing'];

/** `2020-03-01,2020-06-01` in words. */
function monthsOf(span: unknown): string {
  const [first = '', last = ''] = String(span).split(',').map(monthOfDate);
  return periodsInWords(first, last);
}

const membersOf = (lines: readonly ShownLine[]) => sumOf(lines, ({ members }) => members);

function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

/** A rank says little without those that it compares. */
function describeRanks(total: number, isGrouped: boolean, isSelection: boolean): string {
  if (isGrouped) return `Ranks are among ${plural(total, 'group')}.`;
  const what = plural(total, 'jurisdiction');
  return isSelection
    ? `Ranks are among the ${what} selected, not the state.`
    : `Ranks are among all ${what}.`;
}

function missingNote(lines: readonly ShownLine[], isGrouped: boolean): string[] {
  const missing = sumOf(lines, (line) => line.missing);
  const have = missing === 1 ? 'jurisdiction has' : 'jurisdictions have';
  return [
    ...(missing > 0 ? [`${formatCount(missing)} ${have} no payment in this month.`] : []),
    ...(isGrouped ? [...sumsNote(lines), LIKE_FOR_LIKE] : []),
  ];
}

/** How many payments the sums of groups over several months lack. */
function sumsNote(lines: readonly ShownLine[]): string[] {
  const groups = lines.filter((line) => line.subject === null);
  const lacking = SUMS.flatMap((part) => {
    const missing = sumOf(groups, (group) => group[part].missing);
    return missing > 0 ? `${COMPARED_PARTS[part].heading.toLowerCase()} ${formatCount(missing)}` : [];
  });
  return lacking.length > 0 ? [`Payments that are missing in the sums: ${lacking.join(', ')}.`] : [];
}

/** Sums of counties must not look like all that a county receives. */
function unknownNote(lines: readonly ShownLine[]): string[] {
  const members = membersOf(lines);
  const grouped = membersOf(lines.filter((line) => line.group !== null));
  if (grouped === members) return [];
  return [
    `The county of ${formatCount(grouped)} of ${plural(members, 'jurisdiction')} is known. The line unknown has the others.`,
  ];
}
