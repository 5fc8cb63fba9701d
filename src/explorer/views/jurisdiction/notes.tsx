import type { Finding, Revision, StateOverview } from '../../../client/generated/types.gen.ts';
import { nameFew } from '../../../domain/text/wording.ts';
import { findingsQuestion, revisionsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf, showFigure } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { nameKind } from '../../words/report-kinds.ts';
import { shortPaid } from '../../words/sales.ts';
import { figureLink } from './figure-links.ts';
import { type FieldSeries, missingMonths, recordIn, type ViewedPlace } from './series.tsx';

/** The code of a finding that says which printed figure the register of corrections replaced. */
const CORRECTED = 'figure-corrected';

/** What a reader must know of the figures: missing months, restated figures, and what the checks found. */
export function Notes({ id, state, series }: Pick<ViewedPlace, 'state' | 'series'> & { id: number }) {
  const revisions = useAnswer(revisionsQuestion(id));
  const found = useAnswer(findingsQuestion({ jurisdictions: id }));
  const awaited = awaitedReports(state, series);
  const isAwaited = (month: string) => awaited.some(({ months }) => months.includes(month));
  // a field of quarter ends is missing because its report is
  const missing = missingMonths(series).filter(
    (month) => !(series.field.quarter_end_only && isAwaited(month)),
  );
  const restated = revisions.value?.data.filter(({ field }) => field === series.field.name) ?? [];
  const noted = found.value?.data.filter(isNotable) ?? [];
  const nameOf = (month: string) => shortPaid(month, series.lag);
  const link = (month: string) => <a href={figureLink(month)}>{nameOf(month)}</a>;
  const restatements = restated.map((revision) => (
    <li key={revision.id} class="restated">
      {link(revision.allocation_period)}{' '}
      <Restated
        revision={revision}
        state={state}
        now={recordIn(series, revision.allocation_period)?.payment.value ?? null}
      />
    </li>
  ));
  const findings = noted.map(({ code, text, allocation_period }) => (
    <li key={`${code} ${allocation_period} ${text}`} class="finding">
      {allocation_period !== null && link(allocation_period)} {text}
    </li>
  ));
  const notes = [
    missing.length > 0 && (
      <li key="missing" class="missing">
        {countOf(missing.length, 'month')} without a figure: {missing.map(nameOf).join(', ')}. Sums over{' '}
        {missing.length === 1 ? 'it' : 'them'} are left out.
      </li>
    ),
    ...awaited.map(({ kind, months }) => (
      <li key={kind} class="awaited">
        The {nameKind(kind)} report for {nameFew(months.map(nameOf))} is not there yet. Figures that only this
        report gives are missing until it is loaded.
      </li>
    )),
    ...restatements,
    ...findings,
  ].filter(Boolean);
  // they come all at once, so that their number never changes
  if (revisions.isWaiting || found.isWaiting) return <div aria-busy="true" />;
  if (notes.length === 0) return null;
  const kinds = [
    missing.length > 0 && countOf(missing.length, 'missing month'),
    awaited.length > 0 && countOf(awaited.length, 'expected report'),
    restated.length > 0 && countOf(restated.length, 'restated figure'),
    noted.length > 0 && countOf(noted.length, 'finding'),
  ].filter(Boolean);
  return (
    <details class="notes">
      <summary>
        {countOf(notes.length, 'note')}: {kinds.join(', ')}
      </summary>
      <ul>{notes}</ul>
    </details>
  );
}

function isNotable({ severity, code }: Finding): boolean {
  return severity !== 'info' || code === CORRECTED;
}

/** The report kinds that are not there yet at quarter ends of the series, each with these months, newest first. */
function awaitedReports({ months: known }: StateOverview, { months }: FieldSeries) {
  const ends = new Set(months.flatMap(({ month, settlesQuarter }) => (settlesQuarter ? [month] : [])));
  const awaited = new Map<string, string[]>();
  for (const { allocation_period, reports } of known)
    for (const [kind, isLoaded] of Object.entries(reports))
      if (!isLoaded && ends.has(allocation_period))
        awaited.set(kind, [...(awaited.get(kind) ?? []), allocation_period]);
  return [...awaited].map(([kind, ofKind]) => ({ kind, months: ofKind }));
}

interface RestatedProps {
  revision: Revision;
  state: StateOverview;
  /** What the figure is now; `null` if it is missing, or if nobody asks. */
  now?: number | null;
}

/** `changed from $1.00 to $2.00 on November 22, 2026 by november.csv`. A report that was taken back leaves no figure after it. */
export function Restated({ revision, state, now = null }: RestatedProps) {
  const { field, before, after, report, revised_at } = revision;
  const known = state.fields.find(({ name }) => name === field);
  const measure = known?.unit ?? 'amount';
  const day = longDay(revised_at);
  if (!known)
    return (
      <>
        {field === 'datapoint' ? 'All figures of the month were taken back' : `${field} changed`} on {day}
      </>
    );
  if (after === null && now !== null)
    return (
      <>
        {known.label}: {showFigure(before, measure)} was taken back on {day}. The figure is now{' '}
        {showFigure(now, measure)}
      </>
    );
  return (
    <>
      {known.label}: changed from {showFigure(before, measure)} to {showFigure(after, measure)} on {day}
      {report && ` by ${report.file_name}`}
    </>
  );
}

/** Without the figures of removed datapoints: one line says that all of them were taken back. */
export function withoutRemoved(revisions: readonly Revision[]): Revision[] {
  const removed = new Set(revisions.filter(({ field }) => field === 'datapoint').map(placeOf));
  return revisions.filter((revision) => revision.field === 'datapoint' || !removed.has(placeOf(revision)));
}

function placeOf({ run_id, allocation_period }: Revision): string {
  return `${run_id} ${allocation_period}`;
}
