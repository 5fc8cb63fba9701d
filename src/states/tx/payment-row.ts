import type { ReportRow } from '../../domain/report.ts';
import { amount, type FigureColumn } from '../../extract/layouts/report-kind.ts';

/** The figures of the payment detail, in the order of its columns. */
export const PAYMENT_FIGURES = {
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

export type PaymentFigure = keyof typeof PAYMENT_FIGURES;
export type PaymentLabel = 'allocation_date';
export type PaymentRow = ReportRow<PaymentFigure, PaymentLabel>;
