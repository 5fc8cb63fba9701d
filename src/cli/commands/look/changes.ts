import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { type changeRecord, toChangeRecord } from '../../../api/records/change.ts';
import type { Config } from '../../../config.ts';
import { OperatorError, USAGE } from '../../../domain/operator-error.ts';
import { type ExportedTable, writeCsv } from '../../../publish/table.ts';
import { type Dataset, openForReading } from '../../../store/dataset.ts';
import {
  type ChangeFilter,
  listChanges,
  type Moment,
  momentBefore,
  momentBeforeNewest,
} from '../../../store/query/changes/changes.ts';
import { openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { listJurisdictions } from '../../../store/query/jurisdictions.ts';
import { runOfVersion, versionOf } from '../../../store/query/view.ts';
import type { SqlValue } from '../../../store/statements.ts';
import { readNote } from '../../change-news.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { countyOption, scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jurisdictionOption, stateOption } from '../../options.ts';
import { formatMarkdownNote, formatNote } from '../../output/note.ts';
import { print, printJson } from '../../output/print.ts';

const FORMATS = ['text', 'markdown', 'csv', 'json'] as const;
/** The value of --since that means the newest run that changed anything. */
const LAST = 'last';

/** The columns of the table of changes. Amounts are in dollars. */
const CHANGE_COLUMNS: ExportedTable['columns'] = [
  { name: 'change', content: 'text' },
  { name: 'state', content: 'text' },
  { name: 'allocation_period', content: 'text' },
  { name: 'jurisdiction_id', content: 'number' },
  { name: 'name', content: 'text' },
  { name: 'type', content: 'text' },
  { name: 'county', content: 'text' },
  { name: 'field', content: 'text' },
  { name: 'before', content: 'number' },
  { name: 'after', content: 'number' },
  { name: 'total', content: 'number' },
  { name: 'jurisdictions', content: 'number' },
  { name: 'file_name', content: 'text' },
  { name: 'sha256', content: 'text' },
  { name: 'reason', content: 'text' },
  { name: 'at', content: 'text' },
];

interface ChangeFlags {
  db: string;
  since: string;
  state?: string;
  county?: string;
  jurisdiction?: string;
  format: (typeof FORMATS)[number];
}

/** `allocations changes`: tells what changed, as a note for a mail or as a table. */
export function changesCommand(config: Config): Command {
  const command = new Command('changes')
    .description('Tell what changed: new months, restated figures, held reports')
    .addOption(
      new Option(
        '--since <moment>',
        'A date (UTC), a version of the dataset, or last: what the newest run that changed anything changed',
      )
        .default(LAST)
        .argParser(readSince),
    )
    .addOption(stateOption('Only changes of this state'))
    .addOption(countyOption('Only changes of jurisdictions in this county'))
    .addOption(jurisdictionOption())
    .addOption(
      new Option(
        '--format <format>',
        'How to print: text and markdown are short, csv and json list everything, with amounts in dollars',
      )
        .choices(FORMATS)
        .default('text'),
    )
    .addOption(databaseOption(config))
    .action(async (flags: ChangeFlags) => {
      const dataset = openForReading(flags.db);
      try {
        await printChanges(dataset, flags);
      } finally {
        dataset.close();
      }
    });
  return addExamples(
    command,
    'allocations changes',
    'allocations changes --since 2026-11-01 --state tx --format csv > changes.csv',
  );
}

async function printChanges(dataset: Dataset, flags: ChangeFlags): Promise<void> {
  const { format } = flags;
  const since = momentOf(dataset, flags.since);
  const filter = { afterRun: since.afterRun, ...filterOf(dataset, flags) };
  if (format === 'csv') {
    const rows = readRecords(dataset, filter).map(changeRow);
    return writeCsv({ columns: CHANGE_COLUMNS, rows }, process.stdout);
  }
  if (format === 'json')
    return printJson({
      since_version: since.version,
      version: versionOf(dataset),
      changes: readRecords(dataset, filter),
    });
  const note = readNote(dataset, filter, { since: phraseOf(flags), command: commandOf(flags) });
  print(format === 'text' ? formatNote(note) : formatMarkdownNote(note));
}

function filterOf(dataset: Dataset, flags: ChangeFlags): Omit<ChangeFilter, 'afterRun'> {
  const scope = scopeOf(dataset, flags);
  const { state } = scope;
  if (flags.jurisdiction !== undefined)
    return { state, jurisdictions: [chooseJurisdiction(dataset, flags.jurisdiction, scope).id] };
  const ofCounty = scope.county === null ? null : openLookup(dataset).within(scope);
  return { state, jurisdictions: ofCounty?.map(({ id }) => id) ?? null };
}

function readRecords(dataset: Dataset, filter: ChangeFilter) {
  const jurisdictions = new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
  return listChanges(dataset, filter).map((change) => toChangeRecord(change, jurisdictions));
}

function momentOf(dataset: Dataset, since: string): Moment {
  if (since === LAST) return momentBeforeNewest(dataset);
  if (isDate(since)) return momentBefore(dataset, since);
  const afterRun = runOfVersion(dataset, since);
  if (afterRun !== null) return { afterRun, version: since };
  const message = `The dataset does not come from the version ${since}, or no longer knows it. Give a date instead, such as --since 2026-11-01.`;
  throw new OperatorError(message, USAGE);
}

function phraseOf({ since }: ChangeFlags): string {
  if (since === LAST) return 'in the newest run';
  return isDate(since) ? `since ${since}` : `since version ${since}`;
}

/** The command that lists what a note leaves out. */
function commandOf({ since, state, county, jurisdiction }: ChangeFlags): string {
  const given = Object.entries({ since, state, county, jurisdiction }).flatMap(([name, value]) =>
    value === undefined || value === LAST
      ? []
      : [`--${name} ${/^[\w-]+$/.test(value) ? value : `"${value}"`}`],
  );
  return ['allocations changes', ...given, '--format csv'].join(' ');
}

function readSince(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && !isDate(text))
    throw new InvalidArgumentError(`"${text}" is not a date. Write it like 2026-11-01.`);
  return text.toLowerCase() === LAST ? LAST : text;
}

function isDate(text: string): boolean {
  return z.iso.date().safeParse(text).success;
}

/** A change as a row of this table. */
function changeRow({ jurisdiction, report, ...change }: z.output<typeof changeRecord>): SqlValue[] {
  const { id = null, name = null, type = null, county = null } = jurisdiction ?? {};
  return [
    ...[change.change, change.state, change.allocation_period, id, name, type, county, change.field],
    ...[change.before, change.after, change.total, change.jurisdictions],
    ...[report?.file_name ?? null, report?.sha256 ?? null, change.reason, change.at],
  ];
}
