import type { ComparisonGroup, StateLine } from '../../analyses/analyses.ts';
import { formatCount } from '../../domain/money.ts';
import { formatMonth, type Month } from '../../domain/month.ts';
import { plural } from '../../domain/text/wording.ts';
import type { State } from '../../states/state.ts';
import { formatExactChange, LIKE_FOR_LIKE, nameOfMonth } from './analysis.ts';
import { formatFigure } from './figure.ts';
import { formatTable, oneLine } from './print.ts';

const SUM_NAMES = ['year to date', 'fiscal year to date', 'rolling year'] as const;

/** What a comparison is about. */
export interface ComparisonHeading {
  state: State;
  month: Month;
  group: ComparisonGroup;
  fiscalYearStart: number;
  /** The number of lines with those that are not printed. */
  total: number;
  /** Jurisdictions of all lines, and those of lines whose group is known. */
  members: number;
  grouped: number;
  /** Whether the request named only some jurisdictions of the state. */
  isSelection: boolean;
}

/** Formats a comparison as a table with a heading, and says which figures are missing. */
export function formatComparison(lines: readonly StateLine[], heading: ComparisonHeading): string {
  const { state, month, group, fiscalYearStart, total } = heading;
  const isGrouped = group !== 'jurisdiction';
  const title = `${state.name}, ${formatMonth(month)}, ${state.headline.replaceAll('_', ' ')}. Fiscal years begin in ${nameOfMonth(fiscalYearStart)}. ${describeRanks(heading)}`;
  const notes = [
    ...(total > lines.length
      ? [`${formatCount(lines.length)} of ${formatCount(total)} lines are shown. --limit changes that.`]
      : []),
    ...missingNote(lines, isGrouped),
    ...doubtNote(lines),
    ...unknownNote(heading),
  ];
  return [title, '', formatLines(lines, state, isGrouped), ...notes.flatMap((note) => ['', note])].join('\n');
}

/** A rank says little without those that it compares. */
function describeRanks({ group, total, isSelection }: ComparisonHeading): string {
  const what = plural(total, group === 'jurisdiction' ? 'jurisdiction' : 'group');
  if (group !== 'jurisdiction') return `Ranks are among ${what}.`;
  return isSelection
    ? `Ranks are among the ${what} selected, not the state.`
    : `Ranks are among all ${what}.`;
}

function formatLines(lines: readonly StateLine[], state: State, isGrouped: boolean): string {
  const figure = (value: number | null) => formatFigure(state.code, state.headline, value);
  const numbers = [
    ...['payment', 'year ago', 'change'],
    ...SUM_NAMES.flatMap((name) => [name, 'vs year ago']),
  ];
  const counts = ['members', 'missing', 'left out'];
  const who = isGrouped ? ['group', ...counts] : ['id', 'jurisdiction'];
  const rows = lines.map((line) => {
    const { rank, payment } = line;
    const sums = [line.yearToDate, line.fiscalYearToDate, line.rollingYear];
    return [
      rank === null ? '-' : String(rank),
      ...(line.subject === null
        ? [
            line.group ?? 'unknown',
            ...[line.members, line.missing, line.payment.leftOut ?? 0].map(formatCount),
          ]
        : [String(line.subject.id), oneLine(line.subject.name)]),
      ...[figure(payment.value), figure(payment.yearAgo)],
      `${line.doubt ? '? ' : ''}${formatExactChange(payment)}`,
      ...sums.flatMap((sum) => [figure(sum.value), formatExactChange(sum)]),
    ];
  });
  return formatTable(['rank', ...who, ...numbers], rows, ['rank', ...counts, ...numbers]);
}

function missingNote(lines: readonly StateLine[], isGrouped: boolean): string[] {
  const missing = lines.reduce((sum, line) => sum + line.missing, 0);
  const have = missing === 1 ? 'jurisdiction has' : 'jurisdictions have';
  return [
    ...(missing > 0 ? [`${formatCount(missing)} ${have} no payment in this month.`] : []),
    ...(isGrouped ? [...sumsNote(lines), LIKE_FOR_LIKE] : []),
  ];
}

/** How many payments the sums over several months lack. */
function sumsNote(lines: readonly StateLine[]): string[] {
  const groups = lines.filter((line) => line.subject === null);
  const lacking = (['yearToDate', 'fiscalYearToDate', 'rollingYear'] as const).flatMap((part, at) => {
    const missing = groups.reduce((sum, group) => sum + group[part].missing, 0);
    return missing > 0 ? `${SUM_NAMES[at]} ${formatCount(missing)}` : [];
  });
  return lacking.length > 0 ? [`Payments that are missing in the sums: ${lacking.join(', ')}.`] : [];
}

function doubtNote(lines: readonly StateLine[]): string[] {
  const [first] = lines.filter(({ doubt }) => doubt);
  if (!first?.subject) return [];
  return [
    `? The checks doubt the payment of this month or of the year before. Such a change is sorted after the others. To see why, run: allocations findings --jurisdiction ${first.subject.id}`,
  ];
}

/** Sums of counties must not look like all that a county receives. */
function unknownNote({ group, members, grouped }: ComparisonHeading): string[] {
  if (group !== 'county' || grouped === members) return [];
  return [
    `The county of ${formatCount(grouped)} of ${plural(members, 'jurisdiction')} is known. The line unknown has the others.`,
  ];
}
