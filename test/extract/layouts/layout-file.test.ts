import { describe, expect, it } from 'vitest';
import { readCsv } from '../../../src/extract/formats/csv.ts';
import { addToLayoutFile, readLayoutFile } from '../../../src/extract/layouts/layout-file.ts';
import { extractReport } from '../../../src/extract/report.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';

const KIND = 'ca/monthly-statement';
const BUILT_IN = REPORT_KINDS.flatMap(({ layouts }) => layouts);

/** A layout of statements under other headers, as an operator would write it. */
const COLUMNS = {
  period: ['Pay Period'],
  code: ['TAC'],
  name: ['Agency'],
  current_distributions: ['Distributed'],
  current_advance: ['Advanced'],
  net_payment: ['Paid'],
};

function layoutsOf(file: unknown) {
  return readLayoutFile(JSON.stringify(file), REPORT_KINDS);
}

function mistakeOf(file: unknown): string {
  try {
    readLayoutFile(typeof file === 'string' ? file : JSON.stringify(file), REPORT_KINDS);
  } catch (error) {
    expect(error).toBeInstanceOf(Error);
    return error instanceof Error ? error.message : '';
  }
  throw new Error('the layout file was accepted');
}

function extract(text: string, layouts = BUILT_IN) {
  return extractReport(readCsv(text).grids, REPORT_KINDS, layouts);
}

describe('readLayoutFile', () => {
  it('makes no column of an alias that a layout does not name', () => {
    const { current_advance: _, ...columns } = COLUMNS;
    const layouts = layoutsOf({
      layouts: [{ kind: KIND, name: 'short', columns }],
      aliases: [{ kind: KIND, field: 'current_advance', headers: ['Ahead'] }],
    });
    const text = 'Pay Period,TAC,Agency,Distributed,Paid\nOct-22,19050,LOS ANGELES,1,3\n';
    const { rows, findings } = extract(text, layouts);
    expect(findings).toEqual([]);
    expect(rows).toHaveLength(1);
  });

  it('skips the byte order mark that editors of Windows put before a file', () => {
    const header = 'Ahead';
    const text = `\ufeff${JSON.stringify({ ignored: [{ kind: KIND, headers: ['x'] }] })}`;
    const knowing = readLayoutFile(text, REPORT_KINDS).filter(({ ignored }) => ignored.includes('x'));
    expect(knowing.map(({ kind }) => kind)).toContain(KIND);
    const added = addToLayoutFile(text, [{ kind: KIND, header, field: 'current_advance' }]);
    expect(JSON.parse(added)).toEqual({
      aliases: [{ kind: KIND, field: 'current_advance', headers: [header] }],
      ignored: [{ kind: KIND, headers: ['x'] }],
    });
  });
});

describe('notes of a layout file', () => {
  const text =
    'Payment Month,Jurisdiction Code,Jurisdiction,Current Distributions,Current Advance,Net Payment\nOct-22,19050,LOS ANGELES,1,2,3\n';

  it('are passed over by how they begin, whatever case and punctuation they have', () => {
    const notes = [{ kind: KIND, beginnings: ['Page', 'Printed on'] }];
    const layouts = layoutsOf({ notes });
    const { rows, findings } = extract(`${text}PAGE: 2 of 3\n"printed  on 5/1, 2024",,,,\n`, layouts);
    expect([rows.length, findings]).toEqual([1, []]);
    expect(extract(`${text}PAGE: 2 of 3\n`).findings).toMatchObject([{ code: 'unread-row', row: 3 }]);
  });

  it('may belong to one layout', () => {
    const layouts = layoutsOf({ layouts: [{ kind: KIND, name: 'x', columns: COLUMNS, notes: ['Page'] }] });
    expect(extract(`${text}Page 2\n`, layouts).rows).toEqual([]);
    const own = `Pay Period,TAC,Agency,Distributed,Advanced,Paid\nOct-22,19050,LOS ANGELES,1,2,3\nPage 2\n`;
    expect(extract(own, layouts).findings).toEqual([]);
  });
});

describe('signs of a layout file', () => {
  const stated = (sign: string) => ({ kind: KIND, field: 'administrative_cost', sign });
  const columns = { ...COLUMNS, administrative_cost: ['Cost'] };
  const cost = (file: object) => {
    const text =
      'Pay Period,TAC,Agency,Distributed,Advanced,Cost,Paid\nOct-22,19050,LOS ANGELES,1,2,1.00,3\n';
    return extract(text, layoutsOf(file)).rows[0]?.figures.administrative_cost;
  };

  it('are those of the layout, else those of its kind', () => {
    const own = (signs?: object) => [{ kind: KIND, name: 'short', columns, ...(signs && { signs }) }];
    expect(cost({ layouts: own() })).toBe(100);
    expect(cost({ layouts: own(), signs: [stated('negative')] })).toBe(-100);
    expect(cost({ layouts: own({ administrative_cost: 'positive' }), signs: [stated('negative')] })).toBe(
      100,
    );
  });

  it.each([
    [
      { signs: [{ ...stated('negative'), field: 'net_payment' }] },
      'no field "net_payment" that is an amount taken away',
    ],
    [{ signs: [{ ...stated('negative'), kind: 'tx/payment-detail' }] }, 'administrative_cost'],
    [{ signs: [stated('negative'), stated('positive')] }, 'twice'],
    [{ layouts: [{ kind: KIND, name: 'x', columns, signs: { net_payment: 'negative' } }] }, 'net_payment'],
  ])('must be one of a field that has one: %j', (file, mistake) => {
    expect(mistakeOf(file)).toContain(mistake);
  });
});

