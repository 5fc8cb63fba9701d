import type { FigureSeries } from '../../../domain/allocation.ts';
import type { State } from '../../../states/state.ts';
import type { StoredJurisdiction } from '../../write/jurisdictions.ts';
import { type DatasetView, perContentAndKey } from '../view.ts';
import { type RowIndex, readColumn, rowIndexOf } from './row-index.ts';

/** One field of one jurisdiction, month by month. */
export interface JurisdictionFigures {
  subject: StoredJurisdiction;
  series: FigureSeries;
}

/** One field of all jurisdictions of a state: a column of the table, kept until the dataset changes. */
export class StateFigures {
  /** The `monthIndex` of each month that any jurisdiction has. */
  readonly months: ReadonlySet<number>;
  private readonly view: DatasetView;
  private readonly rowIndex: RowIndex;
  private readonly figures: Float64Array;
  /** The ids of the jurisdictions with datapoints, ascending. */
  private readonly ids: readonly number[];

  constructor(view: DatasetView, state: State, field: string) {
    if (!state.fields.some(({ name }) => name === field))
      throw new Error(`${state.code} has no field ${field}`);
    this.view = view;
    this.rowIndex = rowIndexOf(view, state);
    this.figures = readColumn(view, state, field, this.rowIndex);
    this.months = new Set(this.rowIndex.monthOfRow);
    this.ids = [...this.rowIndex.numberOfId.keys()].sort((a, b) => a - b);
  }

  /** The newest month of any jurisdiction, as `monthIndex`; `null` without datapoints. */
  get newest(): number | null {
    return this.months.size === 0 ? null : Math.max(...this.months);
  }

  /** The figures of the jurisdictions that fit, by id. Jurisdictions without datapoints are left out. */
  *within(fits: (subject: StoredJurisdiction) => boolean): Generator<JurisdictionFigures> {
    for (const id of this.ids) {
      const subject = this.view.jurisdictions.get(id);
      if (subject && fits(subject)) yield { subject, series: this.of(id) };
    }
  }

  /** The figures of one jurisdiction; without slots if it has no datapoints. */
  of(id: number): FigureSeries {
    const number = this.rowIndex.numberOfId.get(id);
    return number === undefined ? { first: 0, slots: [] } : this.readSeries(number);
  }

  private readSeries(number: number): FigureSeries {
    const { spans, byJurisdiction, monthOfRow } = this.rowIndex;
    const { start, end } = spans[number] ?? { start: 0, end: 0 };
    const first = monthOfRow[byJurisdiction[start] ?? 0] ?? 0;
    const slots: (number | null | undefined)[] = [];
    for (let at = start; at < end; at += 1) {
      const row = byJurisdiction[at] ?? 0;
      const slot = (monthOfRow[row] ?? 0) - first;
      while (slots.length < slot) slots.push(undefined);
      const figure = this.figures[row] ?? Number.NaN;
      slots.push(Number.isNaN(figure) ? null : figure);
    }
    return { first, slots };
  }
}

/** The figures of one field of a state. Made once for each version of the dataset. */
export const stateFigures = perContentAndKey(
  (view, state: State, field: string) => new StateFigures(view, state, field),
  (state, field) => `${state.code} ${field}`,
);
