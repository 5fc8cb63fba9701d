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

const FIGURES =
  'Current Rate,Net Payment This Period,Comparable Payment Prior Year,Percent Change From Prior Year,Payments To Date,Previous Payments To Date,Percent Change To Date,Report Month,Report Year,Report Period Type';

function linesOf(lines: readonly SummaryLine[]): string {
  return lines
    .map((line) => {
      const [year, month] = line.month.split('-');
      const figures = [line.rate, line.net, line.before, line.change];
      const toDate = [line.toDate, line.toDateBefore, line.toDateChange];
      const cells = [
        line.type,
        line.name,
        ...figures,
        ...toDate,
        Number(month),
        year,
        line.period ?? 'MONTHLY',
      ];
      return `${cells.map((cell) => cell ?? '').join(',')}\n`;
    })
    .join('');
}

/** The summary of counties, transit authorities and districts, as a file of the portal. */
export function summaryCsv(lines: readonly SummaryLine[]): string {
  return `Type,Name,${FIGURES}\n${linesOf(lines)}`;
}

/** The summary of cities. */
export function citySummaryCsv(lines: readonly SummaryLine[]): string {
  return `County,City,${FIGURES}\n${linesOf(lines)}`;
}