describe('a layout file with a mistake', () => {
  it.each([
    ['a note that would pass over rows', { notes: [{ kind: KIND, beginnings: ['1'] }] }, ['three letters']],
    ['a key nobody knows', { layout: [] }, ['layout']],
    ['no kind', { aliases: [{ field: 'code', headers: ['x'] }] }, ['aliases[0].kind']],
    [
      'a month that is none',
      { layouts: [{ kind: KIND, name: 'x', since: '2021-13', columns: COLUMNS }] },
      ['layouts[0].since', '2021-13'],
    ],
    ['a kind nobody knows', { ignored: [{ kind: 'fl/payments', headers: ['x'] }] }, ['fl/payments', KIND]],
    [
      'a field the kind does not have',
      { aliases: [{ kind: KIND, field: 'service_fee', headers: ['x'] }] },
      ['service_fee', KIND, 'net_payment'],
    ],
    [
      'a field the kind does not have, in a layout',
      { layouts: [{ kind: KIND, name: 'x', columns: { ...COLUMNS, payed: ['x'] } }] },
      ['payed', KIND, 'net_payment'],
    ],
  ] as const)('%s gives a message that says what is wrong and where', (_, file, parts) => {
    const message = mistakeOf(file);
    for (const part of parts) expect(message).toContain(part);
  });

  it('is refused where a layout lacks a column that no report can do without', () => {
    const { net_payment: _, ...others } = COLUMNS;
    expect(mistakeOf({ layouts: [{ kind: KIND, name: 'x', columns: others }] })).toContain('net_payment');
  });

  it('is refused where a layout ends before it begins', () => {
    const layout = { kind: KIND, name: 'x', since: '2023-01', until: '2022-12', columns: COLUMNS };
    expect(mistakeOf({ layouts: [layout] })).toContain('2022-12');
    expect(layoutsOf({ layouts: [{ ...layout, until: '2023-01' }] })).toHaveLength(BUILT_IN.length + 1);
  });

  it('is refused where one header is to mean two fields', () => {
    const alias = { kind: KIND, field: 'current_advance', headers: ['Net Payment'] };
    expect(mistakeOf({ aliases: [alias] })).toContain('Net Payment');
    const columns = { ...COLUMNS, current_advance: ['paid'] };
    expect(mistakeOf({ layouts: [{ kind: KIND, name: 'x', columns }] })).toMatch(/paid/i);
  });
});

describe('dated layouts', () => {
  const dated = (name: string, since: string | undefined, until: string | undefined, paid: string) => ({
    kind: KIND,
    name,
    since,
    until,
    columns: { ...COLUMNS, net_payment: [paid], current_advance: [paid === 'A' ? 'B' : 'A'] },
  });
  // the same headers change their meaning: until June 2021 A is what was paid, from July 2021 it is B
  const layouts = layoutsOf({
    layouts: [dated('old', undefined, '2021-06', 'A'), dated('new', '2021-07', undefined, 'B')],
  });
  const header = 'TAC,Agency,Pay Period,Distributed,A,B\n';
  const row = (month: string) => `19050,LOS ANGELES,${month},0,10,20\n`;

  it.each([
    ['Jun-21', 1000],
    ['May-21', 1000],
    ['Jul-21', 2000],
    ['Oct-26', 2000],
  ])('are taken by the months they are in force for: %s', (month, paid) => {
    const { rows, findings } = extract(header + row(month), layouts);
    expect(findings).toEqual([]);
    expect(rows[0]?.figures.net_payment).toBe(paid);
  });

  it('have the newest in force taken where several are', () => {
    const open = layoutsOf({
      layouts: [dated('newer', '2021-07', undefined, 'B'), dated('always', undefined, undefined, 'A')],
    });
    expect(extract(header + row('Jul-21'), open).rows[0]?.figures.net_payment).toBe(2000);
    expect(extract(header + row('Jun-21'), open).rows[0]?.figures.net_payment).toBe(1000);
  });

  it('are chosen by the rows, not by a date in a note under the table', () => {
    const { rows, findings } = extract(
      `Pay Period,TAC,Agency,Distributed,A,B\nJun-21,19050,LA,0,10,20\nJuly 2021,,,,,\n`,
      layouts,
    );
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(rows.map(({ figures }) => figures.net_payment)).toEqual([1000]);
  });
});
