import { writeCsv } from './notation.ts';

/** A payment: code, name, month and dollars. */
export type Payment = readonly [code: string, name: string, month: string, dollars: string];

/** The payment detail as the portal's programming interface gives it, with the net payment alone. */
export function paymentsJson(payments: readonly Payment[]): string {
  return JSON.stringify(
    payments.map(([authority_id, authority_name, month, net_payment]) => ({
      ...{ authority_id, authority_name, net_payment },
      allocation_month: `${month}-01T00:00:00.000`,
    })),
  );
}

/** A line of a summary. Figures that are left out are blank. */
export interface SummaryLine {
  /** `COUNTY`, `MTA`, `CTD` or `SPD`; for a city its county. */
  type: string;
  name: string;
  month: string;
  rate?: string;
  net?: string;
  before?: string;
  change?: string;
  toDate?: string;
  toDateBefore?: string;
  toDateChange?: string;
  period?: string;
}

const FIGURE_HEADERS =
  'Current Rate,Net Payment This Period,Comparable Payment Prior Year,Percent Change From Prior Year,Payments To Date,Previous Payments To Date,Percent Change To Date,Report Month,Report Year,Report Period Type'.split(
    ',',
  );

/** The headers of the files, and the names of the programming interface. */
export const SUMMARY_HEADER: readonly string[] = ['Type', 'Name', ...FIGURE_HEADERS];
export const SUMMARY_API_HEADER: readonly string[] =
  'type,name,current_rate,net_payment_this_period,comparable_payment_prior_year,percent_change_prior_year,payments_to_date,previous_payments_to_date,percent_change_to_date,report_month,report_year,report_period_type'.split(
    ',',
  );
export const CITY_SUMMARY_HEADER: readonly string[] = ['County', 'City', ...FIGURE_HEADERS];

/** The cells of a line, as all headers order them. */
export function summaryCells({ type, name, month: period, ...line }: SummaryLine): string[] {
  const [year, month] = period.split('-');
  const figures = [line.rate, line.net, line.before, line.change];
  const toDate = [line.toDate, line.toDateBefore, line.toDateChange];
  const cells = [type, name, ...figures, ...toDate, `${Number(month)}`, year, line.period ?? 'MONTHLY'];
  return cells.map((cell) => cell ?? '');
}

/** The summary of counties, transit authorities and districts, as a file of the portal. */
export function summaryCsv(lines: readonly SummaryLine[]): string {
  return csvOf(SUMMARY_HEADER, lines);
}

export function citySummaryCsv(lines: readonly SummaryLine[]): string {
  return csvOf(CITY_SUMMARY_HEADER, lines);
}

function csvOf(header: readonly string[], lines: readonly SummaryLine[]): string {
  return writeCsv([header, ...lines.map(summaryCells)]);
}
