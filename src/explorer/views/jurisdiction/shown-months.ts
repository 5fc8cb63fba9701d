import { useRef, useState } from 'preact/hooks';
import { type Address, choiceOf, linkWith } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import type { ShownRange } from '../../chart/brush.tsx';
import { SPANS } from './charts.ts';
import type { MonthOfSeries } from './series.tsx';

const MONTHS_OF_YEAR = 12;

/** Which months a chart shows: those of the address, or those of a drag. */
export function useShownMonths(address: Address, months: readonly MonthOfSeries[]) {
  const [dragged, setDragged] = useState<ShownRange | null>(null);
  // a key moves and ends at once, before the state is there
  const newest = useRef<ShownRange | null>(null);
  const usual = usualRange(address, months.length);
  const range = dragged ?? rangeOf(address, months, usual);
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
      goTo(linkWith(address, months), { replaces: true });
    },
  };
}

/** The last five years, or so many as the address says. */
function usualRange(address: Address, count: number): ShownRange {
  const span = choiceOf(address, 'years', SPANS);
  return [span === 'all' ? 0 : Math.max(0, count - Number(span) * MONTHS_OF_YEAR), count - 1];
}

function rangeOf({ parameters }: Address, months: readonly MonthOfSeries[], usual: ShownRange): ShownRange {
  const [from, to] = ['from', 'to'].map((name, end) => {
    const asked = parameters.get(name);
    const at = asked ? months.findIndex(({ month }) => month.startsWith(asked)) : -1;
    return at < 0 ? (usual[end] ?? 0) : at;
  });
  return from === undefined || to === undefined || from > to ? usual : [from, to];
}
