import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { counted } from '../../../domain/text/wording.ts';
import { type Verification, verifyDataset } from '../../../pipeline/verify/verify.ts';
import { verifyDeep } from '../../../pipeline/verify/verify-deep.ts';
import { readRegisters } from '../../../registers/registers.ts';
import { openForReading, readDataset } from '../../../store/dataset.ts';
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

/** Exit code where something is not as it must be. */
const WRONG = 1;

type VerifyFlags = Omit<RunFlags, 'quarantine' | 'keepRuns' | 'dryRun' | 'quiet'> & { deep?: true };

/** `allocations verify`: whether dataset and archive are whole and right. */
export function verifyCommand(config: Config): Command {
  return new Command('verify')
    .description('check dataset and archive, and make everything stored again from rows and registers')
    .addOption(databaseOption(config))
    .addOption(archiveOption(config))
    .addOption(referenceOption(config))
    .option('--deep', 'also read every archived report again, and compare everything the dataset stores')
    .addOption(layoutsOption(config))
    .addOption(concurrencyOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations verify --deep')
    .action(async (flags: VerifyFlags) => {
      const verification = flags.deep ? await readAgain(config, flags) : verify(flags);
      if (verification.findings.length > 0) process.exitCode = WRONG;
      if (flags.json) printJson({ ok: verification.findings.length === 0, ...verification });
      else print(formatVerification(verification));
    });
}

function verify({ db, archive, reference }: VerifyFlags): Verification {
  return readDataset(db, (dataset) => verifyDataset(dataset, archive, readRegisters(reference), new Date()));
}

async function readAgain(config: Config, flags: VerifyFlags): Promise<Verification> {
  const dataset = openForReading(flags.db);
  try {
    const { quarantine, keepRuns } = config;
    return await withReadingThreads(config, { ...flags, quarantine, keepRuns }, (options) =>
      verifyDeep(dataset, options),
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
  const looked = `${counted(reports, 'report')} with ${counted(rows, 'row')}, ${counted(archived, 'archived file')}, ${counted(datapoints, 'datapoint')} of ${counted(series, 'jurisdiction')}`;
  if (findings.length === 0) return `All is as it must be: ${looked}.`;
  const lines = findings.map(({ about, message }) => `  ${oneLine(`${about}: ${message}`)}`);
  const what =
    findings.length === 1
      ? '1 thing is not as it must be'
      : `${counted(findings.length, 'thing')} are not as they must be`;
  return [`${what} (looked at ${looked}):`, ...lines].join('\n');
}
