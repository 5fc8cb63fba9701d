import type { GroupFigure } from '../../derive/group-sum.ts';
import { salesPeriod } from '../../domain/allocation.ts';
import { formatCount, formatGrouped, formatMoney } from '../../domain/money.ts';
import { formatMonth, type Month, monthOfDate } from '../../domain/month.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { nameFew, plural } from '../../domain/text/wording.ts';
import { taxReason } from '../../records/descriptions/compared/tax-changes.ts';
import type { ChangeName, ListedChange } from '../../records/descriptions/history/change.ts';
import { stateOf } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { Note, NoteSection } from './note.ts';
import { comparableNote, DOUBT_NOTE, formatChange, formatMove, MARK } from './records.ts';

/** Entries of a topic, so that a note fits a mail. */
const MOST_LISTED = 10;

export interface NoteContext {
  /** What the present dataset is compared with, as a phrase: `since 2026-11-01`. */
  since: string;
  /** Which runs made the changes, as a sentence. */
  runs: string;
  /** The command that lists everything. */
  command: string;
}

/** The payments of a state's month, beside those of the same month a year before. */
export interface MonthNews {
  state: State;
  month: Month;
  isNew: boolean;
  /** How many jurisdictions have a payment. */
  jurisdictions: number;
  /** As totals and comparisons give it; `null` if no jurisdiction was asked for that has a payment. */
  sum: GroupFigure | null;
  /** How many payments of the sum, and of its year before, the checks doubt. */
  doubtful: number;
}

/** What changed, and where the payments of each state stand. */
export interface News {
  months: readonly MonthNews[];
  changes: readonly ListedChange[];
}

/** Describes what changed, as a note to a finance director. */
export function describeNews(news: News, context: NoteContext): Note {
  const of = (change: ChangeName) => news.changes.filter((one) => one.change === change);
  const sections = [
    ...describeMonths(news),
    ...describeReports('Withdrawn reports', of('withdrawn_report'), context),
    ...describeRestated(of('restated_figure'), context),
    ...describeRemoved(of('removed_figure'), context),
    ...describeCounties(of('changed_county'), context),
    ...describeJurisdictions('Without a payment in the newest month', of('ended_jurisdiction'), context),
    ...describeJurisdictions('New jurisdictions', of('new_jurisdiction'), context),
    ...describeAdded(of('new_figure'), context),
  ];
  return {
    subject: subjectOf(news, context),
    sections,
    closing: [context.runs, `All changes: ${context.command}`],
  };
}

function subjectOf({ months, changes }: News, { since }: NoteContext): string {
  const payments = (change: ChangeName) =>
    changes.filter((one) => one.change === change && isPayment(one)).length;
  const count = (change: ChangeName) => changes.filter((one) => one.change === change).length;
  const states = new Set(months.filter(({ isNew }) => isNew).map(({ state }) => state));
  const parts = [
    ...[...states].flatMap((state) => {
      const [newest] = months.filter((one) => one.state === state);
      return newest ? [describeNewest(newest)] : [];
    }),
    ...some(payments('restated_figure'), (n) => `${plural(n, 'payment')} restated`),
    ...some(payments('removed_figure'), (n) => `${plural(n, 'payment')} removed`),
    ...some(count('withdrawn_report'), (n) => `${plural(n, 'report')} withdrawn`),
  ];
  if (parts.length > 0) return `Sales tax: ${parts.join('; ')}`;
  return changes.length > 0 ? `Sales tax: details changed ${since}` : `Sales tax: nothing changed ${since}`;
}

function some(count: number, text: (count: number) => string): string[] {
  return count > 0 ? [text(count)] : [];
}

function describeNewest(newest: MonthNews): string {
  const { state, month, sum } = newest;
  const compared = sum && sum.change !== null ? ` (${changeIn(newest)})` : '';
  return `${state.name} ${formatMonth(month)} ${dollars(sum?.value ?? null)}${compared}`;
}

