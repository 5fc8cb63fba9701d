import { extname } from 'node:path';
import { Command, Option } from 'commander';
import type { Config } from '../../../config.ts';
import type { Month } from '../../../domain/month.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type Reconciliation, reconcile } from '../../../pipeline/comparison-sheets/reconciliation.ts';
import { exportToFile, writeCsv } from '../../../publish/table.ts';
import { STATES, stateOf } from '../../../states/index.ts';
import { readDataset } from '../../../store/dataset.ts';
import { addExamples } from '../../help.ts';
import { databaseOption, readMonth, stateOption } from '../../options.ts';
import { print, printJson, tell } from '../../output/print.ts';
import {
  describeDifference,
  differenceTable,
  formatReconciliation,
  shareOf,
} from '../../output/reconciliation.ts';
import { forceOption, type OutFlags, outOption, requireNotOwn } from '../../written-files.ts';

const FORMATS = ['text', 'csv', 'json'] as const;

interface ReconcileFlags extends OutFlags {
  db: string;
  state: string;
  month?: Month;
  format: (typeof FORMATS)[number];
}

/** `allocations reconcile`: compares the dataset with the figures that a state's comparison sheets repeat. */
export function reconcileCommand(config: Config): Command {
  const command = new Command('reconcile')
    .description("Compare the dataset with a state's own comparison sheets")
    .addOption(stateOption('State to check').makeOptionMandatory())
    .addOption(
      new Option('--month <month>', 'Allocation period to check. Default: all months').argParser(readMonth),
    )
    .addOption(
      new Option('--format <format>', 'How to print: csv has the differences alone')
        .choices(FORMATS)
        .default('text'),
    )
    .addOption(
      outOption(
        'File to write the differences to: .csv, .xlsx or .parquet. It may replace an earlier export',
      ),
    )
    .addOption(forceOption())
    .addOption(databaseOption(config))
    .action((flags: ReconcileFlags) => {
      requireOneFormat(command, flags);
      if (flags.out !== undefined) requireNotOwn(config, flags.out, flags);
      return checkState(flags);
    });
  return addExamples(
    command,
    'allocations reconcile --state tx',
    'allocations reconcile --state tx --month 2026-09 --format csv',
    'allocations reconcile --state tx --out differences.xlsx',
  );
}

/** The ending of a file names its format already. */
function requireOneFormat(command: Command, { format, out }: ReconcileFlags): void {
  const isGiven = command.getOptionValueSource('format') === 'cli';
  if (out === undefined || !isGiven || extname(out).toLowerCase() === `.${format}`) return;
  const message = `error: --format ${format} contradicts --out ${out}. The ending of the file decides its format: omit --format`;
  command.error(message, { exitCode: USAGE });
}

async function checkState({ db, state: code, month, format, out, force }: ReconcileFlags): Promise<void> {
  const state = stateOf(code);
  const kinds = state.comparisonSheets.map(({ name }) => name);
  if (kinds.length === 0)
    throw new OperatorError(`${state.name} has no comparison sheets. ${withSheets()}`, USAGE);
  const found = readDataset(db, (dataset) => reconcile(dataset, state, month ?? null));
  const isEmpty = found.agreements.length === 0;
  const advice = `Nothing to compare${month === undefined ? '' : ` in ${month}`}. Load reports of the kind ${kinds.join(' or ')}, and the payments of the same months.`;
  if (format === 'text' && out === undefined)
    return print(isEmpty ? advice : formatReconciliation(found, code));
  // an empty list of differences must not look like agreement
  if (isEmpty) tell(advice);
  if (out !== undefined) {
    await exportToFile(differenceTable(found.differences), out, force);
    return print(`Wrote ${plural(found.differences.length, 'difference')} of ${state.name} to ${out}.`);
  }
  if (format === 'csv') return writeCsv(differenceTable(found.differences), process.stdout);
  printJson(describe(found, code, month ?? null));
}

function describe(found: Reconciliation, state: string, month: Month | null) {
  const { agreements, differences, unmatched, unlisted, unpaid } = found;
  return {
    ...{ state, month },
    figures: agreements.map((agreement) => ({ ...agreement, share: shareOf(agreement) })),
    differences: differences.map(describeDifference),
    ...{ unmatched_names: unmatched, unlisted, unpaid },
  };
}

function withSheets(): string {
  const names = STATES.filter(({ comparisonSheets }) => comparisonSheets.length > 0).map(
    ({ code }) => `--state ${code}`,
  );
  return `Give ${names.join(' or ')}.`;
}
