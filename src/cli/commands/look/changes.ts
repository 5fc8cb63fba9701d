import type { Command } from 'commander';
import { getTableName } from 'drizzle-orm';
import type { Config } from '../../../config.ts';
import { firstDay, monthAt, monthIndex, monthOfDate } from '../../../domain/month.ts';
import { formatTime, stretch } from '../../../domain/text/wording.ts';
import type { changeRecord, ListedChange } from '../../../records/descriptions/history/change.ts';
import { isDate, LAST, momentBeforeNewest } from '../../../records/filters/versions.ts';
import { compareState } from '../../../records/queries/analyses.ts';
import {
  askedStates,
  type ChangeQuestion,
  changes,
  idsIn,
  listChanges,
} from '../../../records/queries/history/changes.ts';
import type { State } from '../../../states/state.ts';
import type { Dataset } from '../../../store/dataset.ts';
import type { DatasetView } from '../../../store/query/view.ts';
import { allocationTableOf } from '../../../store/schema.ts';
import { openRuns } from '../../../store/write/runs.ts';
import { describeNews, type MonthNews, type NoteContext } from '../../output/change-note.ts';
import { formatMarkdownNote, formatNote, type Note } from '../../output/note.ts';
import type { Typed } from './filter-options.ts';
import { recordCommand, type Shown, withOwnText } from './records.ts';

/** `allocations changes`: tells what changed, as a note for a mail or as a list. */
export function changesCommand(config: Config): Command {
  return recordCommand(changes, config, { text: withOwnText(changes, writeNote), formats: ['markdown'] });
}

function writeNote({ view, asked, typed, format }: Shown<unknown, (typeof changeRecord)['filters']>): string {
  const { since, since_version, state, county, jurisdictions } = asked;
  const { run } = since ?? since_version ?? momentBeforeNewest(view.dataset);
  const question = { run, state, jurisdictions: idsIn(view, county, jurisdictions) };
  const note = readNote(view, question, { since: phraseOf(typed), command: commandOf(typed) });
  return format === 'markdown' ? formatMarkdownNote(note) : formatNote(note);
}

function phraseOf({ since, since_version }: Typed): string {
  const [moment = LAST] = since ?? since_version ?? [];
  if (moment === LAST) return 'in the newest run';
  return isDate(moment) ? `since ${moment}` : `since version ${moment}`;
}

/** The command that lists what a note leaves out. */
function commandOf(typed: Typed): string {
  const given = Object.entries(typed).flatMap(([name, values]) =>
    values
      .filter((value) => value !== LAST)
      .map((value) => `--${name.replaceAll('_', '-')} ${/^[\w-]+$/.test(value) ? value : `"${value}"`}`),
  );
  return ['allocations changes', ...given, '--format csv'].join(' ');
}

/** New months of a state that a note tells of. */
const MONTHS_OF_STATE = 6;

export function readNote(
  view: DatasetView,
  question: ChangeQuestion,
  context: Omit<NoteContext, 'runs'>,
): Note {
  const changes = listChanges(view, question);
  const months = askedStates(question).flatMap((state) => readMonths(view, state, question, changes));
  return describeNews({ months, changes }, { ...context, runs: describeRuns(view.dataset, question.run) });
}

/** The newest new months of a state; its newest month if no month is new. Newest first. */
function readMonths(
  view: DatasetView,
  state: State,
  { jurisdictions: named }: ChangeQuestion,
  changes: readonly ListedChange[],
): MonthNews[] {
  const added = changes.flatMap((one) =>
    one.change === 'new_month' && one.state === state.code && one.allocation_period !== null
      ? [monthIndex(monthOfDate(one.allocation_period))]
      : [],
  );
  const shown = added.length > 0 ? added.slice(0, MONTHS_OF_STATE) : [null];
  return shown.flatMap((asked): MonthNews[] => {
    const { month: index, lines } = compareState(view, state, {
      ...{ group: 'state', month: asked },
      ...(named && { jurisdictions: named }),
    });
    if (index === null) return [];
    const month = monthAt(index);
    const [line] = lines;
    const sum = line?.subject === null ? line.payment : null;
    const counted = countPayments(view.dataset, state, firstDay(month), named ?? null);
    const doubtful = line?.doubtful.payment ?? 0;
    return [{ state, month, isNew: asked !== null, jurisdictions: counted, sum, doubtful }];
  });
}

/** How many jurisdictions have a payment in a month. */
function countPayments(
  { sqlite }: Dataset,
  state: State,
  period: string,
  jurisdictions: readonly number[] | null,
): number {
  const count = sqlite.prepare<[object], number>(
    `SELECT count(${state.headline}) FROM ${getTableName(allocationTableOf(state))} WHERE allocation_period = @period
       AND (@ids IS NULL OR jurisdiction_id IN (SELECT value FROM json_each(@ids)))`,
  );
  return count.pluck().get({ period, ids: jurisdictions && JSON.stringify(jurisdictions) }) ?? 0;
}

/** Says which runs the changes are of, and which later ones changed nothing. */
function describeRuns(dataset: Dataset, run: number): string {
  const runs = openRuns(dataset).after(run);
  const changing = runs.filter(({ version }) => version !== null);
  const [first, last] = [changing[0], changing.at(-1)];
  const idle = runs.filter(({ id }) => id > (last?.id ?? 0)).map(({ id }) => String(id));
  const [from, to] = [idle[0], idle.at(-1)];
  const later = from && to ? `${from === to ? 'Run' : 'Runs'} ${stretch(from, to)} changed nothing.` : '';
  if (!first || !last) return later || 'No run since then.';
  const end = `${formatTime(last.finishedAt)}), version ${last.version}.`;
  const about =
    first === last
      ? `About run ${last.id} (${last.command}, ${end}`
      : `About runs ${first.id} to ${last.id} (up to ${end}`;
  return later === '' ? about : `${about} ${later}`;
}
