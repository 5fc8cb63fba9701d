import { isMember, measure } from '../../../derive/figure.ts';
import { earlier, oneMonth, YEAR, yearToDate } from '../../../derive/span.ts';
import { monthAt } from '../../../domain/month.ts';
import type { FigureReading } from '../../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../../domain/reading/open-doubts.ts';
import { plural } from '../../../domain/text/wording.ts';
import type { AskedOf } from '../../description.ts';
import { type Sentence, sentenceRecord } from '../../descriptions/sentence.ts';
import { foundRows, listOfFigures } from '../../found-rows.ts';
import { hasTaxChange } from '../../reasons.ts';
import { gainOf } from '../compare.ts';
import { partsOfPayments } from '../parts.ts';
import { projectPlaces, type YearQuestion, yearAsked } from '../projections.ts';
import { datesOf, groupOfPlaces, measureYear, monthFilter } from '../selection.ts';
import { type Moved, tellGroup } from './group-texts.ts';
import { fiscalYearSentence, type MonthFigures, tellMonth } from './sentence-texts.ts';

type Asked = AskedOf<typeof sentenceRecord>;

/** What a person would say about a selection in a month. */
export const sentences = listOfFigures(sentenceRecord, {
  find: (view, asked, window) => foundRows(sentencesOf(view, asked), window),
});

/** The sentences about a place or a group; none without datapoints. */
export function sentencesOf(view: FigureReading, asked: Asked): Sentence[] {
  const question = yearAsked(view, asked);
  if (question.through === null) return [];
  const { through } = question;
  return question.group.isPlace
    ? tellMonth(monthFigures(view, asked, question, through))
    : groupSentences(asked, question, through);
}

function monthFigures(
  view: FigureReading,
  asked: Asked,
  question: YearQuestion,
  through: number,
): MonthFigures {
  const { group, places, basis, year, known, fiscalYearStart, lag, state } = question;
  const [place] = places;
  const series = place?.member.series ?? { first: 0, slots: [] };
  const doubts = openDoubts(view, state, lag);
  const { jurisdictions: ids = [] } = asked;
  const before = series.slots
    .slice(0, Math.max(0, through - series.first))
    .reduce<number>((newest, slot, at) => (typeof slot === 'number' ? at : newest), -1);
  const figureOf = (span: ReturnType<typeof oneMonth>) => measure(group, span, earlier(span));
  const [projection = null] = projectPlaces(view, asked);
  const month = monthFilter(through);
  return {
    ...{ ...datesOf(question, through), isBySales: basis === 'sales' },
    settlesQuarter: group.isQuarterEnd(through),
    figures:
      series.slots[through - series.first] === undefined
        ? null
        : {
            payment: figureOf(oneMonth(through)),
            fiscalYearToDate: figureOf(yearToDate(through, fiscalYearStart)),
          },
    newest: before < 0 ? null : { month: monthAt(series.first + before), value: series.slots[before] ?? 0 },
    doubts: [through, through - YEAR].flatMap((one) =>
      ids.flatMap((id) => doubts.first(id, oneMonth(one)) ?? []),
    ),
    parts: partsOfPayments(view, {
      ...{ state: asked.state, months: month },
      ...(asked.jurisdictions && { jurisdictions: asked.jurisdictions }),
      ...(asked.basis && { basis: asked.basis }),
    }),
    projection,
    ...{ fiscalYear: year, isClosed: known === YEAR },
  };
}

/** The group itself in words: how much it got, and its fiscal year. */
function groupSentences(asked: Asked, question: YearQuestion, through: number): Sentence[] {
  const { basis, year, known, fiscalYearStart } = question;
  const sentencesOfMonth = tellGroupMonth(question, through, nameOf(asked, question.state.name));
  const toDate = yearToDate(through, fiscalYearStart);
  const fiscal = fiscalYearSentence(
    { fiscalYear: year, projection: null, isBySales: basis === 'sales', isClosed: known === YEAR },
    {
      payment: measureYear(question.group, oneMonth(through)),
      fiscalYearToDate: measureYear(question.group, toDate),
    },
  );
  return [...sentencesOfMonth, fiscal];
}

function nameOf({ type, county, jurisdictions }: Asked, state: string): string {
  const where = county === undefined ? state : `${county} County, ${state}`;
  const which = type === undefined ? '' : ` (${type.replaceAll('_', ' ')})`;
  return jurisdictions
    ? `the ${plural(jurisdictions.length, 'chosen place')} in ${where}`
    : `${where}${which}`;
}

/** What a group got in a month, and the cities whose payments moved most: none that is doubtful or may have another tax. */
export function tellGroupMonth(
  question: Pick<YearQuestion, 'places' | 'group' | 'state' | 'lag' | 'basis'>,
  month: number,
  of: string,
): Sentence[] {
  const { places, group, basis } = question;
  const span = oneMonth(month);
  const moved: Moved[] = [];
  let paid = 0;
  for (const place of places) {
    const { subject, member } = place;
    if (member.sums.paid(span) === 0) continue;
    paid += 1;
    if (subject.type !== 'city' || member.sums.paid(earlier(span)) === 0) continue;
    const figure = measureYear(groupOfPlaces(group, [place], true), span);
    const isUnknown = hasTaxChange(figure.reasons) && figure.comparableChange === null;
    const by = gainOf(figure);
    if (by !== null && figure.doubtful === 0 && !isUnknown) moved.push({ name: subject.name, by });
  }
  const members = places.filter(({ member }) => isMember(member.series, month));
  return tellGroup({
    ...{ of, ...datesOf(question, month), isBySales: basis === 'sales', paid, moved },
    payment: measureYear(groupOfPlaces(group, members), span),
  });
}