function describeMonths({ months, changes }: News): NoteSection[] {
  if (months.length === 0) return [];
  const isAlike = months.every(({ sum }) => !sum?.leftOut);
  const reasons = months.flatMap(({ sum }) => (sum && taxReason(sum))?.split('; ') ?? []);
  const hasComparable =
    reasons.length > 0 && months.some(({ sum }) => typeof sum?.comparable?.change === 'number');
  const rows = months.map((one) => {
    const { state, month, isNew, jurisdictions, sum } = one;
    const salesMonth = salesPeriod(month, state.calendar);
    return [
      ...[state.name, `${formatMonth(month)}${isNew ? ' (new)' : ''}`],
      ...[salesMonth ? formatMonth(salesMonth) : '-', dollars(sum?.value ?? null)],
      ...[formatCount(jurisdictions), dollars(sum?.yearAgo ?? null), changeIn(one)],
      ...(hasComparable ? [formatChange(sum?.comparable?.change ?? null)] : []),
      ...(isAlike ? [] : [formatCount(sum?.leftOut ?? 0)]),
    ];
  });
  const shown = new Set(months.map(({ state, month }) => `${state.code} ${month}`));
  const others = changes.filter(
    ({ change, state, allocation_period: period }) =>
      change === 'new_month' && period !== null && !shown.has(`${state} ${monthOfDate(period)}`),
  );
  const head = [
    ...['state', 'month', 'for sales of', 'payments', 'jurisdictions', 'a year before', 'change'],
    ...[...(hasComparable ? ['comparable'] : []), ...(isAlike ? [] : ['left out'])],
  ];
  const more = some(others.length, (n) => `. ${plural(n, 'earlier new month')} not listed`).join('');
  const notes = [
    ...comparableNote(hasComparable ? reasons : []),
    ...(months.some(({ doubtful }) => doubtful > 0) ? [DOUBT_NOTE] : []),
  ];
  return [
    { title: `Payments of the newest months${more}`, head, rows, right: head.slice(3) },
    ...(notes.length > 0 ? [{ title: 'About the changes', items: notes }] : []),
  ];
}

/** The change of a month's sum, with a mark if the checks doubt a payment. */
function changeIn({ sum, doubtful }: MonthNews): string {
  const text = formatChange(sum?.change ?? null, sum?.likeForLike, sum?.likeForLikeAgo);
  return doubtful > 0 ? `${MARK}${text}` : text;
}

function describeReports(
  title: string,
  reports: readonly ListedChange[],
  context: NoteContext,
): NoteSection[] {
  const items = reports.map(({ report, reason }) => {
    const name = report ? `${report.file_name} (${shortHash(report.sha256)})` : '';
    return reason === null ? name : `${name}: ${reason}`;
  });
  return cut(title, items, context);
}

/** Payments if any, because other figures of the same record move with them; else the other figures. */
function describeRestated(figures: readonly ListedChange[], context: NoteContext): NoteSection[] {
  const payments = figures.filter(isPayment);
  const shown = payments.length > 0 ? payments : figures;
  const others = figures.length - shown.length;
  const sum = payments.reduce((total, { before, after }) => total + (after ?? 0) - (before ?? 0), 0);
  const together = payments.length > 1 ? `, ${signed(sum)} in total` : '';
  const more = some(others, (n) => `, and ${plural(n, 'other figure')}`).join('');
  const word = payments.length > 0 ? 'payment' : 'figure';
  const order = shown.length > 1 ? '. Largest first' : '';
  const title = `Restated: ${plural(shown.length, word)}${together}${more}${order}`;
  return cut(title, shown.map(describeFigure), context);
}

function describeFigure(change: ListedChange): string {
  const { allocation_period, field, before, after, report, reason } = change;
  const isAmount = change.unit === 'amount';
  const figure = (value: number | null) =>
    isAmount || value === null ? dollars(value) : `${formatGrouped(value, 6)}%`;
  const difference = (after ?? 0) - (before ?? 0);
  const relative = formatMove(before, after);
  const moved = isAmount ? ` (${signed(difference)}${relative === null ? '' : `, ${relative}`})` : '';
  const what = isPayment(change) ? '' : ` ${(field ?? '').replaceAll('_', ' ')}`;
  const from = reason ?? (report ? report.file_name : '');
  return `${nameOf(change)}, ${monthName(allocation_period)}:${what} ${figure(before)}, now ${figure(after)}${moved}${from === '' ? '' : `. ${from}`}`;
}

