import { setFlagsFromString } from 'node:v8';
import { type Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { columnsOfState } from '../../../publish/warehouse/published-columns.ts';
import { judgedDatapoints, namedAllocationRows } from '../../../publish/warehouse/published-tables.ts';
import { flatColumns } from '../../../records/description.ts';
import { type AnalyzedMonth, analysisRecord } from '../../../records/descriptions/analysis.ts';
import { type FileTable, partOf } from '../../../records/files/file-table.ts';
import { BASES, BASIS, type Basis } from '../../../records/filters/shared-filters.ts';
import { datedBy, fieldAsked, openAnalyses } from '../../../records/queries/analyses.ts';
import { tableOfRows } from '../../../records/table.ts';
import { STATES_WITH_COUNTIES, stateOf, unitOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import type { DatapointFilter } from '../../../store/query/datapoints.ts';
import { openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { chooseJurisdictions, type ScopeFlags, scopeOf } from '../../choose-jurisdiction.ts';
import { makeCommand } from '../../help.ts';
import {
  fiscalYearOption,
  fromOption,
  requireOrder,
  stateOption,
  toOption,
  typeOption,
} from '../../options.ts';
import { type OutFlags, printTable, writeOut } from '../../written-files.ts';
import { lookOptions, requireOneFormat } from './look-options.ts';
import { lookAt, readColumns } from './records.ts';

interface ExportFlags extends ScopeFlags, OutFlags {
  db: string;
  columns?: string;
  limit?: number;
  format: string;
  json?: true;
  from?: Month;
  to?: Month;
  analysis?: true;
  field?: string;
  fiscalYearStart?: number;
  basis?: Basis;
}

/** `allocations export`: writes datapoints as a table for spreadsheets and other programs. */
export function exportCommand(config: Config): Command {
  return makeCommand('export', {
    description: 'Write datapoints of one state as CSV, Excel workbook or Parquet',
    arguments: {
      '[jurisdiction...]': 'Only these jurisdictions. Give the id, code or name of each',
    },
    options: [
      stateOption('State to export. Required unless you name jurisdictions'),
      typeOption('Only jurisdictions of this type'),
      new Option('--county <name>', `Only jurisdictions of this county (${STATES_WITH_COUNTIES})`),
      fromOption(),
      toOption(),
      new Option(
        '--analysis',
        'Write the analysis of one field instead: sums, changes, shares and ranks, as in show --view month',
      ),
      new Option('--field <name>', 'Field to analyze instead of net_payment, with --analysis'),
      fiscalYearOption('First month of the fiscal year, 1 to 12, with --analysis'),
      new Option('--basis <value>', `${BASIS.meaning}, with --analysis`).choices(BASES),
      ...lookOptions(config, ['csv', 'json', 'ndjson']),
    ],
    examples: [
      'allocations export --state tx --type city --from 2024-01 --out texas.xlsx',
      'allocations export "Alder Creek" > alder-creek.csv',
      'allocations export --state ca --county "Los Angeles" --analysis --out los-angeles.xlsx',
    ],
  }).action(async (names: string[], flags: ExportFlags, command: Command) => {
    requireOrder(command, flags);
    requireOneFormat(command, flags);
    if (!flags.analysis && (flags.field ?? flags.fiscalYearStart ?? flags.basis) !== undefined)
      command.error('error: --field, --fiscal-year-start and --basis need --analysis', { exitCode: USAGE });
    await lookAt(config, flags, async (view) => {
      const { state, ...filter } = chooseAll(view, names, flags);
      saveMemory(view);
      const table = flags.analysis
        ? readAnalysis(view, state, filter, flags)
        : readTable(view, state, filter, flags);
      const columns = readColumns(
        flags.columns,
        table.columns.map(({ name }) => name),
      );
      const part = partOf(table, columns, flags.limit);
      if (flags.out === undefined) await printTable(part, flags.json ? 'json' : flags.format, flags.headings);
      else await writeOut(config, view.dataset, part, flags.out, flags, { one: 'datapoint', state });
    });
  });
}

const CACHE_KIB = 8192;

/** A file is written in one pass: garbage is collected early, and few pages stay in the cache. */
function saveMemory({ dataset }: DatasetView): void {
  setFlagsFromString('--max-semi-space-size=2');
  setFlagsFromString('--heap-growing-percent=20');
  dataset.sqlite.pragma(`cache_size = -${CACHE_KIB}`);
}

function readTable(
  view: DatasetView,
  state: State,
  filter: DatapointFilter,
  { out }: ExportFlags,
): FileTable {
  // query engines drop the columns of files that differ
  if (out?.toLowerCase().endsWith('.parquet')) return namedAllocationRows(view, state, filter);
  const columns = columnsOfState(state);
  return { columns, rows: () => judgedDatapoints(view, state, columns, filter) };
}

/** The analysis of each jurisdiction, by id, limited to the chosen months. */
function readAnalysis(
  view: DatasetView,
  state: State,
  { jurisdictionIds, type, from, to }: DatapointFilter,
  { field: asked, fiscalYearStart = fiscalYearToDateStart(state.calendar), basis = 'payment' }: ExportFlags,
): FileTable {
  const field = fieldAsked(state, asked);
  const unit = unitOf(state.code, field) ?? 'amount';
  const analyze = openAnalyses(view, state, field, { fiscalYearStart, basis });
  const dated = datedBy(state, basis);
  const rows = function* (): Generator<AnalyzedMonth> {
    for (const jurisdiction of view.jurisdictions.values()) {
      if (jurisdiction.state !== state.code || (type !== null && jurisdiction.type !== type)) continue;
      if (jurisdictionIds && !jurisdictionIds.includes(jurisdiction.id)) continue;
      for (const month of analyze(jurisdiction))
        if ((!from || month.month >= from) && (!to || month.month <= to))
          yield { ...dated(month), jurisdiction, field, unit };
    }
  };
  return tableOfRows(flatColumns(analysisRecord.members), rows, unit);
}

/** The state, since each has its own columns, and which of its datapoints are asked for. */
function chooseAll(
  view: DatasetView,
  names: readonly string[],
  flags: ExportFlags,
): DatapointFilter & { state: State } {
  const { type = null, from = null, to = null } = flags;
  const scope = scopeOf(view, flags);
  const inCounty = scope.county === null ? null : openLookup(view.dataset).within(scope);
  const chosen = names.length > 0 ? chooseJurisdictions(view.dataset, names, scope) : inCounty;
  const [first, ...others] = new Set(scope.state ? [scope.state] : chosen?.map(({ state }) => state));
  if (first === undefined)
    throw new OperatorError('No state given. Add --state, or name jurisdictions.', USAGE);
  if (others.length > 0) {
    const message = `The states ${[first, ...others].join(' and ')} have different columns. Export each state separately.`;
    throw new OperatorError(message, USAGE);
  }
  return { state: stateOf(first), jurisdictionIds: chosen?.map(({ id }) => id) ?? null, type, from, to };
}
