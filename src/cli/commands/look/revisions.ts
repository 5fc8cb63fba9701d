import { Command, InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import type { Config } from '../../../config.ts';
import { counted } from '../../../domain/text/wording.ts';
import { type Dataset, readDataset } from '../../../store/dataset.ts';
import { EVERYWHERE, type LookupScope, openLookup } from '../../../store/query/jurisdiction-lookup.ts';
import { type ListedRevision, listRevisions } from '../../../store/query/revisions.ts';
import { chooseJurisdiction } from '../../choose-jurisdiction.ts';
import { scopeOf } from '../../jurisdiction-scope.ts';
import { databaseOption, jsonOption, jurisdictionOption, stateOption } from '../../options.ts';
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

/** `allocations revisions`: the figures that changed after they were published. */
export function revisionsCommand(config: Config): Command {
  return new Command('revisions')
    .description('list the figures that changed after they were published, newest first')
    .addOption(stateOption('only of this state'))
    .addOption(jurisdictionOption())
    .addOption(
      new Option('--since <date>', 'only by runs that finished on this date (UTC) or later').argParser(
        readDate,
      ),
    )
    .addOption(
      new Option(
        '--reported',
        'only figures that reports had given: not what is derived, nor what came where none was',
      ),
    )
    .addOption(databaseOption(config))
    .addOption(jsonOption())
    .addHelpText('after', '\nExample:\n  $ allocations revisions --state tx --since 2026-11-01')
    .action((flags: RevisionFlags) => {
      const limit = flags.json ? Number.MAX_SAFE_INTEGER : MOST_PRINTED;
      const { total, revisions } = readDataset(flags.db, (dataset) => readRevisions(dataset, flags, limit));
      if (flags.json) printJson({ revisions });
      else print(total === 0 ? 'No revisions.' : formatRevisions(revisions, total));
    });
}

function readRevisions(dataset: Dataset, flags: RevisionFlags, limit: number) {
  const { state, jurisdiction, since, reported } = flags;
  const jurisdictions = jurisdiction === undefined ? null : [idOf(dataset, jurisdiction, scopeOf({ state }))];
  const filter = {
    state: state ?? null,
    jurisdictions,
    since: since ?? null,
    afterRun: null,
    reportedOnly: reported,
  };
  return listRevisions(dataset, filter, { offset: 0, limit });
}

/** One that is gone has no name any more, but an id, and revisions. */
function idOf(dataset: Dataset, jurisdiction: string, scope: LookupScope): number {
  const isId = /^\d+$/.test(jurisdiction);
  const id = Number(jurisdiction);
  const isGone =
    isId && openLookup(dataset).find(jurisdiction, EVERYWHERE).length === 0 && hasRevisions(dataset, id);
  return isGone ? id : chooseJurisdiction(dataset, jurisdiction, scope).id;
}

function hasRevisions(dataset: Dataset, id: number): boolean {
  const filter = { state: null, jurisdictions: [id], since: null, afterRun: null };
  return listRevisions(dataset, filter, { offset: 0, limit: 1 }).total > 0;
}

function readDate(text: string): string {
  if (!z.iso.date().safeParse(text).success)
    throw new InvalidArgumentError(`"${text}" is not a date; write it as 2026-11-01.`);
  return text;
}

function formatRevisions(revisions: readonly ListedRevision[], total: number): string {
  const head = ['revised', 'run', 'jurisdiction', 'month', 'field', 'before', 'after', 'report'];
  const rows = revisions.map((revision) => [
    revision.revised_at,
    String(revision.run_id),
    `${revision.jurisdiction_id} ${revision.jurisdiction ?? '(gone)'}`,
    revision.month,
    revision.field,
    formatFigure(revision.state, revision.field, revision.before),
    formatFigure(revision.state, revision.field, revision.after),
    revision.file_name ?? '-',
  ]);
  const more = total - rows.length;
  const end =
    more > 0
      ? [`and ${counted(more, 'earlier one')}; --json lists all, --since and --jurisdiction fewer`]
      : [];
  return [formatTable(head, rows, ['run', 'before', 'after']), ...end].join('\n');
}
