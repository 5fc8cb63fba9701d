import { isMember, type Measured, measure } from '../../../derive/figure.ts';
import { exactGrowth } from '../../../derive/slots.ts';
import { earlier, lengthOf, oneMonth, type Span, YEAR, yearToDate } from '../../../derive/span.ts';
import { formatMonth, monthAt } from '../../../domain/month.ts';
import type { FigureReading, KnownState } from '../../../domain/reading/figure-reading.ts';
import { openDoubts } from '../../../domain/reading/open-doubts.ts';
import { tenthsOfPercent } from '../../../domain/text/rounded.ts';
import { periodsInWords, plural, typeInWords } from '../../../domain/text/wording.ts';
import type { AskedOf } from '../../description.ts';
import { type Sentence, sentenceRecord } from '../../descriptions/sentence.ts';
import { WrongFilter } from '../../filters/wrong-filter.ts';
import { foundRows, listOfFigures } from '../../found-rows.ts';
import { hasTaxChange } from '../../reasons.ts';
import { gainOf } from '../compare.ts';
import { partsOfPayments } from '../parts.ts';
import { projectGroup, projectPlaces, type YearQuestion, yearAsked } from '../projections.ts';
import {
  datesOf,
  groupOfPlaces,
  measureYear,
  membersOf,
  type Selected,
  spanFilter,
  spansAsked,
} from '../selection.ts';
import {
  countSentence,
  dollars,
  largestMove,
  type Moved,
  spanSentence,
  type ToldSpan,
  tellSpan,
} from './group-texts.ts';
import { partsSentence } from './parts-sentence.ts';
import {
  fiscalYearSentence,
  isMostlyTax,
  type MonthFigures,
  paymentSentence,
  salesSentence,
  tellMonth,
} from './sentence-texts.ts';

type Asked = AskedOf<typeof sentenceRecord>;

/** What a person would say about a selection in a month, or in a span. */
export const sentences = listOfFigures(sentenceRecord, {
  find: (view, asked, window) => foundRows(sentencesOf(view, asked), window),
});

/** The sentences about a place or a group; none without datapoints. */
export function sentencesOf(view: FigureReading, asked: Asked): Sentence[] {
  if (asked.months || asked.against) return spanSentences(view, asked);
  const question = yearAsked(view, asked);
  if (question.through === null) return [];
  const { through } = question;
  return question.group.isPlace
    ? tellMonth(monthFigures(view, asked, question, through))
    : groupSentences(view, asked, question, through);
}

