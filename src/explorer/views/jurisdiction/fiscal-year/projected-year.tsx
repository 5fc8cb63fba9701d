import type { ProjectionPage } from '../../../../client/generated/types.gen.ts';
import { roundedDollars } from '../../../../domain/text/rounded.ts';
import { monthsInWords } from '../../../../domain/text/wording.ts';

/** Where a fiscal year may end, and how good such estimates were. */
export function ProjectedYear({ data: [projection], meta }: ProjectionPage) {
  if (!projection) return null;
  const { year, projected, low, high, reason, usual_error, doubtful_months } = projection;
  if (projected === null)
    return (
      <>
        Where fiscal year {year} may end is not known: {monthsInWords(reason ?? '')}.
      </>
    );
  const range = low !== null && high !== null ? ` (${roundedDollars(low)} to ${roundedDollars(high)})` : '';
  return (
    <>
      Fiscal year {year} may end at <b data-figure="projected">{roundedDollars(projected)}</b>
      {range}.{' '}
      <span class="hint">
        {usual_error !== null &&
          `In past years, half of such estimates were off by ${showShare(usual_error)} or less at this point. `}
        {range !== '' && (
          <>
            {meta.range_held !== null &&
              `The year ended inside such a range in ${Math.round(meta.range_held * 100)}% of past cases. `}
            A shock to the whole state is outside the range.{' '}
          </>
        )}
        {doubtful_months !== null &&
          `Of the payments that this uses, the checks doubt ${monthsInWords(doubtful_months)}.`}
      </span>
    </>
  );
}

/** A share to a tenth of a percent. */
function showShare(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}
