// Reports as their states send them, of round figures. Those of test/pipeline/workbench.ts would load the reader of
// workbooks into each of these tests, which takes longer than most of them.

interface Row {
  code: string;
  name?: string;
  month: string;
}

/** A California statement; `net` in dollars is distributed and paid. */
export function statement(rows: readonly (Row & { type?: string; net: number })[]): string {
  const header =
    'Payment Month,Jurisdiction Code,Jurisdiction,Jurisdiction Type,Current Distributions,Current Advance,Net Prior Allocations,Administrative Cost,Other Adjustments,Net Payment';
  const lines = rows.map(
    ({ code, name = `Place ${code}`, type = 'City', month, net }) =>
      `${month}-01,${code},${name},${type},${net},0,,,,${net}`,
  );
  return [header, ...lines, ''].join('\n');
}

/** A California quarterly report; every figure but the county's pool is zero. */
export function quarterly(rows: readonly { code: string; quarter: string; pool: number }[]): string {
  const header =
    'Quarter,Jurisdiction Code,Jurisdiction,Month 1,Month 2,Month 3,Gross,County Pool Percent,County Pool Amount,State Pool Percent,State Pool Amount,County Share Percent,Jurisdiction Share Percent,Adjusted Gross,County Share Amount,Jurisdiction Share Amount,Local Tax,Prior Advance,Administrative Cost,Total';
  const lines = rows.map(
    ({ code, quarter, pool }) =>
      `${quarter},${code},Place ${code},0,0,0,0,12.5,${pool},0.1,0,,,0,0,0,0,0,0,0`,
  );
  return [header, ...lines, ''].join('\n');
}

/** A Texas payment detail; `current` in dollars is collected, and paid less the state's two percent. */
export function paymentDetail(rows: readonly (Row & { name: string; current: number })[]): string {
  const header =
    'Authority Code,Authority Name,Allocation Month,Total Collections,Prior Period Collections,Current Period Collections,Future Period Collections,Audit Collections,Unidentified,Single Local Rate Collections,Service Fee,Current Retained, Prior Retained,Net Payment';
  const lines = rows.map(({ code, name, month, current }) => {
    const fee = (current / 50).toFixed(2);
    const net = (current - Number(fee)).toFixed(2);
    return `${code},${name},${month}-01,${current},0,${current},0,0,0,0,${fee},0,0,${net}`;
  });
  return [header, ...lines, ''].join('\n');
}
