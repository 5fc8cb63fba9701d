import type { GivingRow } from '../../records/descriptions/source.ts';
import type {
  PackedMonth,
  PackedRow,
  ReportsDocument,
  RowLayout,
  RowsDocument,
} from '../../records/documents/shapes.ts';
import { EVERYTHING } from '../../records/list.ts';
import { sources } from '../../records/queries/sources.ts';
import type { DatasetView } from '../../store/query/view.ts';

/** The reports that rows come from. */
export type ReportList = NumberedList<ReportsDocument['reports'][number]>;

export function openReportList(): ReportList {
  return new NumberedList(({ kind, sha256 }) => `${kind} ${sha256}`);
}

/** The rows behind each month of the places of a block, oldest first. */
export function rowsBehind(view: DatasetView, ids: readonly number[], reports: ReportList): RowsDocument {
  const layouts = new NumberedList<RowLayout>(({ sheet, fields }) => JSON.stringify([sheet, fields]));
  const pack = ({ sheet, row, fields, lines, ...report }: GivingRow): PackedRow => {
    const [at, layout] = [reports.placeOf(report), layouts.placeOf({ sheet, fields })];
    return lines ? [at, layout, row, lines] : [at, layout, row];
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
