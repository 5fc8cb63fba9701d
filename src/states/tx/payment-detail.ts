import { fridayOf } from '../../domain/calendar-day.ts';
import { monthIndex, monthOfDate } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import { divideScaled } from '../../domain/ratio.ts';
import type { ReportRow } from '../../domain/report.ts';
import { defineKind } from '../../extract/layouts/define-kind.ts';
import {
  amount,
  codeColumn,
  dateColumn,
  type FigureColumn,
  type ReportFigures,
  type RowRemark,
} from '../../extract/layouts/report-kind.ts';

/** The figures of the payment detail, in the order of its columns. */
const FIGURES = {
  total_collections: amount(),
  prior_collection: amount(),
  current_collections: amount(),
  future_collections: amount(),
  audit_collections: amount(),
  unidentified_collections: amount(),
  single_local_rate_collections: amount(),
  service_fee: amount(),
  current_retained: amount(),
  prior_retained: amount(),
  net_payment: amount('always'),
} satisfies Record<string, FigureColumn>;

export type PaymentFigure = keyof typeof FIGURES;
export type PaymentLabel = 'allocation_date';
export type PaymentRow = ReportRow<PaymentFigure, PaymentLabel>;

/** Authority codes have seven digits. The first is the type: 2 city, 3 transit, 4 county, 5 special district. */
function readAuthorityCode(digits: string): string | undefined {
  return /^[2-5]\d{6}$/.test(digits) ? digits : undefined;
}

/** The Comptroller's "Local Allocation Payment Detail", data.texas.gov dataset 3p4v-vsr3. */
export const paymentDetail = defineKind<PaymentFigure, PaymentLabel>({
  name: 'tx/payment-detail',
  title: 'Local Allocation Payment Detail',
  // paid on the second Friday of the month; the exceptions are in the published schedule
  published: monthly((month) => fridayOf(month, 2)),
  code: codeColumn('an authority code of seven digits that begins with 2, 3, 4 or 5', readAuthorityCode),
  labels: { allocation_date: dateColumn('optional') },
  figures: FIGURES,
  layouts: [
    {
      name: 'open data portal, as CSV and by API',
      headers: {
        code: ['Authority Code', 'authority_id'],
        name: ['Authority Name'],
        period: ['Allocation Month'],
        allocation_date: ['Allocation Date'],
        total_collections: ['Total Collections', 'total_coll'],
        prior_collection: ['Prior Period Collections', 'prior_coll'],
        current_collections: ['Current Period Collections', 'current_coll'],
        future_collections: ['Future Period Collections', 'future_coll'],
        audit_collections: ['Audit Collections', 'audit_coll'],
        unidentified_collections: ['Unidentified', 'unidentified_coll'],
        single_local_rate_collections: ['Single Local Rate Collections', 'single_local_tax_coll'],
        service_fee: ['Service Fee'],
        current_retained: ['Current Retained', 'current_retainage'],
        prior_retained: ['Prior Retained', 'prior_retainage'],
        net_payment: ['Net Payment'],
      },
    },
  ],
  // it also checks the sums that hold in every published row
  checkRow: checkPaymentDetail,
});

/** The state keeps 2% of collections as its fee, and retains 2% of the rest for a month. */
export const STATE_PERCENT = 2;
const TOLERANCE_CENTS = 1;

const PARTS = [
  'prior_collection',
  'current_collections',
  'future_collections',
  'audit_collections',
  'unidentified_collections',
  'single_local_rate_collections',
] as const;

/** The formulas that connect the figures of a payment, in words. */
const TOTAL = 'the sum of the six collections';
const FEE = `${STATE_PERCENT}% of total collections`;
const RETAINED = `${STATE_PERCENT}% of (total collections − service fee)`;
const NET = 'total collections − service fee − current retained + prior retained';

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
  if (paid !== null && monthsApart !== 0) {
    remarks.push({ code: 'date-outside-month', facts: { ...subject, paid }, field: 'allocation_date' });
  }
  if (row.figures.net_payment === null) {
    remarks.push({ code: 'net-payment-missing', facts: subject, field: 'net_payment' });
  }
  const compare = (field: PaymentFigure, expected: number, formula: string, within = 0) => {
    const printed = row.figures[field];
    if (printed === null || Math.abs(printed - expected) <= within) return;
    remarks.push({ code: 'row-arithmetic', facts: { ...subject, field, printed, formula, expected }, field });
  };
  const hasAny = (...names: PaymentFigure[]) => names.some((name) => row.figures[name] !== null);
  const sum = PARTS.reduce((parts, name) => parts + figure(name), 0);
  const hasParts = hasAny(...PARTS);
  if (hasParts && PARTS.every((name) => read.has(name))) compare('total_collections', sum, TOTAL);
  const isBlank = !hasAny('total_collections') && sum !== 0;
  if (isBlank && printed.has('total_collections')) {
    const field = 'total_collections';
    const facts = { ...subject, field, printed: null, formula: TOTAL, expected: sum };
    remarks.push({ code: 'row-arithmetic', facts, field });
  }
  const isSum = hasParts && PARTS.every((name) => printed.has(name));
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
