import { monthAt } from '../../../src/domain/month.ts';
import { openChance, shuffle } from '../reports/chance.ts';
import type { Line, ReportTable } from '../reports/report-table.ts';
import { scale } from '../reports/scale.ts';
import {
  FIRST_SINGLE_LOCAL_RATE,
  PAYMENT_COLUMNS,
  PAYMENT_FIGURES,
  paymentDate,
  paymentFigures,
} from '../reports/texas.ts';
import {
  chanceOf,
  type Jurisdiction,
  jurisdictionsOf,
  type Span,
  salesMonth,
  taxPaid,
} from './jurisdictions.ts';

const MONTHS_A_FILE = 24;
/** Each file starts so many months after the one before and repeats the rest of its months. */
const MONTHS_BETWEEN_FILES = 12;
/** One month in 300 is restated. If its total changes, the next month pays back another amount. */
const RESTATED_ONE_IN = 300;

/** Yields the payment details. Their rows have a random order. */
export function* texasTables(count: number, months: Span): Generator<ReportTable> {
  const authorities = jurisdictionsOf('tx', count, months);
  for (let first = months.first; ; first += MONTHS_BETWEEN_FILES) {
    const last = Math.min(months.last, first + MONTHS_A_FILE - 1);
    // months that an earlier file has too; the first file's own year is never restated
    const known = { first: months.first + MONTHS_BETWEEN_FILES, last: first + MONTHS_BETWEEN_FILES - 1 };
    const lines = authorities.flatMap((authority) => paymentLines(authority, { first, last }, known));
    yield {
      path: `tx/payment-detail-${monthAt(first)}-to-${monthAt(last)}`,
      sheet: 'Payment Detail',
      columns: PAYMENT_COLUMNS,
      lines: shuffle(lines, openChance(first)),
    };
    if (last === months.last) return;
  }
}

/** Returns one authority's lines. A file may restate the months of `known`. */
function paymentLines(authority: Jurisdiction, file: Span, known: Span): Line[] {
  const { code, name, life, gap } = authority;
  const figuresOf = (month: number, prior_retained: number) =>
    drawPayment(authority, month, known.first <= month && month <= known.last, prior_retained);
  const first = Math.max(file.first, life.first);
  const last = Math.min(file.last, life.last);
  const before = first - 1 === gap ? first - 2 : first - 1;
  let prior_retained = first > life.first ? figuresOf(before, 0).current_retained : 0;
  const lines: Line[] = [];
  for (let at = first; at <= last; at += 1) {
    if (at === gap) continue;
    const figures = figuresOf(at, prior_retained);
    prior_retained = figures.current_retained;
    const month = monthAt(at);
    lines.push([code, name, month, paymentDate(month), ...PAYMENT_FIGURES.map((figure) => figures[figure])]);
  }
  return lines;
}

function drawPayment(authority: Jurisdiction, month: number, isKnown: boolean, prior_retained: number) {
  const chance = chanceOf(authority, month);
  const taxed = taxPaid(authority, month, chance);
  const part = (low: number, high: number) => scale(taxed, chance.between(low, high), 10_000);
  const isRestated = chance.between(1, RESTATED_ONE_IN) === 1 && isKnown;
  const moved = part(20, 400);
  const found = chance.between(0, 1) === 0 ? 0 : part(20, 400);
  // one month in 1,000 refunds a part of the collections, or more than all of them
  const refund = chance.between(1, 1000) === 1 ? part(3000, 15_000) : 0;
  const prior_collection = part(-120, 400) + (isRestated ? moved : 0);
  // sellers who file once a quarter do so in its last month
  const isQuarterFiled = salesMonth(month) % 3 === 2;
  const current_collections = scale(taxed, isQuarterFiled ? 1140 : 900, 1000) - (isRestated ? moved : 0);
  const future_collections = Math.max(0, part(-80, 240));
  const audit_collections = part(-180, 220) - refund - (isRestated ? found : 0);
  const unidentified_collections = part(4, 12);
  const single = part(80, 160);
  return paymentFigures(
    {
      prior_collection,
      current_collections,
      future_collections,
      audit_collections,
      unidentified_collections,
      single_local_rate_collections: monthAt(month) < FIRST_SINGLE_LOCAL_RATE ? null : single,
    },
    prior_retained,
  );
}
