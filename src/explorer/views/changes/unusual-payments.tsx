import type { Change } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { findingsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { countOf } from '../../words/figures.ts';
import { shortMonth } from '../../words/months.ts';

const UNUSUAL = 'unusual-payment';
/** So many are named. */
const NAMED = 5;

/** Names the payments of new months that the checks doubt. */
export function UnusualPayments({ changes }: { changes: readonly Change[] }) {
  const months = changes.filter(({ change }) => change === 'new_month');
  const { value } = useAnswer(months.length === 0 ? null : findingsQuestion({ code: UNUSUAL }));
  const found =
    value?.data.filter((finding) =>
      months.some(
        ({ state, allocation_period }) =>
          state === finding.state && allocation_period === finding.allocation_period,
      ),
    ) ?? [];
  if (found.length === 0) return null;
  return (
    <p class="notice unusual">
      {countOf(found.length, 'payment')} of the new months {found.length === 1 ? 'is' : 'are'} unusual:{' '}
      {found.slice(0, NAMED).map(({ jurisdiction, allocation_period }) => (
        <span key={`${jurisdiction?.id} ${allocation_period}`}>
          <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`, { figure: allocation_period })}>
            {jurisdiction?.name}, {shortMonth(allocation_period ?? '')}
          </a>
          .{' '}
        </span>
      ))}
      {found.length > NAMED && <a href={linkTo('/data', { code: UNUSUAL })}>All of them</a>}
    </p>
  );
}
