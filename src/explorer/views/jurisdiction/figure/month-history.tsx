import type { Finding, Revision, StateOverview } from '../../../../client/generated/types.gen.ts';
import { Loaded, withOther } from '../../../parts/loaded.tsx';
import { findingsQuestion, revisionsQuestion } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import { Restated, withoutRemoved } from '../notes.tsx';

export interface MonthHistoryProps {
  id: number;
  state: StateOverview;
  month: string;
}

/** The changes of the month's figures, and what the checks found in it. */
export function MonthHistory({ id, state, month }: MonthHistoryProps) {
  const revisions = useAnswer(revisionsQuestion(id));
  const findings = useAnswer(findingsQuestion({ jurisdictions: id }));
  const isOfMonth = (one: Revision | Finding) => one.allocation_period === month;
  const noted = findings.value?.data.filter(isOfMonth) ?? [];
  return (
    <Loaded answer={withOther(revisions, findings)}>
      {({ data }) => {
        const changed = withoutRemoved(data.filter(isOfMonth));
        return (
          <section>
            <h3>How it changed</h3>
            {changed.length === 0 && <p>No figure of this month changed since it was loaded first.</p>}
            <ul>
              {changed.map((revision) => (
                <li key={revision.id}>
                  <Restated revision={revision} state={state} />
                </li>
              ))}
            </ul>
            <h3>What the checks found</h3>
            {noted.length === 0 && <p>The checks found nothing unusual in this month.</p>}
            <ul>
              {noted.map(({ code, text, advice }) => (
                <li key={`${code} ${text}`}>
                  {text} {advice}
                </li>
              ))}
            </ul>
          </section>
        );
      }}
    </Loaded>
  );
}
