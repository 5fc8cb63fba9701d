import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type Verification, verifyDataset, verifyQuickly } from '../../../pipeline/verify/verify.ts';
import { openForReading, readDataset } from '../../../store/dataset.ts';
import { ATTENTION } from '../../exit-codes.ts';
import { addExamples } from '../../help.ts';
import {
  archiveOption,
  concurrencyOption,
  databaseOption,
  jsonOption,
  layoutsOption,
  type RunFlags,
  referenceOption,
} from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { withReadingThreads } from '../../run-pipeline.ts';

type VerifyFlags = Omit<RunFlags, 'quarantine' | 'keepRuns' | 'dryRun' | 'quiet'> & { quick?: true };

/** `allocations verify`: checks the dataset and the archive. */
export function verifyCommand(config: Config): Command {
  const command = new Command('verify')
    .description('Check the archive, and compare the dataset with a rebuild')
    .option('--quick', 'Check only the file, the hash of each archived report, and counts')
    .addOption(jsonOption())
    .addOption(databaseOption(config))
    .addOption(archiveOption(config))
    .addOption(referenceOption(config))
    .addOption(layoutsOption(config))
    .addOption(concurrencyOption(config))
    .action(async (flags: VerifyFlags) => {
      const verification = flags.quick ? verifyNow(flags) : await rebuildAndCompare(config, flags);
      if (verification.findings.length > 0) process.exitCode = ATTENTION;
      if (flags.json) printJson({ ok: verification.findings.length === 0, ...verification });
      else print(formatVerification(verification));
    });
  return addExamples(command, 'allocations verify', 'allocations verify --quick');
}

function verifyNow({ db, archive }: VerifyFlags): Verification {
  return readDataset(db, (dataset) => verifyQuickly(dataset, archive, new Date()));
}

async function rebuildAndCompare(config: Config, flags: VerifyFlags): Promise<Verification> {
  const dataset = openForReading(flags.db);
  try {
    const { quarantine, keepRuns } = config;
    return await withReadingThreads(config, { ...flags, quarantine, keepRuns }, (options) =>
      verifyDataset(dataset, options),
    );
  } finally {
    dataset.close();
  }
}

export function formatVerification({
  reports,
  archived,
  rows,
  series,
  datapoints,
  findings,
}: Verification): string {
  const checked = `${plural(reports, 'report')} with ${plural(rows, 'row')}, ${plural(archived, 'archived file')}, ${plural(datapoints, 'datapoint')} of ${plural(series, 'jurisdiction')}`;
  if (findings.length === 0) return `Verification passed. Checked ${checked}.`;
  const lines = findings.map(({ about, message }) => `  ${oneLine(`${about}: ${message}`)}`);
  return [`Verification found ${plural(findings.length, 'problem')}. Checked ${checked}.`, ...lines].join(
    '\n',
  );
}
