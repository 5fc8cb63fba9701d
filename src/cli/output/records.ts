import type { Measured, Reason } from '../../derive/figure.ts';
import { formatCount, formatGrouped, formatMoney } from '../../domain/money.ts';
import type { Month } from '../../domain/month.ts';
import { divideScaled } from '../../domain/ratio.ts';
import { plural } from '../../domain/text/wording.ts';
import { type Description, flatColumns, type Member, type RecordColumn } from '../../records/description.ts';
import { reasonsIn } from '../../records/json-record.ts';
import { reasonText } from '../../records/reasons.ts';
import { formatTable } from './print.ts';

/** A column of a text table. */
interface TextColumn<Row> {
  head: string;
  isRight: boolean;
  cellOf(row: Row): string;
  /** Whether it says anything about a row. Default: it is not empty. */
  hasNews?(row: Row): boolean;
  /** The figure that it shows. */
  figureOf?(row: Row): Measured;
}

/** What a list says of its records. */
interface ListTexts {
  /** How many records the whole list has. Default: these. */
  total?: number;
  /** The columns that the command line names. */
  names?: readonly string[] | undefined;
  /** How figures are converted. */
  converted?: string | undefined;
  note?: string | undefined;
}

/**
 * Formats records as a text table, or a line each if the description says how. Below the table are what its marks mean,
 * the reasons of its figures, and how many records are not shown.
 */
export function formatRecords<Row>(
  { one, members, shown, lineOf }: Pick<Description<Row>, 'one' | 'members' | 'shown' | 'lineOf'>,
  rows: readonly Row[],
  { total = rows.length, names, converted, note }: ListTexts = {},
): string {
  const more = total - rows.length;
  const end =
    more > 0
      ? [
          `${plural(more, `more ${one.replaceAll('_', ' ').replace(/s$/, '')}`)} not shown. --format and --out give all. Filters narrow the list.`,
        ]
      : [];
  if (lineOf && !names) return [...rows.map(lineOf), ...end].join('\n');
  const all = textColumns(members, names ?? shown);
  const columns = names ? all : all.filter((column) => rows.some((row) => hasNews(column, row)));
  const heads = columns.map(({ head }) => head);
  const right = columns.filter(({ isRight }) => isRight).map(({ head }) => head);
  const cells = rows.map((row) => columns.map(({ cellOf }) => cellOf(row)));
  const isMarked = cells.some((row) => row.some((cell) => cell.startsWith(MARK)));
  const table = [formatTable(heads, cells, right, widestOf(heads, cells)), ...end].join('\n');
  const unit = converted === undefined ? [] : [`Figures are ${converted}.`];
  const notes = [...reasonNote(members, columns, rows), ...(isMarked ? [DOUBT_NOTE] : [])];
  return [table, ...unit, ...(note === undefined ? [] : [note]), ...notes].join('\n\n');
}

function hasNews<Row>({ cellOf, hasNews: says }: TextColumn<Row>, row: Row): boolean {
  return says?.(row) ?? cellOf(row) !== NONE;
}

/** The columns of a table: those that are named, and for a figure its value and its two changes. */
function textColumns<Row>(
  members: readonly Member<Row>[],
  names: readonly string[] | undefined,
): TextColumn<Row>[] {
  const flat = new Map(flatColumns(members).map((column) => [column.flatName, column]));
  const figures = new Map(
    members.flatMap((member) => ('group' in member && member.figureOf ? [[member.group, member]] : [])),
  );
  const wanted = names ?? members.flatMap((member) => namesOf(member));
  return wanted.flatMap((name): TextColumn<Row>[] => {
    const figure = figures.get(name);
    if (figure) return figureColumns(figure);
    const column = flat.get(name);
    return column ? [textColumn(column)] : [];
  });
}

function namesOf(member: Member<never>): string[] {
  if (!('group' in member)) return [member.name];
  return member.figureOf ? [member.group] : member.columns.map(({ flatName }) => flatName);
}

/** Heads do not repeat the name of the figure: `payment`, `change`. */
function figureColumns<Row>(group: Extract<Member<Row>, { group: string }>): TextColumn<Row>[] {
  const { columns, heading = group.group } = group;
  const { figureOf } = group;
  const [value] = columns;
  if (!value || !figureOf) return [];
  const change = (head: string, of: (figure: Measured) => number | null): TextColumn<Row> => ({
    ...{ head, isRight: true, figureOf },
    cellOf: (row) => marked(formatChange(of(figureOf(row))), figureOf(row)),
  });
  return [
    {
      ...{ ...textColumn(value), head: heading.toLowerCase(), figureOf },
      // its reasons say why it is not known
      hasNews: (row) => value.read(row) !== null || figureOf(row).reasons.length > 0,
    },
    change('change', (figure) => figure.change),
    {
      ...change('comparable change', (figure) => figure.comparableChange),
      // it says nothing if no tax changed
      hasNews: (row) => figureOf(row).reasons.some(({ code }) => code === 'tax-changed'),
    },
  ];
}

