import type { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type Verification, verifyDataset } from '../../../pipeline/verify/verify.ts';
import { openForReading } from '../../../store/dataset.ts';
import { ATTENTION } from '../../exit-codes.ts';
import { makeCommand } from '../../help.ts';
import { quarantineOf } from '../../kept-folders.ts';
import {
  archiveOption,
  concurrencyOption,
  jsonOption,
  layoutsOption,
  lookedAtOption,
  type RunFlags,
  referenceOption,
} from '../../options.ts';
import { oneLine, print, printJson } from '../../output/print.ts';
import { withReading } from '../../run-pipeline.ts';

type VerifyFlags = Omit<RunFlags, 'quarantine' | 'keepRuns' | 'dryRun' | 'quiet'>;

/** `allocations verify`: checks the dataset and the archive. */
export function verifyCommand(config: Config): Command {
  return makeCommand('verify', {
    description: 'Check the archive, and compare the dataset with a rebuild',
    options: [
      jsonOption(),
      lookedAtOption(config),
      archiveOption(config),
      referenceOption(config),
      layoutsOption(config),
      concurrencyOption(config),
    ],
    examples: ['allocations verify', 'allocations verify --json'],
  }).action(async (flags: VerifyFlags) => {
    const verification = await verifyByFlags(config, flags);
    if (verification.findings.length > 0) process.exitCode = ATTENTION;
    if (flags.json) printJson({ ok: verification.findings.length === 0, ...verification });
    else print(formatVerification(verification));
  });
}

/** Verifies a dataset with the options of the command line. */
export async function verifyByFlags(
  config: Config,
  flags: VerifyFlags,
  signal?: AbortSignal,
): Promise<Verification> {
  const dataset = openForReading(flags.db);
  try {
    const { quarantine = quarantineOf(flags.db), keepRuns } = config;
    const run = { ...flags, quarantine, keepRuns };
    return await withReading(config, run, (options) => verifyDataset(dataset, options), signal);
  } finally {
    dataset.close();
  }
}

export function formatVerification({ findings, ...counts }: Verification): string {
  const { reports, archived, rows, series, datapoints } = counts;
  const checked = `${plural(reports, 'report')} with ${plural(rows, 'row')}, ${plural(archived, 'archived file')}, ${plural(datapoints, 'datapoint')} of ${plural(series, 'jurisdiction')}`;
  if (findings.length === 0) return `Verification passed. Checked ${checked}.`;
  const lines = findings.map(({ about, message }) => `  ${oneLine(`${about}: ${message}`)}`);
  return [`Verification found ${plural(findings.length, 'problem')}. Checked ${checked}.`, ...lines].join(
    '\n',
  );
}
