import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { useOverview } from '../../service/overview.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { nameKind } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { listMonths, salesLagOf, shortPaid } from '../../words/sales.ts';
import { DataHead } from '../part-tabs.tsx';

/** Which months are there of each state, which are missing, and which reports wait. */
export function CompletenessView() {
  const { states } = useOverview();
  return (
    <>
      <DataHead current="/data/completeness" />
      <div class="records">
        <FigureTable
          caption="Reports of each kind"
          columns={COLUMNS}
          rows={states.flatMap(kindsOf)}
          keyOf={({ state, kind }) => kind || state.state}
        />
      </div>
    </>
  );
}

/** The reports of one kind of a state, by the months that they pay. */
type ReportKind = ReturnType<typeof kindsOf>[number];

function kindsOf(state: StateOverview) {
  const { months, missing, expected } = state;
  const loaded = months.flatMap(({ reports, allocation_period }) =>
    Object.keys(reports).map((kind) => ({ kind, allocation_period })),
  );
  const kinds = [...new Set([...loaded, ...missing, ...expected].map(({ kind }) => kind))].sort();
  // a state without reports has a row too
  return (kinds.length === 0 ? [''] : kinds).map((kind) => {
    const monthsIn = (known: typeof loaded) =>
      known.flatMap((report) => (report.kind === kind ? [report.allocation_period] : [])).sort();
    const due = expected.flatMap((report) => (report.kind === kind ? [report.due] : [])).sort();
    return {
      ...{ state, kind, due: due[0] },
      ...{ loaded: monthsIn(loaded), missing: monthsIn(missing), expected: monthsIn(expected) },
    };
  });
}

const COLUMNS: readonly TableColumn<ReportKind>[] = [
  {
    ...{ id: 'report', head: 'Report' },
    value: ({ state, kind }) => (kind ? `${state.name}: ${nameKind(kind)}` : state.name),
  },
  {
    ...{ id: 'missing', head: 'Missing', isTelling: true },
    value: ({ missing, state }) => listMonths(missing, salesLagOf(state)),
    show: (_kind, text) => <span class="mark-missing">{text}</span>,
  },
  {
    ...{ id: 'expected', head: 'Expected, but not there yet', isTelling: true },
    value: ({ expected, state, due }) => {
      const months = listMonths(expected, salesLagOf(state));
      return months && due ? `${months}. Due since ${longDay(due)}` : months;
    },
  },
  {
    ...{ id: 'first', head: 'From', content: 'month', value: ({ loaded }) => loaded[0] ?? null },
    show: ({ state, loaded }) => shortPaid(loaded[0] ?? '', salesLagOf(state)),
  },
  {
    ...{ id: 'last', head: 'To', content: 'month', value: ({ loaded }) => loaded.at(-1) ?? null },
    show: ({ state, loaded }) => shortPaid(loaded.at(-1) ?? '', salesLagOf(state)),
  },
  { id: 'months', head: 'Months loaded', content: 'count', value: ({ loaded }) => loaded.length },
];
