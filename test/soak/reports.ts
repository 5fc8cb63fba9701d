import { statement, texasReport } from '../rig/reports/small-reports.ts';

/** What a generated report is about. `bump` makes its figures others than those of a report with another one. */
export interface Extent {
  jurisdictions: number;
  months: readonly string[];
  bump?: number;
}

/**
 * A Texas payment detail that gives names and audit collections twice, in columns `A` and `B`; which of them
 * counts is told by `layoutsOf`.
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

/** The same report with a column `Note` that makes it about so many bytes long. */
export function widen(report: string, bytes: number): string {
  const [header = '', ...lines] = report.trim().split('\n');
  const note = 'x'.repeat(Math.ceil(bytes / lines.length));
  return [`${header},Note`, ...lines.map((line) => `${line},${note}`), ''].join('\n');
}

/** The layout file that takes one of the two columns for each field, and leaves the other and `more` unread. */
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

/** A California statement. */
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
