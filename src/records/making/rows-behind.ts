import { once } from '../../domain/reading/once.ts';
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
  const rowLayouts: RowLayout[] = [];
  const layoutAt = once((text: string) => rowLayouts.push(JSON.parse(text)) - 1);
  const pack = ({ sheet, row, fields, lines, sha256 }: GivingRow): PackedRow => {
    const [report, layout] = [reportOf.get(sha256) ?? 0, layoutAt(JSON.stringify({ sheet, fields }))];
    return lines ? [report, layout, row, lines] : [report, layout, row];
  };
  const monthsOf = (id: number) => {
    const { length, read } = sources.find(view, { id: [id] }, EVERYTHING);
    return [...read(view, 0, length)]
      .reverse()
      .map(({ allocation_period: period, corrected, sources: rows }): PackedMonth => {
        const packed = rows.map(pack);
        return corrected.length > 0 ? [period, packed, corrected] : [period, packed];
      });
  };
  return { months: Object.fromEntries(ids.map((id) => [id, monthsOf(id)])), rowLayouts };
}
