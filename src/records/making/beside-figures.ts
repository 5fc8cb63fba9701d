import { monthIndex } from '../../domain/month.ts';
import type { FigureReading, KnownState, Restatement } from '../../domain/reading/figure-reading.ts';
import type { PackedDoubt, PackedRate, PackedRestatement } from '../documents/shapes.ts';

/** Rates are known beyond the months with payments. */
const MONTHS_BEYOND = 36;
const YEAR = 12;

export function openBeside(view: FigureReading, state: KnownState) {
  const doubts = view.doubts(state);
  const rates = view.rates(state);
  const months = [...view.figures(state, state.headline, 0).months];
  const [first, last] = [Math.min(...months) - MONTHS_BEYOND, Math.max(...months) + YEAR];
  return (id: number) => {
    const [rateIn, subject] = [rates.get(id), view.jurisdictions.get(id)];
    return {
      restated: subject ? view.restated(subject).map(pack) : [],
      doubts: Array.from(doubts.get(id) ?? [], ([month, { code, text }]): PackedDoubt => [month, code, text]),
      rates: rateIn && months.length > 0 ? rateSpans(rateIn, first, last) : null,
    };
  };
}

function pack({ month, at, difference }: Restatement): PackedRestatement {
  return [monthIndex(month), at.slice(0, 10), difference];
}

function rateSpans(rateIn: (month: number) => number | null, first: number, last: number): PackedRate[] {
  const spans: [number, number, number][] = [];
  for (let month = first; month <= last; month += 1) {
    const rate = rateIn(month);
    if (rate === null) continue;
    const newest = spans.at(-1);
    if (newest && newest[1] === month - 1 && newest[2] === rate) newest[1] = month;
    else spans.push([month, month, rate]);
  }
  return spans;
}
