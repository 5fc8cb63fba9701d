import { type FigureSeries, RATIO_SCALE } from '../domain/allocation.ts';
import { divideScaled } from '../domain/ratio.ts';
import type { Standing } from '../domain/reading/ready-made.ts';

/** The series of a jurisdiction, and its county; `null` if unknown. */
export interface PlacedSeries {
  subject: { county: string | null };
  series: FigureSeries;
}

export const NO_STANDING: Standing = { shareOfCounty: null, shareOfState: null, rank: null, ranked: null };

/** Compares figures of jurisdictions of one state and one type with each other, month by month. */
export class Standings {
  private readonly figures = new Map<number, number[]>();
  private readonly totals = new Map<number, number>();
  private readonly countyTotals = new Map<string, Map<number, number>>();

  /** `peers` are all jurisdictions of the type. */
  constructor(peers: Iterable<PlacedSeries>) {
    for (const { subject, series } of peers) {
      const { county } = subject;
      const ofCounty = county === null ? null : (this.countyTotals.get(county) ?? new Map<number, number>());
      if (county !== null && ofCounty) this.countyTotals.set(county, ofCounty);
      series.slots.forEach((figure, at) => {
        if (figure === null || figure === undefined) return;
        this.add(series.first + at, figure, ofCounty);
      });
    }
  }

  of(county: string | null, month: number, figure: number | null): Standing {
    const all = this.figures.get(month) ?? [];
    if (figure === null) return { ...NO_STANDING, ranked: all.length };
    const inCounty = county === null ? undefined : this.countyTotals.get(county)?.get(month);
    return {
      shareOfCounty: shareOf(figure, inCounty),
      shareOfState: shareOf(figure, this.totals.get(month)),
      rank: 1 + all.reduce((larger, other) => larger + Number(other > figure), 0),
      ranked: all.length,
    };
  }

  private add(month: number, figure: number, ofCounty: Map<number, number> | null): void {
    const figures = this.figures.get(month);
    if (figures) figures.push(figure);
    else this.figures.set(month, [figure]);
    this.totals.set(month, (this.totals.get(month) ?? 0) + figure);
    ofCounty?.set(month, (ofCounty.get(month) ?? 0) + figure);
  }
}

/** A share of a sum; `null` if the sum is not positive. */
function shareOf(figure: number, sum: number | undefined): number | null {
  return sum === undefined || sum <= 0 ? null : (divideScaled(figure, sum, RATIO_SCALE) ?? null);
}
