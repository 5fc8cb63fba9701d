import type { Formula, Term } from '../../domain/findings/facts.ts';
import { monthIndex, monthOfDate } from '../../domain/month.ts';
import { divideScaled } from '../../domain/ratio.ts';
import type { ReportFigures, RowRemark } from '../../extract/layouts/report-kind.ts';
import type { PaymentRow } from './payment-row.ts';

/** The state keeps 2 % of collections as its fee, and retains 2 % of the rest for a month. */
const STATE_PERCENT = 2;
const TOLERANCE_CENTS = 1;

const PARTS = [
  'prior_collection',
  'current_collections',
  'future_collections',
  'audit_collections',
  'unidentified_collections',
  'single_local_rate_collections',
] as const;

const plus = (name: PaymentFigure): Term => [name, 1];
const minus = (name: PaymentFigure): Term => [name, -1];

/** The formulas that connect the figures of a payment. */
const TOTAL: Formula = { percent: null, terms: PARTS.map(plus) };
const FEE: Formula = { percent: STATE_PERCENT, terms: [plus('total_collections')] };
const RETAINED: Formula = {
  percent: STATE_PERCENT,
  terms: [plus('total_collections'), minus('service_fee')],
};
const NET: Formula = {
  percent: null,
  terms: [plus('total_collections'), minus('service_fee'), minus('current_retained'), plus('prior_retained')],
};

/** Months between a payment and its month; in all known rows they are the same. */
const MOST_MONTHS_APART = 1;

type PaymentFigure = keyof PaymentRow['figures'];

/**
 * Checks what holds in every known published row. A blank figure counts as zero. A sum is not checked if the layout or
 * the report leaves out one of its figures.
 */
export function checkPaymentDetail(row: PaymentRow, { read, printed }: ReportFigures): RowRemark[] {
  const figure = (name: PaymentFigure): number => row.figures[name] ?? 0;
  const remarks: RowRemark[] = [];
  const subject = { code: row.code, name: row.name, month: row.month };
  const paid = row.labels.allocation_date;
  const monthsApart = paid === null ? 0 : monthIndex(monthOfDate(paid)) - monthIndex(row.month);
  if (paid !== null && Math.abs(monthsApart) > MOST_MONTHS_APART) {
    remarks.push({ code: 'month-mismatch', facts: { ...subject, paid }, field: 'allocation_date' });
  }
  if (row.figures.net_payment === null) {
    remarks.push({ code: 'net-payment-missing', facts: subject, field: 'net_payment' });
  }
  const compare = (field: PaymentFigure, expected: number, formula: Formula, within = 0) => {
    const printed = row.figures[field];
    if (printed === null || Math.abs(printed - expected) <= within) return;
    remarks.push({ code: 'row-arithmetic', facts: { ...subject, field, printed, formula, expected }, field });
  };
  const hasAny = (...names: PaymentFigure[]) => names.some((name) => row.figures[name] !== null);
  const sum = PARTS.reduce((parts, name) => parts + figure(name), 0);
  if (hasAny(...PARTS) && PARTS.every((name) => read.has(name))) compare('total_collections', sum, TOTAL);
  const isBlank = !hasAny('total_collections') && sum !== 0;
  if (isBlank && printed.has('total_collections')) {
    const field = 'total_collections';
    remarks.push({ code: 'blank-total', facts: { ...subject, field, expected: sum }, field });
  }
  const isSum = hasAny(...PARTS) && PARTS.every((name) => printed.has(name));
  const total = row.figures.total_collections ?? (isSum ? sum : null);
  if (total === null) return remarks;
  const fee = figure('service_fee');
  const retained = figure('current_retained');
  const net = total - fee - retained + figure('prior_retained');
  if (hasAny('service_fee') && printed.has('current_retained') && read.has('prior_retained'))
    compare('net_payment', net, NET);
  compare('service_fee', twoPercent(total), FEE, TOLERANCE_CENTS);
  if (printed.has('service_fee'))
    compare('current_retained', twoPercent(total - fee), RETAINED, TOLERANCE_CENTS);
  return remarks;
}

function twoPercent(cents: number): number {
  return divideScaled(cents * STATE_PERCENT, 100, 1) ?? 0;
}
