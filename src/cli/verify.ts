import { Command } from 'commander';
import type { Config } from '../config.ts';
import { counted } from '../domain/wording.ts';
import { readReference } from '../pipeline/reference.ts';
import { type Verification, verifyDataset } from '../pipeline/verify.ts';
import { readDataset } from '../store/dataset.ts';
import { archiveOption, databaseOption, jsonOption, referenceOption } from './options.ts';
import { oneLine, print, printJson } from './print.ts';

/** Exit code where something is not as it must be. */
const WRONG = 1;

interface VerifyFlags {
  db: string;
  archive: string;
  reference: string;
  json?: true;
}

/** `allocations verify`: whether dataset and archive are whole and right. */
export function verifyCommand(config: Config): Command {
  return new Command('verify')
    .description(
      'look whether dataset and archive are whole, and make every figure anew from the stored rows',
    )
    .addOption(databaseOption(config))
    .addOption(archiveOption(config))
    .addOption(referenceOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations verify --json')
    .action(({ db, archive, reference, json }: VerifyFlags) => {
      const verification = readDataset(db, (dataset) =>
        verifyDataset(dataset, archive, readReference(reference), new Date()),
      );
      if (verification.findings.length > 0) process.exitCode = WRONG;
      if (json) printJson({ ok: verification.findings.length === 0, ...verification });
      else print(formatVerification(verification));
    });
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
