/** Figures that need all places of a state. A page that has read one place gets them ready-made. */

/** Where a figure stands among those of the same type, state and month. Shares are in millionths. */
export interface Standing {
  shareOfCounty: number | null;
  shareOfState: number | null;
  /** 1 is the largest. Equal figures share a rank. */
  rank: number | null;
  /** How many jurisdictions have a figure. */
  ranked: number | null;
}

/** What the errors of places of like size were. */
export interface Band {
  median: number;
  /** Whether enough years have such errors. */
  hasRange: boolean;
  /** Percentiles of actual ÷ projected. */
  low: number;
  high: number;
}

/** The errors of some years, for places of each size. */
export interface BandsBySize {
  /** The size of the smallest place of each part but the first. */
  edges: readonly number[];
  ofParts: readonly (Band | null)[];
}

/** How far the projections of a state were off before a year, by the number of years that a method uses. */
export interface ErrorsBefore {
  byYears: Readonly<Record<1 | 2, BandsBySize>>;
  /** The share of the ranges that held; `null` if these are too few. */
  held: number | null;
}