/** The payments of a span, against another one. */
function spanSentences(view: FigureReading, asked: Asked): Sentence[] {
  if (asked.through)
    throw new WrongFilter('through', [
      'A question has months or a last known month, not both. Leave one out.',
    ]);
  const selected = membersOf(view, asked);
  const spans = spansAsked(selected, asked);
  if (!spans) return [];
  const { span, against } = spans;
  const { group, basis, places } = selected;
  const [place] = group.isPlace ? places : [];
  const inWords = ({ first, last }: Span) => periodsInWords(monthAt(first), monthAt(last));
  const isOneMonth = lengthOf(span) === 1;
  const when = `${basis === 'sales' ? 'for sales of' : isOneMonth ? 'in' : 'from'} ${inWords(span)}`;
  const of = place?.subject.name ?? nameOf(asked, selected.state.name);
  const names = { of, one: typeInWords(asked.type), when, before: inWords(against) };
  const known = knownOfSpan(selected, { span, against }, names);
  const { through: _, ...question } = asked;
  const all = tellSpan(known);
  return [
    ...(group.isPlace ? all.slice(0, 1) : [spanSentence(known), countSentence(known)]),
    ...reasonSentence(view, question, known, selected.state),
    ...all.slice(1),
  ];
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
  const month = spanFilter(oneMonth(through));
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

/**
 * What moved a payment most: a part of it, else one of the places. Of a group, only the places that its change counts, and
 * the taxes, which rankings read anyway.
 */
function reasonSentence(
  view: FigureReading,
  asked: Parameters<typeof partsOfPayments>[1],
  told: ToldSpan,
  { taxFields: fields }: KnownState,
): Sentence[] {
  const { isPlace, compared: ids, comparedPayment } = told;
  if (!isPlace && hasTaxChange(comparedPayment.reasons) && isMostlyTax(comparedPayment))
    return [{ topic: 'parts', text: 'The tax or its sharing changed.', caution: 'tax_changed' }];
  const parts = partsOfPayments(view, asked, isPlace ? undefined : { ids, fields });
  const sentence = partsSentence(parts, comparedPayment, !isPlace);
  return sentence.length > 0 || isPlace ? sentence : largestMove(told);
}

/** Where the year of a group may end, beside the year before. */
function groupEndSentence(question: YearQuestion, { missing, doubtful }: Measured): Sentence[] {
  const { start, year, group } = question;
  const end = projectGroup(question);
  if (end === null) return [];
  const { projected } = end;
  const before = measureYear(group, { first: start - YEAR, last: start - 1 }).value;
  const growth = exactGrowth(projected, before);
  const change = growth === null ? '' : ` (${growth < 0 ? '−' : '+'}${tenthsOfPercent(growth)})`;
  const caution = missing > 0 ? 'missing' : doubtful > 0 ? 'doubtful' : null;
  return [{ topic: 'projection', text: `${year} may end near ${dollars(projected)}${change}.`, caution }];
}

/** The group itself in words: how much it got and why, and its fiscal year with its end. */
function groupSentences(
  view: FigureReading,
  asked: Asked,
  question: YearQuestion,
  through: number,
): Sentence[] {
  const { basis, year, known, fiscalYearStart, group } = question;
  const names = { of: nameOf(asked, question.state.name), one: typeInWords(asked.type) };
  const told = knownOfMonth(question, through, names);
  const month = {
    ...{ ...datesOf(question, through), isBySales: basis === 'sales' },
    settlesQuarter: group.isQuarterEnd(through),
  };
  const { through: _, ...selection } = asked;
  const toDate = measureYear(group, yearToDate(through, fiscalYearStart));
  return [
    paymentSentence(month, told.payment),
    countSentence(told),
    ...salesSentence(month),
    ...reasonSentence(view, { ...selection, months: spanFilter(oneMonth(through)) }, told, question.state),
    fiscalYearSentence(
      { fiscalYear: year, projection: null, isBySales: basis === 'sales', isClosed: known === YEAR },
      { fiscalYearToDate: toDate },
    ),
    ...groupEndSentence(question, toDate),
    // without the payment, which is told above
    ...tellSpan(told).slice(1),
  ];
}

function nameOf({ county, jurisdictions }: Asked, state: string): string {
  const where = county === undefined ? state : `${county} County, ${state}`;
  return jurisdictions ? `the ${plural(jurisdictions.length, 'chosen place')} in ${where}` : where;
}

/** What a group got in a month, and the places whose payments moved most. */
export function knownOfMonth(
  question: GroupQuestion,
  month: number,
  names: { of: string; one: string },
): ToldSpan {
  const span = oneMonth(month);
  const { month: paid, salesMonth } = datesOf(question, month);
  const sales = salesMonth && `for sales of ${formatMonth(salesMonth)}`;
  const inMonth = `in ${formatMonth(paid)}${sales ? `, ${sales}` : ''}`;
  const when = question.basis === 'sales' && sales ? sales : inMonth;
  const before = formatMonth(monthAt(month - YEAR));
  return knownOfSpan(question, { span, against: earlier(span) }, { ...names, when, before });
}

type GroupQuestion = Pick<Selected, 'places' | 'group' | 'state' | 'lag' | 'basis'>;

/** What a selection got, and the places whose payments moved most: none that is doubtful or may have another tax. */
function knownOfSpan(
  { places, group }: Pick<GroupQuestion, 'places' | 'group'>,
  { span, against }: { span: Span; against: Span },
  words: { of: string; one: string; when: string; before: string },
): ToldSpan {
  const moved: Moved[] = [];
  let paid = 0;
  for (const place of places) {
    const { subject, member } = place;
    if (member.sums.paid(span) === 0) continue;
    paid += 1;
    if (group.isPlace || member.sums.paid(against) === 0) continue;
    const figure = measure(groupOfPlaces(group, [place], true), span, against);
    const isUnknown = hasTaxChange(figure.reasons) && figure.comparableChange === null;
    const by = gainOf(figure);
    if (by !== null && figure.doubtful === 0 && !isUnknown)
      moved.push({ name: subject.name, isCity: subject.type === 'city', by });
  }
  const isThere = ({ member: { series, sums } }: (typeof places)[number]) =>
    isMember(series, span.last) || sums.paid(span) + sums.paid(against) > 0;
  const measured = (some: typeof places) => measure(groupOfPlaces(group, some, group.isPlace), span, against);
  const payment = measured(places.filter(isThere));
  const compared = places.filter(({ member: { sums } }) => sums.fills(span) && sums.fills(against));
  return {
    ...{ ...words, isPlace: group.isPlace, isOneMonth: lengthOf(span) === 1, paid, moved, payment },
    isYearBefore: against.first === span.first - YEAR && against.last === span.last - YEAR,
    compared: new Set(compared.map(({ subject }) => subject.id)),
    comparedPayment: group.isPlace ? payment : measured(compared),
  };
}
