import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Grid } from '../../../src/extract/formats/grid.ts';
import { normalizeHeader } from '../../../src/extract/layouts/header.ts';
import { addToLayoutFile, readLayoutFile } from '../../../src/extract/layouts/layout-file.ts';
import type { Layout } from '../../../src/extract/layouts/report-kind.ts';
import { extractReport } from '../../../src/extract/report.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { optionalMessage } from '../../rig/finding-message.ts';

const BUILT_IN = REPORT_KINDS.flatMap(({ layouts }) => layouts);
const KIND = 'tx/payment-detail';

/** The header of the published Texas file, with the space it really has before `Prior Retained`. */
const PORTAL =
  'Authority Code,Authority Name,Allocation Month,Allocation Date,Total Collections,Prior Period Collections,Current Period Collections,Future Period Collections,Audit Collections,Unidentified,Single Local Rate Collections,Service Fee,Current Retained, Prior Retained,Net Payment'.split(
    ',',
  );
/** The published row of Palestine, October 2022. */
const PALESTINE =
  '2001018,PALESTINE,Oct-22,10/11/2022,632609.12,-1727.49,595088.26,23369.05,8880.72,421.17,6577.41,12652.18,12399.14,12548.27,620106.07'.split(
    ',',
  );
const API =
  'authority_id,authority_name,allocation_month,allocation_date,total_coll,prior_coll,current_coll,future_coll,audit_coll,unidentified_coll,single_local_tax_coll,service_fee,current_retainage,prior_retainage,net_payment'.split(
    ',',
  );

function gridOf(rows: readonly (readonly string[])[], sheet: string | null = null): Grid {
  return { sheet, format: 'csv', rows: rows.map((cells, at) => ({ number: at + 1, cells })) };
}

function extract(
  rows: readonly (readonly string[])[],
  layouts: readonly Layout[] = BUILT_IN,
  sheet?: string,
) {
  return extractReport([gridOf(rows, sheet ?? null)], REPORT_KINDS, layouts);
}

function replaced(header: readonly string[], from: string, to: string): string[] {
  expect(header).toContain(from);
  return header.map((each) => (each === from ? to : each));
}

function without<Item>(list: readonly Item[], at: number): Item[] {
  return list.filter((_, index) => index !== at);
}

/** The layout files that the commands in an advice write. */
function adviceOf(message: string): string[] {
  return [...message.matchAll(/layouts add --kind (\S+)((?: --(?:column|ignore) "(?:[^"\\]|\\.)*")+)/gs)].map(
    ([, kind = '', options = '']) => {
      const named = [...options.matchAll(/--(column|ignore) "((?:[^"\\]|\\.)*)"/gs)];
      const additions = named.map(([, option, quoted = '']) => {
        const text = quoted.replace(/\\(.)/gs, '$1');
        const end = option === 'column' ? text.lastIndexOf('=') : text.length;
        return { kind, header: text.slice(0, end), field: option === 'column' ? text.slice(end + 1) : null };
      });
      return addToLayoutFile('', additions);
    },
  );
}

describe('a header', () => {
  it('of the portal and of the interface reads the same row', () => {
    const expected = {
      code: '2001018',
      name: 'PALESTINE',
      month: '2022-10',
      labels: { allocation_date: '2022-10-11' },
      figures: {
        total_collections: 63260912,
        prior_collection: -172749,
        current_collections: 59508826,
        future_collections: 2336905,
        audit_collections: 888072,
        unidentified_collections: 42117,
        single_local_rate_collections: 657741,
        service_fee: 1265218,
        current_retained: 1239914,
        prior_retained: 1254827,
        net_payment: 62010607,
      },
    };
    for (const header of [PORTAL, API]) {
      const { kind, rows, findings } = extract([header, PALESTINE]);
      expect(findings).toEqual([]);
      expect(kind?.name).toBe(KIND);
      expect(rows).toEqual([{ sheet: null, row: 2, ...expected }]);
    }
  });

  it.each([1, 2, 25])('is found in row %i', (row) => {
    const title = Array.from({ length: row - 1 }, (_, at) => (at % 2 === 0 ? [`Note ${at}`] : ['']));
    const { rows, findings } = extract([...title, PORTAL, PALESTINE]);
    expect(findings).toEqual([]);
    expect(rows[0]).toMatchObject({ row: row + 1, code: '2001018' });
  });

  it('is not looked for below row 25', () => {
    const title = Array.from({ length: 25 }, (_, at) => [`Note ${at}`]);
    const { rows, findings } = extract([...title, PORTAL, PALESTINE]);
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ code: 'unrecognized-report', severity: 'error' }]);
  });

  it('compares without case, blanks, underscores and punctuation', () => {
    const dress = fc.constantFrom<(header: string) => string>(
      (header) => header.toUpperCase(),
      (header) => header.toLowerCase(),
      (header) => header.replaceAll(' ', '_'),
      (header) => header.replaceAll(' ', ''),
      (header) => header.replaceAll(' ', '\n'),
      (header) => `  ${header.replaceAll(' ', '\u00a0')} `,
      (header) => `${header.replaceAll(' ', '-')}:`,
      (header) => `*${header}*`,
      (header) => `"${header}"`,
      (header) => `(${header})`,
    );
    fc.assert(
      fc.property(fc.array(dress, { minLength: PORTAL.length, maxLength: PORTAL.length }), (dresses) => {
        const header = PORTAL.map((each, at) => dresses[at]?.(each) ?? each);
        const { rows, findings } = extract([header, PALESTINE]);
        expect(findings).toEqual([]);
        expect(rows).toHaveLength(1);
      }),
      { numRuns: 50 },
    );
  });
});

