import { fiscalYearOf } from '../../../derive/analysis.ts';
import { errorOf, percentile } from '../../../derive/error-bands.ts';
import { YEAR } from '../../../derive/slots.ts';
import { monthAt } from '../../../domain/month.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import { perContentAndKey } from '../../../domain/reading/once.ts';
import { compareText } from '../../../domain/text/compare-text.ts';
import type { AskedOf } from '../../description.ts';
import { projectionErrorRecord, type YearErrors } from '../../descriptions/year-end/projection-error.ts';
import { findAmong, listOfFigures } from '../../found-rows.ts';
import { errorsOf, placesOf, replayedPlaces } from './projections.ts';
import { questionOf } from './year-question.ts';

const CENTS = 100;

/** How good the projections of past years were, the newest year first. */
export const projectionErrors = listOfFigures(projectionErrorRecord, {
  find: (view, asked, window) => {
    const all = MONTHS_KNOWN.filter((months) => months === (asked.known_months ?? months)).flatMap((months) =>
      errorsWith(view, asked, months),
    );
    const newestFirst = all.sort((one, other) => compareText(other.year, one.year));
    const { meta } = questionOf(view, asked);
    return { ...findAmong(projectionErrorRecord, newestFirst, asked, window), meta };
  },
});

const BYTES_OF_ERRORS = 500;

/** The errors of all past years with so many known months: all numbers of months together take long. */
const errorsWith = perContentAndKey(
  (view: FigureReading, asked: AskedOf<typeof projectionErrorRecord>, months: number): YearErrors[] => {
    const question = questionOf(view, asked);
    const { start, known, fiscalYearStart } = question;
    const chosen = placesOf(view, question, asked);
    const isCounted = ({ lastYear }: { lastYear: number }) => lastYear >= (asked.minimum ?? 0) * CENTS;
    // a year that ends with the last known month is past
    const end = known === YEAR ? start + YEAR : start;
    const errors = errorsOf(replayedPlaces(view, question))(months);
    return errors.yearsBefore(end).flatMap((first) => {
      const all = chosen.flatMap((one) => errors.replay(first, one) ?? []).filter(isCounted);
      return [false, true].flatMap((hasOtherTax): YearErrors[] => {
        const tests = all.filter((one) => one.hasOtherTax === hasOtherTax);
        if (tests.length === 0) return [];
        const off = tests.map(errorOf);
        const ranges = tests.flatMap(({ isInside }) => isInside ?? []);
        return [
          {
            year: fiscalYearOf(monthAt(first), fiscalYearStart),
            ...{ knownMonths: months, hasOtherTax, places: tests.length },
            ...{ median: percentile(off, 0.5), ninetieth: percentile(off, 0.9) },
            ranges: ranges.length,
            inside: ranges.length === 0 ? null : ranges.filter(Boolean).length / ranges.length,
          },
        ];
      });
    });
  },
  (asked, months) => `${JSON.stringify(asked)} ${months}`,
  ({ length }) => length * BYTES_OF_ERRORS,
);

const MONTHS_KNOWN = Array.from({ length: YEAR - 1 }, (_, at) => at + 1);
