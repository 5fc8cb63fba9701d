import type { Finding, Revision, StateOverview } from '../../../client/generated/types.gen.ts';
import { withOther } from '../../parts/loaded.tsx';
import { findingsOfPlace, revisionsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf, showFigure } from '../../words/figures.ts';
import { longDay } from '../../words/months.ts';
import { shortPaid } from '../../words/sales.ts';
import { figureLink } from './figure-links.ts';
import type { ViewedPlace } from './series.tsx';

/** The code of a finding that says which printed figure the register of corrections replaced. */
const CORRECTED = 'figure-corrected';

/** What is to be known of the figures of a month. */
export interface Note {
  kind: 'restated' | 'finding';
  month: string | null;
  text: string;
}

/** What changed in the figures of a place, and what the checks found there. */
export function useNotes(
  id: number,
  { fields }: Pick<StateOverview, 'fields'>,
  isShown: (one: Revision | Finding) => boolean,
) {
  const revisions = useAnswer(revisionsQuestion(id));
  const findings = useAnswer(findingsOfPlace(id));
  const restated = (revisions.value?.data ?? []).filter(isShown).map((revision): Note => {
    const field = fields.find(({ name }) => name === revision.field);
    return { kind: 'restated', month: revision.allocation_period, text: restatedText(revision, field) };
  });
  const found = (findings.value?.data ?? []).filter(isShown).map((finding): Note => {
    const { allocation_period: month, text, advice } = finding;
    return { kind: 'finding', month, text: `${text} ${advice}` };
  });
  return { answer: withOther(revisions, findings), notes: [...restated, ...found] };
}

/** `Net payment: changed from $1.00 to $2.00 on November 22, 2026 by november.csv`. */
function restatedText(
  { before, after, report, revised_at }: Revision,
  field: StateOverview['fields'][number] | undefined,
): string {
  const day = longDay(revised_at);
  if (!field) return `All figures of the month were taken back on ${day}`;
  const [from, to] = [before, after].map((value) => showFigure(value, field.unit));
  return `${field.label}: changed from ${from} to ${to} on ${day}${report ? ` by ${report.file_name}` : ''}`;
}

/** What a reader must know of the figures besides gaps: restated figures, and what the checks found. */
export function Notes({ id, state, series }: Pick<ViewedPlace, 'state' | 'series'> & { id: number }) {
  const { answer, notes } = useNotes(id, state, (one) =>
    'severity' in one ? one.severity !== 'info' || one.code === CORRECTED : one.field === series.field.name,
  );
  // they come all at once, so that their number never changes
  if (answer.isWaiting) return <div aria-busy="true" />;
  if (notes.length === 0) return null;
  return (
    <details class="notes">
      <summary>{countOf(notes.length, 'note')}</summary>
      <ul>
        {notes.map(({ kind, month, text }) => (
          <li key={`${month} ${text}`} class={kind}>
            {month !== null && <a href={figureLink(month)}>{shortPaid(month, series.lag)}</a>} {text}
          </li>
        ))}
      </ul>
    </details>
  );
}
