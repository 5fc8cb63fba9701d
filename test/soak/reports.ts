import { citySummaryCsv } from '../rig/reports/comparison-sheets.ts';
import { disbursementCsv } from '../rig/reports/illinois.ts';
import { statement, texasReport } from '../rig/reports/small-reports.ts';

/** Jurisdictions and months of a report. `bump` changes its figures. */
export interface Extent {
  jurisdictions: number;
  months: readonly string[];
  bump?: number;
}

/**
 * A Texas payment detail with two columns for names and two for audit collections, `A` and `B`. The layout file of
 * `layoutsOf` chooses one of each.
 */
export function texas({ jurisdictions, months, bump = 0 }: Extent): string {
  const rows = months.flatMap((month, monthAt) =>
    Array.from({ length: jurisdictions }, (_, at) => ({
      code: String(2_900_001 + at),
      name: `PLACE ${at}`,
      month,
      current: 100 * (at + 1) + monthAt + bump,
    })),
  );
  const [header = '', ...lines] = texasReport(rows).trim().split('\n');
  const named = header.replace('Authority Name', 'Name A').replace('Audit Collections', 'Audit A');
  return [`${named},Name B,Audit B`, ...lines.map((line) => `${line},${nameIn(line)} ALTERED,1.00`), ''].join(
    '\n',
  );
}

function nameIn(line: string): string {
  return line.split(',')[1] ?? '';
}

/** Adds a column `Note` that makes the report about so many bytes long. */
export function widen(report: string, bytes: number): string {
  const [header = '', ...lines] = report.trim().split('\n');
  const note = 'x'.repeat(Math.ceil(bytes / lines.length));
  return [`${header},Note`, ...lines.map((line) => `${line},${note}`), ''].join('\n');
}

/** A layout file that reads one of the two columns of each field, and ignores the other and `more`. */
export function layoutsOf(taken: 'A' | 'B', more: readonly string[] = []): string {
  const kind = 'tx/payment-detail';
  const unread = taken === 'A' ? 'B' : 'A';
  return JSON.stringify({
    aliases: [
      { kind, field: 'name', headers: [`Name ${taken}`] },
      { kind, field: 'audit_collections', headers: [`Audit ${taken}`] },
    ],
    ignored: [{ kind, headers: [`Name ${unread}`, `Audit ${unread}`, ...more] }],
  });
}

/** Texas's summary of cities: rates, counties, and payments that differ from those of `texas`. */
export function texasSummary({ jurisdictions, months, bump = 0 }: Extent): string {
  return citySummaryCsv(
    months.flatMap((month, monthAt) =>
      Array.from({ length: jurisdictions }, (_, at) => ({
        type: `COUNTY ${at % 7}`,
        name: `PLACE ${at}`,
        month,
        rate: at % 2 === 0 ? '1.5' : '2',
        net: `${98 * (at + 1) + monthAt + bump}.00`,
        before: '100.00',
        toDate: `${1000 * (monthAt + 1)}.00`,
      })),
    ),
  );
}

export function california({ jurisdictions, months, bump = 0 }: Extent): string {
  return statement(
    months.flatMap((month, monthAt) =>
      Array.from({ length: jurisdictions }, (_, at) => ({
        code: String(19_100 + at),
        month,
        net: 1000 * (at + 1) + monthAt + bump,
      })),
    ),
  );
}

/** Illinois's disbursements of the first months of a fiscal year, with two lines for each government. */
export function illinois({
  jurisdictions,
  firstYear,
  months,
  bump = 0,
}: Omit<Extent, 'months'> & { firstYear: number; months: number }): string {
  const lines = Array.from({ length: jurisdictions }, (_, at) =>
    ['MT', 'HMR'].map((tax, taxAt) => ({
      name: `PLACE ${at}`,
      tax,
      vendor: at % 3 === 0 ? '' : String(390_090_000 + at),
      amounts: Array.from({ length: 12 }, (_each, month) =>
        month < months ? 100_000 * (at + 1) + 1000 * taxAt + month + bump : null,
      ),
    })),
  );
  return disbursementCsv(lines.flat(), { firstYear });
}
