import { addMonths } from '../../domain/month.ts';
import { nameFew, plural, stretch } from '../../domain/text/wording.ts';
import { kindOf } from '../../states/index.ts';
import { type Period, periodLabel } from '../../store/query/completeness.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

export function missingPeriods({ absence: { missing } }: UpdateOutcome): Notice {
  return {
    summary: `${plural(missing.length, 'period')} missing: ${nameFew(missing.map(periodLabel))}`,
    details: stretchesOf(missing).map(
      ([first, last]) =>
        `No ${first.kind} report covers ${stretch(first.period, last.period)}, but earlier and later periods are loaded. Find the missing report and run ingest.`,
    ),
  };
}

/** Joins successive periods of a kind. Returns the first and last period of each stretch. */
function stretchesOf<Absent extends Period>(periods: readonly Absent[]): [Absent, Absent][] {
  const stretches: [Absent, Absent][] = [];
  for (const period of periods) {
    const { kind, allocation_period } = period;
    const open = stretches.at(-1);
    const last = open?.[1];
    const { every } = kindOf(kind).published;
    const follows = last?.kind === kind && addMonths(last.allocation_period, every) === allocation_period;
    if (open && follows) open[1] = period;
    else stretches.push([period, period]);
  }
  return stretches;
}

export function overduePeriods({ absence }: UpdateOutcome): Notice {
  const overdue = absence.expected.filter((period) => period.overdue);
  return {
    summary: `overdue: ${nameFew(overdue.toReversed().map((period) => `${periodLabel(period)} (expected ${period.expected_since})`))}`,
    details: stretchesOf(overdue).map(([first, last]) => {
      const [is, since] = first === last ? ['was', 'on'] : ['were', 'from'];
      return `${first.kind} ${stretch(first.period, last.period)} ${is} expected ${since} ${first.expected_since}, and the next period is due as well. Look at the portal.`;
    }),
  };
}
