import { fridayOf } from '../../domain/calendar-day.ts';
import { monthly } from '../../domain/publication.ts';
import {
  codeColumn,
  dateColumn,
  monthColumn,
  nameColumn,
  type ReportKind,
} from '../../extract/layouts/report-kind.ts';
import { checkPaymentDetail } from './checks.ts';
import { PAYMENT_FIGURES, type PaymentFigure, type PaymentLabel } from './payment-row.ts';

/** Authority codes have seven digits. The first is the type: 2 city, 3 transit, 4 county, 5 special district. */
function readAuthorityCode(digits: string): string | undefined {
  return /^[2-5]\d{6}$/.test(digits) ? digits : undefined;
}

/** The Comptroller's "Local Allocation Payment Detail", data.texas.gov dataset 3p4v-vsr3. */
export const paymentDetail: ReportKind<PaymentFigure, PaymentLabel> = {
  name: 'tx/payment-detail',
  // paid on the second Friday of the month; the exceptions are in the published schedule
  published: monthly((month) => fridayOf(month, 2)),
  code: codeColumn('an authority code of seven digits that begins with 2, 3, 4 or 5', readAuthorityCode),
  printedName: nameColumn(),
  period: monthColumn(),
  labels: { allocation_date: dateColumn('optional') },
  figures: PAYMENT_FIGURES,
  layouts: [
    {
      kind: 'tx/payment-detail',
      name: 'open data portal, as CSV and by API',
      since: null,
      until: null,
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
      ignored: [],
    },
  ],
  checkRow: checkPaymentDetail,
  // `checkRow` checks the sums that hold in every published row
  usualSums: [],
};
