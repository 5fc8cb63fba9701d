import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import writeFileAtomic from 'write-file-atomic';
import type { Config } from '../../../config.ts';
import { type Finding, formatFinding } from '../../../domain/findings/finding.ts';
import { explainDisk, messageOf, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import {
  addToLayoutFile,
  type LayoutAdditions,
  layoutJson,
  suggestAdditions,
} from '../../../extract/layouts/layout-additions.ts';
import { readLayoutFile } from '../../../extract/layouts/layout-file.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { readReportFile } from '../../../files/report-file.ts';
import { openReadingThreads } from '../../../pipeline/intake/reading-threads.ts';
import { REPORT_KINDS } from '../../../states/index.ts';
import { makeCommand } from '../../help.ts';
import { layoutsOption } from '../../options.ts';
import { print, tell } from '../../output/print.ts';
import { readLayouts } from '../../run-pipeline.ts';

/** Exit code if the report cannot be read with the additions alone. */
const REFUSED = 1;

interface SuggestFlags {
  layouts?: string;
  write?: true;
}

/** `allocations layouts`: helps to write the layout file. */
export function layoutsCommand(config: Config): Command {
  const description = 'Describe the columns of a report to the program';
  const suggestCommand = makeCommand('suggest', {
    description: 'Print what to add to the layout file for renamed columns',
    arguments: { '<file>': 'The report' },
    options: [
      layoutsOption(config),
      new Option('--write', 'Add it to the file of --layouts. Creates a missing file'),
    ],
    examples: [
      'allocations layouts suggest inbox/november.csv',
      'allocations layouts suggest inbox/november.csv --layouts layouts.json --write',
    ],
  });
  return makeCommand('layouts', { description }).addCommand(suggestCommand.action(suggest));
}

async function suggest(path: string, flags: SuggestFlags): Promise<void> {
  if (flags.write && flags.layouts === undefined)
    throw new OperatorError('--write needs the file to write to. Add --layouts <file>.', USAGE);
  if (!existsSync(path)) throw new OperatorError(`${path} does not exist. Check the path.`, USAGE);
  const findings = await readFindings(path, flags);
  const errors = findings.filter(({ severity }) => severity === 'error');
  const additions = suggestAdditions(errors);
  if (additions) await offer(additions, flags);
  else if (errors.length === 0) print(`${path} can be read with the known layouts. There is nothing to add.`);
  const others = errors.filter((error) => suggestAdditions([error]) === null);
  if (others.length === 0) return;
  process.exitCode = REFUSED;
  tell(`Cannot suggest an addition for ${additions ? 'the other errors in ' : ''}${path}:`);
  for (const error of others) tell(formatFinding(path, error).trim());
}

async function readFindings(path: string, flags: SuggestFlags): Promise<Finding[]> {
  const reading = await readReportFile(path);
  if ('finding' in reading) return [reading.finding];
  const isNew = flags.write && flags.layouts !== undefined && !existsSync(flags.layouts);
  const threads = openReadingThreads();
  try {
    const { findings } = await threads.readReport(
      reading.bytes,
      readLayouts(isNew ? undefined : flags.layouts),
      basename(path),
    );
    return findings;
  } finally {
    await threads.close();
  }
}

/** Prints the additions, or adds them to the file. */
async function offer(additions: LayoutAdditions, { write, layouts }: SuggestFlags): Promise<void> {
  const checking = 'Check each line: a wrong field loads wrong figures.';
  if (!write || layouts === undefined) {
    print(layoutJson(additions));
    tell(
      `${checking} Then run the command again with --layouts <file> --write: it creates the file, or adds this to its lists. By hand: if the file has "aliases" already, put these entries into that list. A file has each list once.`,
    );
    return;
  }
  const text = extendFile(layouts, additions);
  try {
    await writeFileAtomic(layouts, text);
  } catch (error) {
    throw explainDisk('layout file', layouts, error);
  }
  print(layoutJson(additions));
  tell(`Added to ${layouts}. ${checking} Then run ingest with --layouts ${layouts}.`);
}

/** The text of the layout file with the additions, which every run can use. */
function extendFile(path: string, additions: LayoutAdditions): string {
  try {
    const text = addToLayoutFile(existsSync(path) ? readRegularFile(path).toString() : '', additions);
    readLayoutFile(text, REPORT_KINDS);
    return text;
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new OperatorError(
      `Cannot add to the layout file ${path}: ${reason}. Add the lines by hand.`,
      USAGE,
    );
  }
}
