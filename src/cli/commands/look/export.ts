import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { counted } from '../../../domain/text/wording.ts';
import { exportToFile, isExportable, writeCsv } from '../../../publish/table.ts';
import { stateOf } from '../../../states/index.ts';
import type { State } from '../../../states/state.ts';
import { type Dataset, openForReading } from '../../../store/dataset.ts';
import { datapointColumns, readDatapoints } from '../../../store/query/datapoints.ts';
import { type LookupScope, openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import type { StoredJurisdiction } from '../../../store/write/jurisdictions.ts';
import { chooseJurisdictions } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, type ScopeFlags, scopeOf } from '../../jurisdiction-scope.ts';
import {
  databaseOption,
  fromOption,
  readPath,
  requireOrder,
  stateOption,
  toOption,
  typeOption,
} from '../../options.ts';
import { print } from '../../output/print.ts';

interface ExportFlags extends ScopeFlags {
  db: string;
  from?: Month;
  to?: Month;
  out?: string;
}

/** `allocations export`: writes datapoints as a table for spreadsheets and other programs. */
export function exportCommand(config: Config): Command {
  const command = new Command('export')
    .description('Write datapoints of one state as CSV or as an Excel workbook')
    .argument('[jurisdiction...]', 'Only these jurisdictions. Give the id, code or name of each')
    .addOption(stateOption('State to export. Required unless you name jurisdictions'))
    .addOption(typeOption('Only jurisdictions of this type'))
    .addOption(countyOption('Only jurisdictions of this county'))
    .addOption(fromOption())
    .addOption(toOption())
    .addOption(
      new Option(
        '--out <file>',
        'File to write or replace: .csv or .xlsx. Without it, CSV goes to stdout',
      ).argParser(readOut),
    )
    .addOption(databaseOption(config))
    .action(async (names: string[], flags: ExportFlags, command) => {
      const { db, type, from, to, out } = flags;
      requireOrder(command, { from, to });
      const dataset = openForReading(db);
      try {
        const { state, jurisdictionIds } = chooseAll(dataset, names, flags);
        const columns = datapointColumns(state);
        const filter = { jurisdictionIds, type: type ?? null, from: from ?? null, to: to ?? null };
        const rows = readDatapoints(dataset, state, columns, filter);
        if (out === undefined) return await writeCsv({ columns, rows }, process.stdout);
        const written = countRows(rows);
        await exportToFile({ columns, rows: written.rows }, out);
        print(`Wrote ${counted(written.count(), 'datapoint')} of ${state.name} to ${out}.`);
      } finally {
        dataset.close();
      }
    });
  return addExamples(
    command,
    'allocations export --state tx --type city --from 2024-01 --out texas.xlsx',
    'allocations export "Alder Creek" > alder-creek.csv',
  );
}

function readOut(text: string): string {
  if (isExportable(readPath(text))) return text;
  throw new InvalidArgumentError(`"${text}" does not end with .csv or .xlsx.`);
}

/** The state, since each has its own columns, and the ids asked for (`null` means all). */
function chooseAll(
  dataset: Dataset,
  names: readonly string[],
  flags: ExportFlags,
): { state: State; jurisdictionIds: number[] | null } {
  const scope = scopeOf(flags);
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
