import { compareState } from '../analyses/analyses.ts';
import { fiscalYearToDateStart } from '../domain/allocation.ts';
import { monthIndex } from '../domain/month.ts';
import { formatTime, stretch } from '../domain/text/wording.ts';
import type { Dataset } from '../store/dataset.ts';
import type { ChangeFilter } from '../store/query/changes/changes.ts';
import { type MonthNews, readNews } from '../store/query/changes/news.ts';
import { listJurisdictions } from '../store/query/jurisdictions.ts';
import { type DatasetView, openReader } from '../store/query/view.ts';
import { openRuns } from '../store/write/runs.ts';
import { describeNews, type NoteContext } from './output/change-note.ts';
import type { Note } from './output/note.ts';

/** Reads what changed, as a note for people. */
export function readNote(
  dataset: Dataset,
  filter: ChangeFilter,
  context: Omit<NoteContext, 'jurisdictions' | 'runs'>,
): Note {
  const jurisdictions = new Map(listJurisdictions(dataset).map((stored) => [stored.id, stored]));
  const runs = describeRuns(dataset, filter.afterRun);
  const { months, changes } = readNews(dataset, filter);
  const withSums = openReader(dataset).read((view) =>
    months.map((one) => ({ ...one, sum: sumOf(view, one, filter) })),
  );
  return describeNews({ months: withSums, changes }, { ...context, jurisdictions, runs });
}

/** The sum of a month, as totals and comparisons give it. */
function sumOf(view: DatasetView, { state, month }: MonthNews, { jurisdictions }: ChangeFilter) {
  const fiscalYearStart = fiscalYearToDateStart(state.calendar);
  const all = { jurisdictions, type: null, county: null, fiscalYearStart };
  const [line] = compareState(view, state, { ...all, month: monthIndex(month), group: 'state' }).lines;
  return line?.subject === null ? line.payment : null;
}

/** Says which runs the changes are of, and which later ones changed nothing. */
function describeRuns(dataset: Dataset, afterRun: number): string {
  const runs = openRuns(dataset).after(afterRun);
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
