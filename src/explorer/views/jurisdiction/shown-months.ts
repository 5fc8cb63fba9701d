import { useRef, useState } from 'preact/hooks';
import { choiceOf, goTo, linkHere, readParameter } from '../../address/navigation.ts';
import type { ShownRange } from '../../chart/brush.tsx';
import { SPANS } from './charts.ts';
import type { MonthOfSeries } from './series.tsx';

const MONTHS_OF_YEAR = 12;

/** Which months a chart shows: those of the or those of a drag. */
export function useShownMonths(months: readonly MonthOfSeries[]) {
  const [dragged, setDragged] = useState<ShownRange | null>(null);
  // a key moves and ends at once, before the state is there
  const newest = useRef<ShownRange | null>(null);
  const usual = usualRange(months.length);
  const range = dragged ?? rangeOf(months, usual);
  const nameOf = (at: number) => months[at]?.month.slice(0, 7) ?? null;
  return {
    range,
    onMove: (next: ShownRange) => {
      newest.current = next;
      setDragged(next);
    },
    onEnd: () => {
      const [from, to] = newest.current ?? range;
      const isUsual = from === usual[0] && to === usual[1];
      newest.current = null;
      setDragged(null);
      const months = { from: isUsual ? null : nameOf(from), to: to === usual[1] ? null : nameOf(to) };
      goTo(linkHere(months), { replaces: true });
    },
  };
}

/** The last five years, or so many as the address says. */
function usualRange(count: number): ShownRange {
  const span = choiceOf('years', SPANS);
  return [span === 'all' ? 0 : Math.max(0, count - Number(span) * MONTHS_OF_YEAR), count - 1];
}

function rangeOf(months: readonly MonthOfSeries[], usual: ShownRange): ShownRange {
  const [from, to] = ['from', 'to'].map((name, end) => {
    const asked = readParameter(name);
    const at = asked ? months.findIndex(({ month }) => month.startsWith(asked)) : -1;
    return at < 0 ? (usual[end] ?? 0) : at;
  });
  return from === undefined || to === undefined || from > to ? usual : [from, to];
}
