import type { DatasetView } from '../../store/query/view.ts';
import type { GivingRow } from '../descriptions/source.ts';
import type { PackedMonth, PackedRow, RowLayout, RowsDocument } from '../documents/shapes.ts';
import { EVERYTHING } from '../list.ts';
import { sources } from '../queries/sources.ts';

/** The rows behind each month of the places of a block, oldest first. `reportOf` gives the number of a report by its hash. */
export function rowsBehind(
  view: DatasetView,
  ids: readonly number[],
  reportOf: ReadonlyMap<string, number>,
): RowsDocument {
  const layouts = new NumberedList<RowLayout>(({ sheet, fields }) => JSON.stringify([sheet, fields]));
  const pack = ({ sheet, row, fields, lines, sha256 }: GivingRow): PackedRow => {
    const [report, layout] = [reportOf.get(sha256) ?? 0, layouts.placeOf({ sheet, fields })];
    return lines ? [report, layout, row, lines] : [report, layout, row];
  };
  const monthsOf = (id: number) => {
    const { length, read } = sources.find(view, { id }, EVERYTHING);
    return [...read(view, 0, length)]
      .reverse()
      .map(({ allocation_period: period, corrected, sources: rows }): PackedMonth => {
        const packed = rows.map(pack);
        return corrected.length > 0 ? [period, packed, corrected] : [period, packed];
      });
  };
  return { months: Object.fromEntries(ids.map((id) => [id, monthsOf(id)])), rowLayouts: layouts.all };
}

/** Entries, each once, with their places in the list. */
class NumberedList<Entry> {
  readonly all: Entry[] = [];
  private readonly places = new Map<string, number>();
  private readonly keyOf: (entry: Entry) => string;

  constructor(keyOf: (entry: Entry) => string) {
    this.keyOf = keyOf;
  }

  placeOf(entry: Entry): number {
    const key = this.keyOf(entry);
    const known = this.places.get(key);
    if (known !== undefined) return known;
    this.places.set(key, this.all.length);
    return this.all.push(entry) - 1;
  }
}
