import type { Finding } from '../../client/generated/types.gen.ts';
import { linkTo } from '../address/address.ts';
import { findingsQuestion } from '../service/questions.ts';
import { useAnswer } from '../service/use-answer.ts';
import type { MonthDate } from '../words/months.ts';

/** The codes of warnings that doubt a figure itself. */
const DOUBTING = ['unusual-payment', 'row-arithmetic', 'unusual-sum'];

/** The warnings that doubt figures of a month, by the id of the jurisdiction. */
export function useDoubts(state: string, month: MonthDate): ReadonlyMap<number, Finding> {
  const { value } = useAnswer(findingsQuestion({ state, severity: 'warning', allocation_period: month }));
  const doubting = value?.data.filter(({ code }) => DOUBTING.includes(code)) ?? [];
  return new Map(
    doubting.flatMap((finding) =>
      finding.jurisdiction ? [[finding.jurisdiction.id, finding] as const] : [],
    ),
  );
}

/** A sign beside a doubtful figure, which leads to its source and to what the checks found. */
export function Doubt({ finding }: { finding: Finding | undefined }) {
  if (!finding?.jurisdiction) return null;
  const { jurisdiction, allocation_period, text } = finding;
  return (
    <>
      {' '}
      <a
        class="doubt"
        href={linkTo(`/jurisdictions/${jurisdiction.id}`, { figure: allocation_period })}
        title={text}
        aria-label={`Doubtful: ${text}`}
      >
        ⚠
      </a>
    </>
  );
}
