import { describe, expect, it, vi } from 'vitest';
import { fiscalQuarter } from '../../src/domain/allocation.ts';
import { FINDING_SEVERITY } from '../../src/domain/findings/finding.ts';
import { JURISDICTION_TYPES } from '../../src/domain/jurisdiction.ts';
import { type Month, monthsBetween } from '../../src/domain/month.ts';
import type { ReportKindName, StoredRow } from '../../src/domain/report.ts';
import type { Grid } from '../../src/extract/formats/grid.ts';
import { normalizeHeader } from '../../src/extract/layouts/header.ts';
import {
  type Column,
  columnsOf,
  type Layout,
  type ReportKind,
} from '../../src/extract/layouts/report-kind.ts';
import { extractReport } from '../../src/extract/report.ts';
import { allKindsOf, REPORT_KINDS, STATES, stateOfKind } from '../../src/states/index.ts';

// the states that are published, and those that exist in tests alone
vi.mock('../../src/states/list.ts', async (original) => {
  const { STATES } = await original<typeof import('../../src/states/list.ts')>();
  const { SMALL_STATES } = await import('./small-states.ts');
  return { STATES: [...STATES, ...SMALL_STATES.map(({ state }) => state)] };
});

const MONTHS = monthsBetween('1980-01' as Month, '2099-12' as Month);
const SQL_NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
/** Names the tables need for themselves, and words of SQL that read badly as columns. */
const TAKEN = [
  'id',
  'state',
  'name',
  'type',
  'county',
  'quarter',
  'payment',
  'sales_tax_id',
  'month',
  'jurisdiction_id',
  'report_id',
  'lines',
  'row',
  'sheet',
  'select',
  'order',
  'group',
  'index',
];

const KINDS = STATES.flatMap((state) => allKindsOf(state).map((kind) => ({ name: kind.name, state, kind })));
const SUMMARIES = STATES.flatMap((state) =>
  state.comparisonSheets.map((kind) => ({ name: kind.name, state, kind })),
);
const LAYOUTS = KINDS.flatMap(({ kind }) =>
  kind.layouts.map((layout) => ({ name: `${kind.name}, ${layout.name}`, kind, layout })),
);

/** Texts in the forms that reports print; each column understands some of them. */
const PRINTED = [
  '19050',
  '2002017',
  '1001',
  'ELM01',
  '390000010',
  'Oct-22',
  '3Q-23',
  '10/11/2022',
  'City',
  'COUNTY',
  'Monthly',
  'Sales',
  '1,234.56',
  '12.5',
  'SPRINGFIELD',
];

/** Codes as the states print them, or make them of names. */
const CODES = [
  '01998',
  '19050',
  '58998',
  '023',
  'A23',
  '2002017',
  '5254502',
  '1001',
  'ELM01',
  'maple-grove',
  '390000010-abingdon',
];

/** A text the column reads, where possible one that `field` would really print. */
function printedFor(field: string, column: Column<string | number>): string {
  if (field === 'name') return 'SPRINGFIELD';
  const text = PRINTED.find((printed) => column.read(printed) !== undefined && column.read(printed) !== null);
  if (text === undefined)
    throw new Error(`no text in PRINTED is ${column.expects}: add one for ${field} to PRINTED in this test`);
  return text;
}

/** A report with one row by a layout; `headerOf` picks one of the names of each column. */
function reportOf(kind: ReportKind, layout: Layout, headerOf: (headers: readonly string[]) => string): Grid {
  const columns = columnsOf(kind);
  const cells = Object.entries(layout.headers).map(([field, headers]): [string, string] => {
    const column = columns.get(field);
    if (!column)
      throw new Error(`${kind.name} has no field ${field}: it has ${[...columns.keys()].join(', ')}`);
    const inForce = layout.until ?? layout.since;
    const printed = () => (field === 'period' && inForce ? inForce : printedFor(field, column));
    const text = kind.year ? { period: 'May', year: '2023' }[field] : undefined;
    return [headerOf(headers), text ?? printed()];
  });
  if (kind.monthsAcross) cells.push(['July', '1.00']);
  if (kind.openSections) cells.unshift(['', 'ALAMANCE'], ['', '(PER CAPITA)']);
  const lines = [
    ['JULY 2019 - JUNE 2020 DISBURSEMENTS'],
    cells.map(([header]) => header),
    cells.map(([, text]) => text),
  ];
  const rows = lines.map((texts, at) => ({ number: at + 1, cells: texts }));
  return { sheet: null, format: 'csv', rows: kind.monthsAcross ? rows : rows.slice(1) };
}

/** The name of a file that tells the month, for kinds whose rows do not. */
function fileNameOf({ until }: Layout): string {
  return until ? 'March 2016.csv' : 'March 2020.csv';
}

