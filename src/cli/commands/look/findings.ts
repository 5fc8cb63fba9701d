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
import { hasRun, type ListedFinding, listFindings } from '../../../store/query/findings.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
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

/** `allocations findings`: what is to be said of the data now. */
export function findingsCommand(config: Config): Command {
  return new Command('findings')
    .description('list what is to be said of the data now: errors first, then warnings and infos')
    .addOption(stateOption('only of this state'))
    .addOption(jurisdictionOption())
    .addOption(new Option('--severity <severity>', 'only of this severity').choices(SEVERITIES))
    .addOption(new Option('--code <code>', 'only with this code, as total-jump').argParser(readCode))
    .addOption(
      new Option('--run <id>', 'only those that this run was the first to find').argParser(
        readCount(1, Number.MAX_SAFE_INTEGER),
      ),
    )
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations findings --state tx --severity warning')
    .action(({ db, state, jurisdiction, severity, code, run, json }: FindingFlags) => {
      const limit = json ? Number.MAX_SAFE_INTEGER : MOST_PRINTED;
      const { total, findings } = readDataset(db, (dataset) => {
        if (run !== undefined && !hasRun(dataset, run))
          throw new OperatorError(`there is no run ${run}; allocations status lists the last ones`, USAGE);
        const filter = {
          state: state ?? null,
          jurisdiction:
            jurisdiction === undefined
              ? null
              : chooseJurisdiction(dataset, jurisdiction, scopeOf({ state })).id,
          severity: severity ?? null,
          code: code ?? null,
          run: run ?? null,
        };
        return listFindings(dataset, filter, limit);
      });
      if (json) printJson({ findings: findings.map(withMessage) });
      else print(total === 0 ? 'No findings.' : formatFindings(findings, total));
    });
}

function readCode(text: string): FindingCode {
  const code = [...FINDING_SEVERITY.keys()].find((known) => known === text);
  if (code) return code;
  throw new InvalidArgumentError(`"${text}" is no code of a finding; README lists them under Findings.`);
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
          `and ${formatCount(more)} more; --json lists all, --state, --severity, --code and --jurisdiction fewer`,
        ]
      : [];
  return [...lines, ...end].join('\n');
}
