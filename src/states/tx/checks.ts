import { formatMoney } from '../../domain/money.ts';
import { monthIndex, monthOfDate } from '../../domain/month.ts';
import { divideScaled } from '../../domain/ratio.ts';
import type { ReportFigures, RowRemark } from '../../extract/report-kind.ts';
import type { PaymentRow } from './payment-detail.ts';

/** The state keeps two percent of collections as its fee, and two percent of the rest for a month. */
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

/** Months between a payment and the month it is of; in the rows known they are the same. */
const MOST_MONTHS_APART = 1;

type PaymentFigure = keyof PaymentRow['figures'];

/**
 * What holds in every published row known; a blank figure counts as nothing. A layout may leave columns out, and what
 * is not there at all cannot be checked; nor can what is never blank in a published row, where no row has it.
 */
export function checkPaymentDetail(row: PaymentRow, { read, printed }: ReportFigures): RowRemark[] {
  const figure = (name: PaymentFigure): number => row.figures[name] ?? 0;
  const remarks: RowRemark[] = [];
  const paid = row.labels.allocation_date;
  const monthsApart = paid === null ? 0 : monthIndex(monthOfDate(paid)) - monthIndex(row.month);
  if (Math.abs(monthsApart) > MOST_MONTHS_APART) {
    const message = `${row.code} ${row.name} is of ${row.month}, but was paid on ${paid}; find out which is right and mend the file (a spreadsheet may have taken a month for a day), or have the date left unread by the layout file`;
    remarks.push({ code: 'month-mismatch', message, field: 'allocation_date' });
  }
  if (row.figures.net_payment === null) {
    const message = `${row.code} ${row.name} has no net payment for ${row.month}; it stays null`;
    remarks.push({ code: 'net-payment-missing', message, field: 'net_payment' });
  }
  const compare = (
    code: RowRemark['code'],
    field: PaymentFigure,
    expected: number,
    formula: string,
    within = 0,
  ) => {
    const given = row.figures[field];
    if (given === null || Math.abs(given - expected) <= within) return;
    const message = `${row.code} ${row.name}, ${row.month}: ${field} is printed as ${formatMoney(given)}, but ${formula} is ${formatMoney(expected)}`;
    remarks.push({ code, message, field });
  };
  const hasAny = (...names: PaymentFigure[]) => names.some((name) => row.figures[name] !== null);
  const sum = PARTS.reduce((parts, name) => parts + figure(name), 0);
  if (hasAny(...PARTS) && PARTS.every((name) => read.has(name)))
    compare('total-collections', 'total_collections', sum, 'the sum of its six parts');
  const isBlank = !hasAny('total_collections') && sum !== 0;
  if (isBlank && printed.has('total_collections')) {
    const message = `${row.code} ${row.name}, ${row.month}: total_collections is blank, but the sum of its six parts is ${formatMoney(sum)}; cells may have slipped: compare the row with the source`;
    remarks.push({ code: 'total-collections', message, field: 'total_collections' });
  }
  const isSum = hasAny(...PARTS) && PARTS.every((name) => printed.has(name));
  const total = row.figures.total_collections ?? (isSum ? sum : null);
  if (total === null) return remarks;
  const fee = figure('service_fee');
  const retained = figure('current_retained');
  const net = total - fee - retained + figure('prior_retained');
  if (hasAny('service_fee') && printed.has('current_retained') && read.has('prior_retained'))
    compare('net-payment', 'net_payment', net, 'total − service fee − current retained + prior retained');
  const feeExpected = twoPercent(total);
  compare('service-fee', 'service_fee', feeExpected, '2 % of total collections', TOLERANCE_CENTS);
  const retainedExpected = twoPercent(total - fee);
  const ofRest = '2 % of (total − service fee)';
  if (printed.has('service_fee'))
    compare('current-retained', 'current_retained', retainedExpected, ofRest, TOLERANCE_CENTS);
  return remarks;
}

function twoPercent(cents: number): number {
  return divideScaled(cents * STATE_PERCENT, 100, 1) ?? 0;
}
