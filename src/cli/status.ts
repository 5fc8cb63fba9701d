import { Command } from 'commander';
import type { Config } from '../config.ts';
import { openForReading } from '../store/dataset.ts';
import { readStatus, type Status } from '../store/query/status.ts';
import { databaseOption, jsonOption } from './options.ts';
import { formatCoverage, formatTable, oneLine, print, printJson } from './print.ts';

/** `allocations status`: what the dataset has and lacks. */
export function statusCommand(config: Config): Command {
  return new Command('status')
    .description('show what the dataset has and lacks, its findings and its last runs')
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations status --json')
    .action(({ db, json }: { db: string; json?: true }) => {
      const dataset = openForReading(db);
      try {
        const status = readStatus(dataset);
        if (json) printJson(status);
        else print(formatStatus(status));
      } finally {
        dataset.close();
      }
    });
}

function formatStatus({ states, gaps, runs }: Status): string {
  const stateTable = formatTable(
    ['state', 'first', 'last', 'datapoints', 'jurisdictions', 'errors', 'warnings', 'infos'],
    states.map(({ state, first_month, last_month, datapoints, jurisdictions, findings }) => [
      state,
      first_month ?? '-',
      last_month ?? '-',
      String(datapoints),
      Object.entries(jurisdictions)
        .map(([type, count]) => `${count} ${type}`)
        .join(', ') || '-',
      String(findings.error),
      String(findings.warning),
      String(findings.info),
    ]),
    ['datapoints', 'errors', 'warnings', 'infos'],
  );
  const runTable = formatTable(
    ['run', 'command', 'started', 'seconds', 'outcome', 'refused'],
    runs.map(({ run_id, command, started_at, duration_ms, outcome, refused }) => [
      String(run_id),
      command,
      started_at,
      (duration_ms / 1000).toFixed(1),
      outcome,
      String(refused.length),
    ]),
    ['run', 'seconds', 'refused'],
  );
  const gapText = gaps.length === 0 ? ' none' : `\n${formatCoverage(gaps)}`;
  const refusals = (runs[0]?.refused ?? []).map(
    ({ path, code, message }) => `  ${oneLine(`${path}: ${code}: ${message}`)}`,
  );
  const refusedText = refusals.length > 0 ? `\n\nRefused by the last run:\n${refusals.join('\n')}` : '';
  return `${stateTable}\n\nCoverage gaps:${gapText}\n\nLast runs:\n${runTable}${refusedText}`;
}
