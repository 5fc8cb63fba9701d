import type { ComparedFigures, YearOverYear } from './analysis.ts';

/** One of the compared figures under its name in JSON and tables. */
export interface NamedFigure {
  name: string;
  /** Whether it is a change, in millionths. The others are in the field's unit. */
  isChange: boolean;
  /** The sum or figure that it belongs to, for descriptions. */
  part: keyof ComparedFigures;
  kind: keyof YearOverYear;
}

const KINDS = ['value', 'yearAgo', 'change'] as const;
const NAMES: Readonly<Record<keyof ComparedFigures, readonly [string, string, string]>> = {
  payment: ['value', 'year_ago', 'change'],
  yearToDate: ['year_to_date', 'year_to_date_ago', 'year_to_date_change'],
  fiscalYearToDate: ['fiscal_year_to_date', 'fiscal_year_to_date_ago', 'fiscal_year_to_date_change'],
  rollingYear: ['rolling_year', 'rolling_year_ago', 'rolling_year_change'],
};
const PARTS = ['payment', 'yearToDate', 'fiscalYearToDate', 'rollingYear'] as const;

/** The compared figures in the order of records. */
export const COMPARED_FIGURES: readonly NamedFigure[] = PARTS.flatMap((part) =>
  KINDS.map((kind, at) => ({ name: NAMES[part][at] ?? part, isChange: kind === 'change', part, kind })),
);

/** Names the compared figures. `shown` makes the value of a record from the figure. */
export function nameFigures<Shown>(
  figures: ComparedFigures,
  shown: (value: number | null, isChange: boolean) => Shown,
): Record<string, Shown> {
  return Object.fromEntries(
    COMPARED_FIGURES.map(({ name, isChange, part, kind }) => [name, shown(figures[part][kind], isChange)]),
  );
}