describe('the registry', () => {
  it('has each state once, by its code and its federal number', () => {
    expect(STATES.length).toBeGreaterThan(0);
    for (const key of ['code', 'name', 'fips'] as const) {
      expect(new Set(STATES.map((state) => state[key])).size).toBe(STATES.length);
    }
  });

  it('has each kind of report once, and finds its state', () => {
    expect(REPORT_KINDS.map(({ name }) => name)).toEqual(KINDS.map(({ name }) => name));
    expect(new Set(KINDS.map(({ name }) => name)).size).toBe(KINDS.length);
    for (const { name, state } of KINDS) expect(stateOfKind(name)).toBe(state);
    expect(() => stateOfKind('zz/unknown')).toThrow('zz/unknown');
  });

  it('gives no two kinds the same header', () => {
    for (const { kind, layout } of LAYOUTS) {
      const headers = new Set(Object.values(layout.headers).flat().map(normalizeHeader));
      // two comparison sheets are told apart by the columns of their names
      const others = LAYOUTS.filter((each) => each.kind !== kind && !(each.kind.year && kind.year));
      for (const other of others) {
        const required = [...columnsOf(other.kind)].filter(([, { presence }]) => presence !== 'optional');
        const shared = required.filter(([field]) =>
          (other.layout.headers[field] ?? []).some((header) => headers.has(normalizeHeader(header))),
        );
        // below the half from which a row is taken for a header
        expect(shared.length * 2).toBeLessThanOrEqual(required.length);
      }
    }
  });
});

describe.each(STATES.map((state) => [state.name, state] as const))('%s', (_, state) => {
  it('expects every report on a day, not before its month and later than the one before', () => {
    for (const { published } of allKindsOf(state)) {
      const days = MONTHS.map((month) => published.dueBy(month));
      expect(
        days.every((day, at) => day >= `${MONTHS[at]}-01` && new Date(day).toISOString().startsWith(day)),
      ).toBe(true);
      expect(days).toEqual([...new Set(days)].sort());
    }
  });

  it('has fields with unique names that are safe in SQL, a unit, a meaning and the column it is read from', () => {
    const names = state.fields.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain(state.headline);
    for (const { name, unit, meaning, readFrom } of state.fields) {
      expect(name).toMatch(SQL_NAME);
      expect(TAKEN).not.toContain(name);
      expect(name).not.toMatch(/^(delta|trend|ytd)/);
      expect(['amount', 'percent']).toContain(unit);
      expect(meaning.length).toBeGreaterThan(10);
      expect(readFrom.length).toBeGreaterThan(5);
    }
  });

  it('has a calendar for every month', () => {
    expect(state.calendar.fiscalYearStart).toBeGreaterThanOrEqual(1);
    expect(state.calendar.fiscalYearStart).toBeLessThanOrEqual(12);
    const quarters = MONTHS.map((month) => {
      expect(typeof state.calendar.isQuarterEnd(month)).toBe('boolean');
      const year = `2000${month.slice(4)}` as Month;
      expect(state.calendar.isQuarterEnd(month)).toBe(state.calendar.isQuarterEnd(year));
      return fiscalQuarter(month, state.calendar);
    });
    expect(new Set(quarters)).toEqual(new Set([1, 2, 3, 4]));
    quarters.forEach((quarter, at) => {
      const next = quarters[at + 1];
      if (next !== undefined) expect([quarter, (quarter % 4) + 1]).toContain(next);
      if (quarters[at + 3] !== undefined) expect(quarters[at + 3]).toBe((quarter % 4) + 1);
    });
  });

  it('knows a type of the service, or none, for any code', () => {
    for (const code of ['00000', '19998', '2002017', '5999999', '9']) {
      expect([...JURISDICTION_TYPES, null]).toContain(state.jurisdictionType(code, []));
    }
  });

  it('has codes that make ids of their own', () => {
    for (const kind of state.kinds) {
      const codes = CODES.flatMap((printed) => kind.code.read(printed) ?? []);
      const advice = `no text in CODES is ${kind.code.expects}: add some to CODES in this test`;
      expect(codes.length, advice).toBeGreaterThan(0);
      for (const code of codes) {
        expect(kind.code.read(code)).toBe(code);
        expect(state.idOf(code)).toBeGreaterThanOrEqual(state.fips * 10_000_000);
        expect(state.idOf(code)).toBeLessThan((state.fips + 1) * 10_000_000);
        expect(Number.isInteger(state.idOf(code))).toBe(true);
      }
      expect(new Set(codes.map(state.idOf)).size).toBe(new Set(codes).size);
    }
  });

  it('merges a row of each kind into datapoints that have exactly its fields', () => {
    const month =
      MONTHS.find((each) => each > '2022' && state.calendar.isQuarterEnd(each)) ?? ('2022-10' as Month);
    const rows = new Map<ReportKindName, StoredRow[]>();
    state.kinds.forEach((kind, at) => {
      rows.set(kind.name, [
        {
          reportId: at + 1,
          jurisdictionId: 1,
          sheet: null,
          row: 2,
          code: '1',
          name: 'SPRINGFIELD',
          month,
          labels: Object.fromEntries(Object.keys(kind.labels).map((label) => [label, null])),
          figures: Object.fromEntries(Object.keys(kind.figures).map((figure) => [figure, null])),
        },
      ]);
    });
    const frozen = JSON.stringify([...rows]);
    const { datapoints, findings } = state.merge(rows);
    expect(JSON.stringify([...rows])).toBe(frozen);
    expect(datapoints).toHaveLength(1);
    expect(Object.keys(datapoints[0]?.figures ?? {}).sort()).toEqual(
      state.fields.map(({ name }) => name).sort(),
    );
    expect(datapoints[0]?.month).toBe(month);
    expect(datapoints[0]?.sources.get(state.kinds[0].name)).toBe(rows.get(state.kinds[0].name)?.[0]);
    for (const { code } of findings) expect(FINDING_SEVERITY.has(code)).toBe(true);
  });

  it('makes no datapoint without a row of its first kind', () => {
    expect(state.merge(new Map()).datapoints).toEqual([]);
  });
});

