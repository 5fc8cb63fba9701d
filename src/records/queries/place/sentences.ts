import { YEAR } from '../../../derive/slots.ts';
import { spanTo } from '../../../derive/span.ts';
import { salesPeriod } from '../../../domain/allocation.ts';
import { firstDay, monthAt } from '../../../domain/month.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../../domain/reading/open-doubts.ts';
import { type PlaceSentence, sentenceRecord } from '../../descriptions/place/sentence.ts';
import { foundRows, listOfFigures } from '../../found-rows.ts';
import { openAnalyses } from '../analyses.ts';
import { projectPlaces } from '../year-end/projections.ts';
import { partsIn } from './parts.ts';
import { placeQuestion } from './place-question.ts';
import { type MonthFigures, tellMonth } from './sentence-texts.ts';

/** The payment of one place in one month, in sentences. */
export const sentences = listOfFigures(sentenceRecord, {
  find: (view, asked, window) => {
    const question = placeQuestion(view, asked);
    const { place: jurisdiction, months, meta } = question;
    const known = monthFigures(view, question);
    const rows = (known ? tellMonth(known) : []).map(
      (sentence): PlaceSentence => ({
        ...sentence,
        ...{ jurisdiction, month: known?.month ?? monthAt(0), salesMonth: known?.salesMonth ?? null },
      }),
    );
    return { ...foundRows(rows, window), meta: { ...months, ...meta } };
  },
});

/** `null` if the state has no datapoints. */
function monthFigures(view: FigureReading, question: ReturnType<typeof placeQuestion>): MonthFigures | null {
  const { place, asked, state, lag, through, paid, year, known, meta } = question;
  if (through === null || paid === null || year === null) return null;
  const { basis, fiscal_year_start: fiscalYearStart } = meta;
  const doubts = openDoubts(view, state, lag);
  const analyzed = openAnalyses(view, state, state.headline, { basis, fiscalYearStart })(place);
  const month = monthAt(paid);
  const day = { from: firstDay(month), to: firstDay(month) };
  const before = analyzed.filter((one) => one.month < monthAt(through) && one.payment.value !== null).at(-1);
  const [projection = null] = projectPlaces(view, question, { ...asked, jurisdictions: [place.id] });
  return {
    ...{ month, salesMonth: salesPeriod(month, state.calendar), isBySales: basis === 'sales' },
    settlesQuarter: state.calendar.isQuarterEnd(month),
    figures: analyzed.find((one) => one.month === monthAt(through)) ?? null,
    newest:
      before && before.payment.value !== null ? { month: before.month, value: before.payment.value } : null,
    doubts: [through, through - YEAR].flatMap((one) => doubts.first(place.id, spanTo(one, 1)) ?? []),
    parts: partsIn(view, place, { from: day, to: day }),
    projection,
    ...{ fiscalYear: year, isClosed: known === YEAR },
  };
}
