import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { plural } from '../../../domain/text/wording.ts';
import { type Dataset, readDataset } from '../../../store/dataset.ts';
import { EVERYWHERE, type LookupScope, openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { hasRevisions, type ListedRevision, listRevisions } from '../../../store/query/revisions.ts';
import { DATAPOINT } from '../../../store/write/revisions.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { addExamples } from '../../help.ts';
import { scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jsonFiguresOption, jurisdictionOption, stateOption } from '../../options.ts';
import { formatFigure } from '../../output/figure.ts';
import { formatTable, MOST_PRINTED, print, printJson } from '../../output/print.ts';

interface RevisionFlags {
  db: string;
  state?: string;
  jurisdiction?: string;
  since?: string;
  reported?: true;
  json?: true;
}

/** `allocations revisions`: lists figures that changed, the newest first. */
export function revisionsCommand(config: Config): Command {
  const command = new Command('revisions')
    .description('List figures that changed after they were first loaded')
    .addOption(stateOption('Only revisions of this state'))
    .addOption(jurisdictionOption())
    .addOption(
      new Option(
        '--since <date>',
        'Only revisions by runs that finished on this date (UTC) or later',
      ).argParser(readDate),
    )
    .addOption(new Option('--reported', 'Only figures printed in reports, not derived or newly added ones'))
    .addOption(databaseOption(config))
    .addOption(jsonFiguresOption())
    .action((flags: RevisionFlags) => {
      const limit = flags.json ? Number.MAX_SAFE_INTEGER : MOST_PRINTED;
      const { total, revisions } = readDataset(flags.db, (dataset) => readRevisions(dataset, flags, limit));
      if (flags.json) printJson({ revisions });
      else print(total === 0 ? 'No revisions.' : formatRevisions(revisions, total));
    });
  return addExamples(
    command,
    'allocations revisions --since 2026-11-01',
    'allocations revisions --jurisdiction "Alder Creek" --reported',
  );
}

function readRevisions(dataset: Dataset, flags: RevisionFlags, limit: number) {
  const { state, jurisdiction, since, reported } = flags;
  const jurisdictions =
    jurisdiction === undefined ? null : [idOf(dataset, jurisdiction, scopeOf(dataset, { state }))];
  const filter = {
    state: state ?? null,
    jurisdictions,
    since: since ?? null,
    afterRun: null,
    reportedOnly: reported,
  };
  return listRevisions(dataset, filter, { offset: 0, limit });
}

/** A jurisdiction that was removed has no name any more, but its id still has revisions. */
function idOf(dataset: Dataset, jurisdiction: string, scope: LookupScope): number {
  const isId = /^\d+$/.test(jurisdiction);
  const id = Number(jurisdiction);
  const isRemoved =
    isId && openLookup(dataset).find(jurisdiction, EVERYWHERE).length === 0 && hasRevisions(dataset, id);
  return isRemoved ? id : chooseJurisdiction(dataset, jurisdiction, scope).id;
}

function readDate(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new InvalidArgumentError(`"${text}" is not a date. Write it like 2026-11-01.`);
  return text;
}

function formatRevisions(revisions: readonly ListedRevision[], total: number): string {
  const head = ['revised', 'run', 'jurisdiction', 'month', 'field', 'before', 'after', 'source'];
  const rows = revisions.map((revision) => [
    revision.revised_at,
    String(revision.run_id),
    `${revision.jurisdiction_id} ${revision.jurisdiction ?? '(removed)'}`,
    revision.month,
    revision.field === DATAPOINT ? 'record removed' : revision.field,
    formatFigure(revision.state, revision.field, revision.before),
    formatFigure(revision.state, revision.field, revision.after),
    revision.is_corrected ? 'corrections.json' : (revision.file_name ?? '-'),
  ]);
  const more = total - rows.length;
  const end =
    more > 0
      ? [
          `${plural(more, 'earlier revision')} not shown. --json lists all. --since and --jurisdiction narrow the list.`,
        ]
      : [];
  return [formatTable(head, rows, ['run', 'before', 'after']), ...end].join('\n');
}
