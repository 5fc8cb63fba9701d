import { Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../../config.ts';
import {
  FINDING_SEVERITY,
  type FindingCode,
  type Severity,
  withMessage,
} from '../../../domain/findings/finding.ts';
import { formatCount } from '../../../domain/money.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { readDataset } from '../../../store/dataset.ts';
import { hasRun, type ListedFinding, listFindings } from '../../../store/query/finding-list.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jsonOption, jurisdictionOption, readCount, stateOption } from '../../options.ts';
import { MOST_PRINTED, print, printJson } from '../../output/print.ts';
import { formatFinding } from '../../output/run.ts';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

interface FindingFlags {
  db: string;
  state?: string;
  jurisdiction?: string;
  severity?: Severity;
  code?: FindingCode;
  run?: number;
  json?: true;
}

/** `allocations findings`: lists the current findings. */
export function findingsCommand(config: Config): Command {
  const command = new Command('findings')
    .description('List current findings: errors, then warnings, then infos')
    .addOption(stateOption('Only findings about this state'))
    .addOption(jurisdictionOption())
    .addOption(new Option('--severity <severity>', 'Only findings of this severity').choices(SEVERITIES))
    .addOption(
      new Option('--code <code>', 'Only findings with this code, for example total-jump').argParser(readCode),
    )
    .addOption(
      new Option('--run <id>', 'Only findings that this run reported first').argParser(
        readCount(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .action(({ db, state, jurisdiction, severity, code, run, json }: FindingFlags) => {
      const limit = json ? Number.MAX_SAFE_INTEGER : MOST_PRINTED;
      const { total, findings } = readDataset(db, (dataset) => {
        if (run !== undefined && !hasRun(dataset, run))
          throw new OperatorError(
            `Run ${run} does not exist. "allocations status" lists the latest runs.`,
            USAGE,
          );
        const filter = {
          state: state ?? null,
          jurisdictions:
            jurisdiction === undefined
              ? null
              : [chooseJurisdiction(dataset, jurisdiction, scopeOf(dataset, { state })).id],
          month: null,
          severity: severity ?? null,
          code: code ?? null,
          run: run ?? null,
        };
        return listFindings(dataset, filter, { offset: 0, limit });
      });
      if (json) printJson({ findings: findings.map(withMessage) });
      else print(total === 0 ? 'No findings.' : formatFindings(findings, total));
    });
  return addExamples(
    command,
    'allocations findings --severity warning',
    'allocations findings --state tx --code total-jump',
  );
}

function readCode(text: string): FindingCode {
  const code = [...FINDING_SEVERITY.keys()].find((known) => known === text);
  if (code) return code;
  throw new InvalidArgumentError(
    `"${text}" is not a finding code. docs/reference/findings.md lists the codes.`,
  );
}

function formatFindings(findings: readonly ListedFinding[], total: number): string {
  const lines = findings.map((item) => {
    const { state, month, jurisdiction, file_name: file } = item;
    const about = [state, month, jurisdiction, file].filter((text) => text !== null).join(' ');
    return formatFinding(about, item);
  });
  const more = total - lines.length;
  const end =
    more > 0
      ? [
          `${formatCount(more)} more are not shown. --json lists all. --state, --severity, --code and --jurisdiction narrow the list.`,
        ]
      : [];
  return [...lines, ...end].join('\n');
}