describe.each(KINDS.map((each) => [each.name, each] as const))('%s', (_, { kind }) => {
  it('has fields with unique names that are safe in SQL', () => {
    const fields = ['code', 'name', 'period', ...Object.keys(kind.labels), ...Object.keys(kind.figures)];
    expect(new Set(fields).size).toBe(fields.length);
    // what a sheet prints across, in its sections or elsewhere has no column of its own
    const columns = [...columnsOf(kind).keys()];
    expect(fields.filter((field) => columns.includes(field))).toEqual(
      columns.filter((field) => field !== 'year'),
    );
    if (!kind.monthsAcross && !kind.monthOfReport && !kind.openSections)
      expect(columns.filter((field) => field !== 'year')).toEqual(fields);
    for (const field of fields.slice(3)) {
      expect(field).toMatch(SQL_NAME);
      expect(TAKEN).not.toContain(field);
    }
  });

  it('reads a blank cell as nothing in every column, and nonsense in none but names', () => {
    for (const [field, column] of columnsOf(kind)) {
      expect(column.read('')).toBeNull();
      expect(column.read('  ')).toBeNull();
      // codes that are made of names may be any text
      if (column.holds === 'name' || (field === 'code' && kind.codeOf)) continue;
      for (const nonsense of ['???', '<b>', 'constructor', '#REF!', '[object Object]']) {
        const advice = field === 'code' ? 'refuse it, or make codes of names with codeOf' : 'refuse it';
        expect(column.read(nonsense), `${field} reads ${nonsense}: ${advice}`).toBeUndefined();
      }
    }
  });
});

describe.each(SUMMARIES.map((each) => [each.name, each] as const))('%s', (_, { kind }) => {
  const row = {
    labels: Object.fromEntries(
      Object.entries(kind.labels).map(([label, column]) => [
        label,
        column.read(printedFor(label, column)) ?? null,
      ]),
    ),
  };

  it('lists jurisdictions of its types, and finds their place in any casing', () => {
    expect(kind.types).toContain(kind.subjectOf(row).type);
    for (const type of kind.types) {
      const { place } = kind.placeOf('SPRINGFIELD', type);
      expect(place).not.toBe('');
      expect(kind.placeOf('Springfield', type).place).toBe(place);
      expect(kind.placeOf('SHELBYVILLE', type).place).not.toBe(place);
    }
  });
});

describe.each(LAYOUTS.map((each) => [each.name, each] as const))('the layout %s', (_, { kind, layout }) => {
  it('gives each header one meaning', () => {
    const headers = [...Object.values(layout.headers).map((names) => new Set(names.map(normalizeHeader)))];
    const all = [...headers.flatMap((names) => [...names]), ...layout.ignored.map(normalizeHeader)];
    expect(new Set(all).size).toBe(all.length);
    for (const header of all) expect(header).not.toBe('');
  });

  it('reads an invented row by any of its headers', () => {
    const layouts = REPORT_KINDS.flatMap((each) => each.layouts);
    const most = Math.max(...Object.values(layout.headers).map((headers) => headers.length));
    const readings = Array.from({ length: most }, (_each, at) =>
      reportOf(kind, layout, (headers) => headers[Math.min(at, headers.length - 1)] ?? ''),
    );
    for (const grid of readings) {
      const extraction = extractReport([grid], REPORT_KINDS, layouts, fileNameOf(layout));
      expect(extraction.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(extraction.kind).toBe(kind);
      expect(extraction.rows).toHaveLength(1);
      const [row] = extraction.rows;
      for (const field of Object.keys(layout.headers)) {
        if (field in kind.figures) expect(row?.figures[field]).not.toBeNull();
        if (field in kind.labels) expect(row?.labels[field]).not.toBeNull();
      }
      expect(Object.keys(row?.figures ?? {})).toEqual(Object.keys(kind.figures));
      expect(Object.keys(row?.labels ?? {})).toEqual(Object.keys(kind.labels));
    }
  });
});
