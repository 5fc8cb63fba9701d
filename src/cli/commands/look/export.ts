import { Command, Option } from 'commander';
import { openAnalyses } from '../../../analyses/analyses.ts';
import type { Config } from '../../../config.ts';
import { fiscalYearToDateStart } from '../../../domain/allocation.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type ExportedTable, exportToFile, writeCsv } from '../../../publish/table.ts';
import { namedAllocationRows } from '../../../publish/warehouse/published-rows.ts';
import { stateOf, unitOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { type Dataset, openForReading } from '../../../store/dataset.ts';
import { type DatapointFilter, datapointColumns, readDatapoints } from '../../../store/query/datapoints.ts';
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
import { analysisTable } from '../../output/figure-table.ts';
import { requireField } from '../../output/jurisdiction.ts';
import { print } from '../../output/print.ts';
import { forceOption, type OutFlags, outOption, requireNotOwn } from '../../written-files.ts';

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
    .addOption(fiscalYearOption('First month of the fiscal year, 1 to 12, with --analysis'))
    .addOption(
      outOption(
        'File to write: .csv, .xlsx or .parquet. It may replace an earlier export. Without it, CSV goes to stdout',
      ),
    )
    .addOption(forceOption())
    .addOption(databaseOption(config))
    .action(async (names: string[], flags: ExportFlags, command) => {
      requireOrder(command, flags);
      if (!flags.analysis && (flags.field ?? flags.fiscalYearStart) !== undefined)
        command.error('error: --field and --fiscal-year-start need --analysis', { exitCode: USAGE });
      if (flags.out !== undefined) requireNotOwn(config, flags.out, flags);
      const dataset = openForReading(flags.db);
      try {
        await exportDatapoints(dataset, names, flags);
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
): Promise<void> {
  const { type = null, from = null, to = null, out, force } = flags;
  const { state, jurisdictionIds } = chooseAll(dataset, names, flags);
  const filter = { jurisdictionIds, type, from, to };
  const { columns, rows } = flags.analysis
    ? readAnalysis(dataset, state, filter, flags)
    : readTable(dataset, state, filter, out);
  if (out === undefined) return writeCsv({ columns, rows }, process.stdout);
  const written = countRows(rows);
  await exportToFile({ columns, rows: written.rows }, out, force);
  print(`Wrote ${plural(written.count(), 'datapoint')} of ${state.name} to ${out}.`);
}

function readTable(
  dataset: Dataset,
  state: State,
  filter: DatapointFilter,
  out: string | undefined,
): ExportedTable {
  // query engines drop the columns of files that differ
  if (out?.toLowerCase().endsWith('.parquet')) return namedAllocationRows(dataset, state, filter);
  const columns = datapointColumns(state);
  // an open query would keep the dataset from closing if the file is refused
  const rows = function* () {
    yield* readDatapoints(dataset, state, columns, filter);
  };
  return { columns, rows: rows() };
}

/** The analysis of each jurisdiction, by id, limited to the chosen months. */
function readAnalysis(
  dataset: Dataset,
  state: State,
  { jurisdictionIds, type, from, to }: DatapointFilter,
  { field = state.headline, fiscalYearStart = fiscalYearToDateStart(state.calendar) }: ExportFlags,
): ExportedTable {
  requireField(state, field);
  const ids = jurisdictionIds && new Set(jurisdictionIds);
  const { analyze, jurisdictions } = openReader(dataset).read((view) => ({
    analyze: openAnalyses(view, state, field, fiscalYearStart),
    jurisdictions: [...view.jurisdictions.values()],
  }));
  const rows = function* () {
    for (const jurisdiction of jurisdictions) {
      if (jurisdiction.state !== state.code || (ids && !ids.has(jurisdiction.id))) continue;
      if (type !== null && jurisdiction.type !== type) continue;
      for (const month of analyze(jurisdiction))
        if ((!from || month.month >= from) && (!to || month.month <= to)) yield { jurisdiction, month };
    }
  };
  return analysisTable(rows(), field, unitOf(state.code, field) ?? 'amount');
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

function countRows<Row>(rows: Iterable<Row>): { rows: Iterable<Row>; count: () => number } {
  let seen = 0;
  const counting = function* () {
    for (const row of rows) {
      seen += 1;
      yield row;
    }
  };
  return { rows: counting(), count: () => seen };
}
