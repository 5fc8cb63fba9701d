import { goTo, linkHere, readParameter } from '../address/navigation.ts';
import { isFigure } from '../words/figures.ts';
import type { TableColumn } from './columns.ts';
import type { TableOrder } from './order.ts';

/** How many columns a table shows before the reader chooses. */
export const MOST_COLUMNS = 6;

/** The parameter of the address that has the chosen columns, of all tables of the view. */
const PARAMETER = 'columns';

/** The ids of the columns that the address chooses from a table; none if it says nothing of it. */
function chosenOf<Row>([first, ...columns]: readonly TableColumn<Row>[]): string[] {
  const asked = readParameter(PARAMETER)?.split(',') ?? [];
  const chosen = columns.filter(({ id }) => asked.includes(id)).map(({ id }) => id);
  return first && chosen.length > 0 ? [first.id, ...chosen] : [];
}

/** The columns that a table shows: those that the reader chose, or the first ones. The first column is always there. */
export function shownColumns<Row>(
  columns: readonly TableColumn<Row>[],
  most = MOST_COLUMNS,
): TableColumn<Row>[] {
  const chosen = chosenOf(columns);
  if (chosen.length > 0) return columns.filter(({ id }) => chosen.includes(id));
  return columns.filter(({ isHidden }) => !isHidden).slice(0, most);
}

/** Shows a column that is hidden, or hides one. The choices of other tables stay. */
export function toggleColumn<Row>(columns: readonly TableColumn<Row>[], id: string): void {
  const shown = shownColumns(columns).map((column) => column.id);
  const next = shown.includes(id) ? shown.filter((one) => one !== id) : [...shown, id];
  const own = new Set(columns.map((column) => column.id));
  const others = (readParameter(PARAMETER)?.split(',') ?? []).filter((one) => !own.has(one));
  const usual = columns.filter(({ isHidden }) => !isHidden).slice(0, MOST_COLUMNS);
  const isUsual = next.length === usual.length && usual.every((column) => next.includes(column.id));
  const named = [...others, ...(isUsual ? [] : next.filter((one) => one !== columns[0]?.id))];
  goTo(linkHere({ [PARAMETER]: named.join(',') }), { replaces: true });
}

/**
 * The columns of a narrow table: the name of the row, what tells most, and what stands beside or below it. A figure has its
 * change below it, and a change its figure.
 */
export function narrowColumns<Row>(columns: readonly TableColumn<Row>[], order: TableOrder | undefined) {
  const [name, ...others] = columns;
  const figures = others.filter(({ content = 'text' }) => isFigure(content));
  const [first, second] = others.filter(({ isTelling }) => isTelling);
  const telling = figures.find(({ id }) => id === order?.column) ?? first ?? figures[0] ?? others[0];
  const isChange = telling?.content === 'change';
  const beside = telling === first ? second : undefined;
  const below = beside
    ? undefined
    : figures.find((one) => one !== telling && (one.content === 'change') !== isChange);
  return { name, telling, beside, below };
}