/** Removed payments by month: a withdrawn report takes many at once. */
function describeRemoved(figures: readonly ListedChange[], context: NoteContext): NoteSection[] {
  const payments = figures.filter(isPayment);
  const shown = payments.length > 0 ? payments : figures;
  const items = byMonth(shown).map((group) => {
    const [first] = group;
    if (!first) return '';
    const sum = group.reduce((total, { before }) => total + (before ?? 0), 0);
    const amount = payments.length > 0 ? `, ${dollars(sum)}` : '';
    const who = group.length === 1 ? nameOf(first) : plural(group.length, 'figure');
    return `${stateOf(first.state).name} ${monthName(first.allocation_period)}: ${who}${amount}`;
  });
  return cut(`Removed: ${plural(shown.length, payments.length > 0 ? 'payment' : 'figure')}`, items, context);
}

function describeJurisdictions(
  title: string,
  changes: readonly ListedChange[],
  context: NoteContext,
): NoteSection[] {
  const items = changes.map((change) => {
    const { change: kind, allocation_period, after, total } = change;
    const [word, amount] = kind === 'ended_jurisdiction' ? ['last payment', after] : ['since', total];
    return `${nameOf(change)}: ${word} ${monthName(allocation_period)}, ${dollars(amount)}`;
  });
  return cut(`${title}: ${formatCount(items.length)}`, items, context);
}

function describeCounties(changes: readonly ListedChange[], context: NoteContext): NoteSection[] {
  const items = changes.map((change) => `${nameOf(change)}: ${change.reason}`);
  return cut('In another county, with all past payments', items, context);
}

/** Figures that were missing, a line for each month. */
function describeAdded(changes: readonly ListedChange[], context: NoteContext): NoteSection[] {
  const items = byMonth(changes).map((group) => {
    const [first] = group;
    if (!first) return '';
    const fields = [...new Set(group.map(({ field }) => (field ?? '').replaceAll('_', ' ')))];
    const most = Math.max(...group.map(({ jurisdictions }) => jurisdictions ?? 0));
    const files = [...new Set(group.flatMap(({ report }) => report?.file_name ?? []))];
    const from = files.length > 0 ? `. ${nameFew(files)}` : '';
    return `${stateOf(first.state).name} ${monthName(first.allocation_period)}: ${nameFew(fields)} of ${plural(most, 'jurisdiction')}${from}`;
  });
  return cut('Known now, missing before', items, context);
}

/** The first items of a topic, and how to see the others. No section if there are none. */
function cut(title: string, items: readonly string[], { command }: NoteContext): NoteSection[] {
  if (items.length === 0) return [];
  const more = items.length - MOST_LISTED;
  const rest = some(Math.max(0, more), (n) => `and ${formatCount(n)} more: ${command}`);
  return [{ title, items: [...items.slice(0, MOST_LISTED), ...rest] }];
}

/** Changes by state and month, in the order of the first of each. */
function byMonth(changes: readonly ListedChange[]): ListedChange[][] {
  return [...Map.groupBy(changes, (one) => `${one.state} ${one.allocation_period}`).values()];
}

function isPayment({ state, field }: ListedChange): boolean {
  return field === stateOf(state).headline;
}

function nameOf({ state, jurisdiction }: ListedChange): string {
  if (!jurisdiction) return '';
  const { id, name, type, county } = jurisdiction;
  if (name === null) return `${id} (${state}, removed)`;
  const within = county && type !== 'county' ? `, ${county} County` : '';
  return `${name} (${state}, ${type ?? 'type unknown'}${within})`;
}

function monthName(period: string | null): string {
  return period === null ? '-' : formatMonth(monthOfDate(period));
}

/** Cents for people: `$1,234.56`, `-$5.00`, `-` for none. */
function dollars(cents: number | null): string {
  if (cents === null) return '-';
  return `${cents < 0 ? '-' : ''}$${formatMoney(Math.abs(cents))}`;
}

function signed(cents: number): string {
  return `${cents > 0 ? '+' : ''}${dollars(cents)}`;
}