function marked(text: string, { doubtful }: Measured): string {
  return doubtful > 0 && text !== NONE ? `${MARK}${text}` : text;
}

const FIGURES = ['amount', 'percent', 'ratio', 'figure', 'number', 'count'];
/** Counts that say nothing if they are 0, by their names in a figure. */
const LACKS = ['missing', 'doubtful'];

function textColumn<Row>(column: RecordColumn<Row>): TextColumn<Row> {
  return {
    head: column.heading.toLowerCase(),
    isRight: FIGURES.includes(column.type),
    cellOf: (row) => formatValue(column, row),
    ...(LACKS.includes(column.name) && { hasNews: (row: Row) => Number(column.read(row)) > 0 }),
  };
}

const NONE = '-';

/** A value for people: `1,234.56`, `12.5%`, `2026-10`, `2026-11-23 09:30`, `-` for none. */
function formatValue<Row>(column: RecordColumn<Row>, row: Row): string {
  const value = column.read(row);
  if (value === null) return NONE;
  if (column.type === 'reasons') return reasonsIn(value) ?? NONE;
  if (Array.isArray(value)) return value.join(', ') || NONE;
  if (typeof value === 'object') return JSON.stringify(value);
  const type = column.type === 'figure' ? column.unitOf?.(row) : column.type;
  // a figure without a unit is none
  if (type === undefined) return NONE;
  if (type === 'amount') return formatMoney(Number(value));
  if (type === 'percent') return `${formatGrouped(Number(value), 6)}%`;
  if (type === 'ratio') return `${formatGrouped(divideScaled(Math.round(Number(value)), 100, 1) ?? 0, 2)}%`;
  if (type === 'count') return formatCount(Number(value));
  if (type === 'time') return String(value).slice(0, 16).replace('T', ' ');
  return type === 'month' ? String(value).slice(0, 7) : String(value);
}

/** A change of millionths in percent, to two decimals. It is rounded here alone. */
function formatChange(change: number | null): string {
  if (change === null) return NONE;
  const hundredths = Math.sign(change) * Math.round(Math.abs(change) / 100);
  return `${hundredths > 0 ? '+' : ''}${formatGrouped(hundredths, 2)}%`;
}

/** The longest value that stays on one line. */
const LONGEST_LINE = 40;

/** The head of the column of long texts that wraps if the table gets too wide. */
function widestOf(heads: readonly string[], rows: readonly (readonly string[])[]): string | undefined {
  const widths = heads.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const widest = Math.max(...widths);
  return widest > LONGEST_LINE ? heads[widths.indexOf(widest)] : undefined;
}

const MARK = '? ';
/** What the mark means. */
const DOUBT_NOTE =
  '? The checks doubt a payment of this figure, or of the months to compare with. To see why, run: allocations findings --severity warning';

/** Reasons that a note names. */
const MOST_NAMED = 5;

/** Reasons that are of one place. */
const OF_PLACE: ReadonlySet<Reason['code']> = new Set(['missing-before', 'tax-changed']);

/** Why changes are missing or differ, each with the place of its line. */
function reasonNote<Row>(
  members: readonly Member<Row>[],
  columns: readonly TextColumn<Row>[],
  rows: readonly Row[],
): string[] {
  const place = flatColumns(members).find(({ flatName }) => flatName === 'jurisdiction_name');
  const unknown = new Set<Month>();
  let hasSheets = false;
  const named = new Set<string>();
  for (const { figureOf } of columns)
    for (const row of rows)
      for (const reason of figureOf?.(row).reasons ?? []) {
        if (reason.code === 'tax-unknown') {
          // one statement for all lines
          for (const month of reason.months) unknown.add(month);
          hasSheets ||= reason.hasSheets;
          continue;
        }
        const name = OF_PLACE.has(reason.code) ? place?.read(row) : null;
        named.add(`${typeof name === 'string' ? `${name}: ` : ''}${reasonText(reason)}`);
      }
  if (unknown.size > 0)
    named.add(reasonText({ code: 'tax-unknown', months: [...unknown].sort(), hasSheets }));
  if (named.size === 0) return [];
  const others = named.size > MOST_NAMED ? '; and others: --format csv has all' : '';
  return [`Why a change is missing or differs: ${[...named].slice(0, MOST_NAMED).join('; ')}${others}.`];
}