it('reads % in a header as percent', () => {
  expect(normalizeHeader('County Pool %')).toBe('countypoolpercent');
});

describe('a column no layout knows', () => {
  it('shows one valid command whatever its header holds', () => {
    const odd = fc.string({ unit: fc.constantFrom(...'ab"\\\'<>:,\n '), minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(odd, (text) => {
        const name = `zz${text}`;
        const lines = [
          [...PORTAL, name],
          [...PALESTINE, 'x'],
        ];
        const { findings } = extract(lines);
        expect(findings.map(({ code }) => code)).toEqual(['wrong-header']);
        const [file = '', ...others] = adviceOf(optionalMessage(findings[0]) ?? '');
        expect(others).toEqual([]);
        expect(extract(lines, readLayoutFile(file, REPORT_KINDS)).findings).toEqual([]);
      }),
      { numRuns: 50 },
    );
  });

  it('may be an optional figure: the message names those without a column before the command', () => {
    const statement =
      'Payment Month,Jurisdiction Code,Jurisdiction,Current Distributions,Current Advance,Misc,Net Payment';
    const lines = [statement.split(','), 'Oct-22,19050,LOS ANGELES,1,2,3,4'.split(',')];
    const { findings } = extract(lines);
    expect(findings.map(({ code, column }) => [code, column])).toEqual([['wrong-header', 'Misc']]);
    expect(findings.map((item) => optionalMessage(item))).toEqual([
      'No layout of "Local Jurisdiction Statement of Tax Distribution" has the column "Misc". If a column is "Net Prior Allocations", "Administrative Cost", "Other Adjustments" under another name, write --column "HEADER=FIELD" in place of its --ignore, with net_prior_allocations or administrative_cost or other_adjustments as FIELD. If it is none of them, skip it. Run: allocations layouts add --kind ca/monthly-statement --ignore "Misc"',
    ]);
  });
});

describe('a missing column', () => {
  it('beside one unknown column is one error with the command to run, and the command works', () => {
    const header = replaced(PORTAL, 'Unidentified', 'Rest');
    const { findings } = extract([header, PALESTINE], BUILT_IN, 'Sheet 1');
    const place = { sheet: 'Sheet 1', column: 'Unidentified', row: 1 };
    expect(findings).toMatchObject([{ code: 'wrong-header', ...place }]);
    expect(findings).toHaveLength(1);
    const message = optionalMessage(findings[0]) ?? '';
    expect(message).toBe(
      '"Local Allocation Payment Detail" needs the column "Unidentified", and no layout has the column "Rest". If "Rest" is "Unidentified" under another name, run: allocations layouts add --kind tx/payment-detail --column "Rest=unidentified_collections"',
    );
    const read = extract([header, PALESTINE], readLayoutFile(adviceOf(message)[0] ?? '', REPORT_KINDS));
    expect(read.findings).toEqual([]);
    expect(read.rows[0]?.figures.unidentified_collections).toBe(42117);
  });

  it('beside similar ones is one error with the right command, whatever the order of the columns', () => {
    const header = replaced(replaced(PORTAL, 'Net Payment', 'Payment, net'), 'Service Fee', 'Fee of service');
    const [finding, ...more] = extract([header, PALESTINE]).findings;
    expect(more).toEqual([]);
    const message = optionalMessage(finding) ?? '';
    expect(message).toMatch(
      /If "Fee of service" is "Service Fee" and "Payment, net" is "Net Payment" under another name, run: allocations layouts add --kind tx\/payment-detail --column "Fee of service=service_fee" --column "Payment, net=net_payment"$/,
    );
    const read = extract([header, PALESTINE], readLayoutFile(adviceOf(message)[0] ?? '', REPORT_KINDS));
    expect(read.findings).toEqual([]);
    const { service_fee, net_payment } = extract([PORTAL, PALESTINE]).rows[0]?.figures ?? {};
    expect(read.rows[0]?.figures).toMatchObject({ service_fee, net_payment });
  });

  it('beside one similar and others is filled in as far as it is known', () => {
    const names = [
      ['Net Payment', 'Payout'],
      ['Service Fee', 'Fee for service'],
      ['Unidentified', 'Rest'],
    ];
    const header = names.reduce((all, [from = '', to = '']) => replaced(all, from, to), PORTAL);
    expect(optionalMessage(extract([header, PALESTINE]).findings[0])).toContain(
      'Check that "Fee for service" is "Service Fee" under another name. Replace each HEADER with the name of that column in the report: one of "Rest", "Payout". Run: allocations layouts add --kind tx/payment-detail --column "HEADER=unidentified_collections" --column "Fee for service=service_fee" --column "HEADER=net_payment"',
    );
  });

  it('beside others is one error that names all of them, with one command to fill in', () => {
    const header = replaced(replaced(PORTAL, 'Net Payment', 'Amount sent'), 'Unidentified', 'Rest');
    const lines = [
      [...header, 'Batch'],
      [...PALESTINE, ''],
    ];
    const { findings } = extract(lines);
    expect(findings).toHaveLength(1);
    const message = optionalMessage(findings[0]) ?? '';
    for (const part of ['"Unidentified", "Net Payment"', '"Rest", "Amount sent", "Batch"'])
      expect(message).toContain(part);
    const [command = '', ...others] = adviceOf(message);
    expect(others).toEqual([]);
    const filled = command.replace('HEADER', 'Rest').replace('HEADER', 'Amount sent');
    const after = extract(lines, readLayoutFile(filled, REPORT_KINDS)).findings;
    expect(after).toMatchObject([{ code: 'wrong-header', column: 'Batch' }]);
  });

  it('without an unknown one says to export the report again', () => {
    const { findings } = extract([without(PORTAL, 14), without(PALESTINE, 14)]);
    expect(findings.map((item) => optionalMessage(item))).toEqual([
      '"Local Allocation Payment Detail" needs the column "Net Payment". Export the report again with all its columns.',
    ]);
  });

  it.each(['Net Payment ($000)', 'Net Payment (thousands)', 'Net Payment in $1,000s'])(
    'that is an amount is not offered a header that names thousands: %s',
    (printed) => {
      const { findings } = extract([replaced(PORTAL, 'Net Payment', printed), PALESTINE]);
      expect(findings.map(({ code }) => code)).toContain('wrong-header');
      expect(findings.map((item) => optionalMessage(item)).join()).not.toContain('layouts add');
    },
  );

  it.each(['Net Payment (%)', 'Net Payment (EUR)', 'Net Payment in cents', 'Net Pmt $K'])(
    'that is an amount is not offered a header that names another unit: %s',
    (printed) => {
      const { findings } = extract([replaced(PORTAL, 'Net Payment', printed), PALESTINE]);
      expect(findings.map((item) => optionalMessage(item)).join()).not.toContain('layouts add');
    },
  );

  it('is not an error in JSON, which omits empty fields, unless a row needs it', () => {
    const json = (header: string[], row: string[]): Grid => ({
      sheet: null,
      format: 'json',
      rows: [
        { number: 0, cells: header },
        { number: 1, cells: row },
      ],
    });
    const auditColumn = API.indexOf('audit_coll');
    const audit = extractReport(
      [json(without(API, auditColumn), without(PALESTINE, auditColumn))],
      REPORT_KINDS,
      BUILT_IN,
    );
    expect(audit.rows[0]?.figures.audit_collections).toBeNull();
    expect(audit.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const always of ['authority_id', 'authority_name', 'allocation_month', 'net_payment']) {
      const at = API.indexOf(always);
      const { rows, findings } = extractReport(
        [json(without(API, at), without(PALESTINE, at))],
        REPORT_KINDS,
        BUILT_IN,
      );
      expect(rows).toEqual([]);
      expect(findings.map(({ code }) => code)).toEqual(['wrong-header']);
    }
  });
});

describe('two columns of one meaning', () => {
  it('can be distinguished with the layout file, as the error says', () => {
    const rows = [
      [...PORTAL, 'prior_retainage'],
      [...PALESTINE, '1.00'],
    ];
    expect(optionalMessage(extract(rows).findings[0])).toContain('layout file');
    const file = JSON.stringify({ ignored: [{ kind: KIND, headers: ['prior_retainage'] }] });
    const unread = extract(rows, readLayoutFile(file, REPORT_KINDS));
    expect(unread.findings).toEqual([]);
    expect(unread.rows[0]?.figures.prior_retained).toBe(1254827);
  });
});

describe('a sheet without a known header', () => {
  it('is refused with the nearest known header', () => {
    const { kind, rows, findings } = extract([
      ['Foo', 'Bar'],
      ['Authority Code', 'Net Payment', 'Remark'],
      ['2001018', '5.00', ''],
    ]);
    expect(kind).toBeNull();
    expect(rows).toEqual([]);
    expect(findings).toMatchObject([{ code: 'unrecognized-report', row: 2 }]);
    expect(optionalMessage(findings[0])).toContain('Authority Code');
    for (const { title } of REPORT_KINDS) expect(optionalMessage(findings[0])).toContain(title);
  });

  it('is refused if it is empty', () => {
    for (const rows of [[], [[]], [[''], [' ', '']]]) {
      expect(extract(rows).findings).toMatchObject([{ code: 'unrecognized-report' }]);
    }
    expect(extractReport([], REPORT_KINDS, BUILT_IN).findings).toMatchObject([
      { code: 'unrecognized-report' },
    ]);
  });
});
