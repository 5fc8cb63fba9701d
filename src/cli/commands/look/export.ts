import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { writeCsv } from '../../../publish/table.ts';
import { columnsOfState } from '../../../publish/warehouse/allocation-columns.ts';
import { namedAllocationRows } from '../../../publish/warehouse/published-rows.ts';
import { flatColumns } from '../../../records/description.ts';
import { type AnalyzedMonth, analysisRecord } from '../../../records/descriptions/analysis.ts';
import type { FileTable } from '../../../records/files/file-table.ts';
import { openAnalyses } from '../../../records/queries/analyses.ts';
import { tableOfRows } from '../../../records/table.ts';
import { stateOf, unitOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { type Dataset, openForReading } from '../../../store/dataset.ts';
import { type DatapointFilter, readDatapoints } from '../../../store/query/datapoints.ts';
import { type LookupScope, openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { openReader } from '../../../store/query/view.ts';
import type { StoredJurisdiction } from '../../../store/write/jurisdictions.ts';
import { chooseJurisdictions } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import {
  databaseOption,
  fiscalYearOption,
  fromOption,
  requireOrder,
  stateOption,
  toOption,
  typeOption,
} from '../../options.ts';
import { requireField } from '../../output/jurisdiction.ts';
import { type OutFlags, outOptions, requireNotOwn, writeOut } from '../../written-files.ts';

interface ExportFlags extends ScopeFlags, OutFlags {
  db: string;
  from?: Month;
  to?: Month;
  analysis?: true;
  field?: string;
  fiscalYearStart?: number;
}

/** `allocations export`: writes datapoints as a table for spreadsheets and other programs. */
export function exportCommand(config: Config): Command {
  const command = new Command('export')
    .description('Write datapoints of one state as CSV, Excel workbook or Parquet')
    .argument('[jurisdiction...]', 'Only these jurisdictions. Give the id, code or name of each')
    .addOption(stateOption('State to export. Required unless you name jurisdictions'))
    .addOption(typeOption('Only jurisdictions of this type'))
    .addOption(countyOption('Only jurisdictions of this county'))
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(
      new Option(
        '--analysis',
        'Write the analysis of one field instead: sums, changes, shares and ranks, as in show --view month',
      ),
    )
    .addOption(new Option('--field <name>', 'Field to analyze instead of net_payment, with --analysis'))
    .addOption(fiscalYearOption('First month of the fiscal year, 1 to 12, with --analysis'));
  for (const option of outOptions('File to write. Without it, CSV goes to stdout')) command.addOption(option);
  command.addOption(databaseOption(config)).action(async (names: string[], flags: ExportFlags, command) => {
    requireOrder(command, flags);
    if (!flags.analysis && (flags.field ?? flags.fiscalYearStart) !== undefined)
      command.error('error: --field and --fiscal-year-start need --analysis', { exitCode: USAGE });
    if (flags.out !== undefined) requireNotOwn(config, flags.out, flags);
    const dataset = openForReading(flags.db);
    try {
      await exportDatapoints(dataset, names, flags, config);
    } finally {
      dataset.close();
    }
  });
  return addExamples(
    command,
    'allocations export --state tx --type city --from 2024-01 --out texas.xlsx',
    'allocations export "Alder Creek" > alder-creek.csv',
    'allocations export --state ca --county "Los Angeles" --analysis --out los-angeles.xlsx',
  );
}

async function exportDatapoints(
  dataset: Dataset,
  names: readonly string[],
  flags: ExportFlags,
  config: Config,
): Promise<void> {
  const { type = null, from = null, to = null, out } = flags;
  const { state, jurisdictionIds } = chooseAll(dataset, names, flags);
  const filter = { jurisdictionIds, type, from, to };
  const table = flags.analysis
    ? readAnalysis(dataset, state, filter, flags)
    : readTable(dataset, state, filter, out);
  if (out === undefined) return writeCsv(table, process.stdout, flags.headings);
  await writeOut(config, dataset, table, out, flags, { one: 'datapoint', state });
}

function readTable(
  dataset: Dataset,
  state: State,
  filter: DatapointFilter,
  out: string | undefined,
): FileTable {
  // query engines drop the columns of files that differ
  if (out?.toLowerCase().endsWith('.parquet')) return namedAllocationRows(dataset, state, filter);
  const columns = columnsOfState(state);
  return { columns, rows: () => readDatapoints(dataset, state, columns, filter) };
}

/** The analysis of each jurisdiction, by id, limited to the chosen months. */
function readAnalysis(
  dataset: Dataset,
  state: State,
  { jurisdictionIds, type, from, to }: DatapointFilter,
  { field = state.headline, fiscalYearStart = fiscalYearToDateStart(state.calendar) }: ExportFlags,
): FileTable {
  requireField(state, field);
  const ids = jurisdictionIds && new Set(jurisdictionIds);
  const { analyze, jurisdictions } = openReader(dataset).read((view) => ({
    analyze: openAnalyses(view, state, field, fiscalYearStart),
    jurisdictions: [...view.jurisdictions.values()],
  }));
  const unit = unitOf(state.code, field) ?? 'amount';
  const rows = function* (): Generator<AnalyzedMonth> {
    for (const jurisdiction of jurisdictions) {
      if (jurisdiction.state !== state.code || (ids && !ids.has(jurisdiction.id))) continue;
      if (type !== null && jurisdiction.type !== type) continue;
      for (const month of analyze(jurisdiction))
        if ((!from || month.month >= from) && (!to || month.month <= to))
          yield { ...month, jurisdiction, field, unit };
    }
  };
  return tableOfRows(flatColumns(analysisRecord.members), rows, unit);
}

/** The state, since each has its own columns, and the ids asked for (`null` means all). */
function chooseAll(
  dataset: Dataset,
  names: readonly string[],
  flags: ExportFlags,
): { state: State; jurisdictionIds: number[] | null } {
  const scope = scopeOf(dataset, flags);
  const chosen = chooseNamed(dataset, names, scope);
  const stateCodes = scope.state === null ? (chosen ?? []).map(({ state }) => state) : [scope.state];
  const [first, ...others] = new Set(stateCodes);
  if (first === undefined)
    throw new OperatorError('No state given. Add --state, or name jurisdictions.', USAGE);
  if (others.length > 0) {
    const message = `The states ${[first, ...others].join(' and ')} have different columns. Export each state separately.`;
    throw new OperatorError(message, USAGE);
  }
  return { state: stateOf(first), jurisdictionIds: chosen?.map(({ id }) => id) ?? null };
}

/** The jurisdictions named; without names, those of the county; without a county, `null`. */
function chooseNamed(
  dataset: Dataset,
  names: readonly string[],
  scope: LookupScope,
): StoredJurisdiction[] | null {
  if (names.length > 0) return chooseJurisdictions(dataset, names, scope);
  return scope.county === null ? null : openLookup(dataset).within(scope);
}
