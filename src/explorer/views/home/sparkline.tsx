import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linear, linePath } from '../../chart/scales.ts';
import { showFigure } from '../../words/figures.ts';
import { everyMonth, monthNumber, shortMonth } from '../../words/months.ts';

const [WIDTH, HEIGHT] = [320, 72];
const EDGE = 4;

/** The totals of a state's months as a small line; a month without a total is a gap. */
export function Sparkline({ state: { name, months } }: { state: StateOverview }) {
  const [newest, oldest] = [months[0], months.at(-1)];
  if (!newest || !oldest || months.length < 2) return null;
  const totals = new Map(
    months.flatMap(({ allocation_period, total }) =>
      total === null ? [] : [[allocation_period, total] as const],
    ),
  );
  const all = everyMonth(oldest.allocation_period, newest.allocation_period);
  const first = monthNumber(oldest.allocation_period);
  const most = Math.max(...totals.values());
  const x = linear([first, monthNumber(newest.allocation_period)], [EDGE, WIDTH - EDGE]);
  const y = linear([0, most], [HEIGHT - EDGE, EDGE]);
  const path = linePath(
    all.map((month) => {
      const total = totals.get(month);
      return total === undefined ? null : [x(monthNumber(month)), y(total)];
    }),
  );
  const [from, to] = [shortMonth(oldest.allocation_period), shortMonth(newest.allocation_period)];
  return (
    <figure class="sparkline">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Totals of ${name} from ${from} to ${to}, at most ${showFigure(most, 'amount')}`}
      >
        <line class="zero" x1={0} x2={WIDTH} y1={y(0)} y2={y(0)} />
        <path class="line" d={path} />
      </svg>
      <figcaption>
        <span>{from}</span>
        <span>{to}</span>
      </figcaption>
    </figure>
  );
}
