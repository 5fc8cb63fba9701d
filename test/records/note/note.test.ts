import { expect, test } from 'vitest';
import type { Cents } from '../../../src/domain/money.ts';
import { addMonths, firstDay, formatMonth, monthOfDate } from '../../../src/domain/month.ts';
import { noteHtml } from '../../../src/explorer/note/note-page.tsx';
import type { Basis } from '../../../src/records/filters/shared-filters.ts';
import type { NoteMonth, NoteRow } from '../../../src/records/note/note.ts';
import { newDocument, readPlaceNote } from '../../../src/records/note/read.ts';
import { loadRandomWorld, readWorld } from '../../rig/datasets/analysis-world.ts';
import { readView } from '../../rig/datasets/read-view.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { figureIn, type Page, refusalBy } from '../../rig/service.ts';

/** Every figure of a note equals the answer of the service of the same version. */

const BUDGETS = ['01101', '2999001'].map((code) => ({
  state: code.length === 7 ? 'tx' : 'ca',
  ...{ code, fiscalYear: '2023-24', amount: 1_234_567_89 as Cents, note: '' },
}));
const { rig, service } = serveForAll((made) => loadRandomWorld(made, 23), { budgets: () => BUDGETS });

type Line = Record<string, unknown> & { jurisdiction: { id: number; name: string } };
const ask = async (path: string) => (await service.json<Page<Line>>(path)).data;
const cents = (dollars: unknown) => (dollars === null ? null : Math.round(Number(dollars) * 100));
const millionths = (share: unknown) => (share === null ? null : Math.round(Number(share) * 1e6));

/** Notes have changes before they are rounded. */
const rounded = (value: number | null = null) =>
  value === null ? null : Math.sign(value) * Math.round(Math.abs(value));

/** What a row of a note sets against the year before. */
const comparedIn = ({ value, ago, change, comparableChange }: NoteRow) => [
  ...[value ?? null, ago ?? null, rounded(change), rounded(comparableChange)],
];

const later = (day: string, months: number) => firstDay(addMonths(monthOfDate(day), months));

function read(id: number, month: string | null, basis?: Basis, from = month) {
  const asked = { id, ...(month && { month: { from, to: month } }), ...(basis && { basis }) };
  const note = readView(rig.database, (view) =>
    readPlaceNote(view, asked, 'test', { budgets: () => BUDGETS }),
  );
  return note ?? expect.fail();
}

function noPaymentOf(...asked: Parameters<typeof read>): unknown {
  try {
    read(...asked);
  } catch (error) {
    return error;
  }
}

test.each([
  [null, 'payment'],
  ['2023-11-01', 'payment'],
  ['2022-08-01', 'payment'],
  [null, 'sales'],
  ['2023-08-01', 'sales'],
  ['2022-06-01', 'sales'],
] as const)('figures of %s by month of %s are those of the service', async (month, basis) => {
  const lag = basis === 'sales' ? 2 : 0;
  const counted = month ?? later('2024-06-01', -lag);
  const paid = later(counted, lag);
  for (const place of await ask('/api/jurisdictions?limit=1000')) {
    const id = Number(place.id);
    const state = id < 10 ** 8 ? 'ca' : 'tx';
    const payments = await ask(`/api/${state}/sales-tax/months?jurisdictions=${id}&basis=${basis}`);
    const asked = [id, month, basis === 'sales' ? basis : undefined] as const;
    if (!payments.some((one) => one.month === paid)) {
      const [newest] = payments.map((one) => formatMonth(monthOfDate(later(String(one.month), -lag))));
      expect(noPaymentOf(...asked)).toMatchObject({
        message: expect.stringContaining(newest ? ` of ${newest}.` : 'It has no payment at all.'),
      });
      continue;
    }
    const { sums, months, parts, nearest, sentences, sources } = read(...asked);
    expect(sentences).toEqual(
      (
        await ask(
          `/api/${state}/sales-tax/sentences?jurisdictions=${id}&basis=${basis}${month === null ? '' : `&through=${month}`}`,
        )
      ).map(({ text }) => text),
    );
    const ofMonth = new Map(payments.map((one) => [one.month, one]));
    const now = ofMonth.get(paid);
    const compared = (one: Line | undefined, name: string) => {
      const [value, ago, change] = figureIn(one, name);
      const comparable = Object(one?.[name]).comparable_change;
      return [
        ...[value, ago].map((figure) => cents(figure ?? null)),
        ...[change, comparable].map((share) => millionths(share ?? null)),
      ];
    };
    expect(sums.slice(0, 3).map(comparedIn)).toEqual(
      ['payment', 'fiscal_year_to_date', 'twelve_months'].map((name) => compared(now, name)),
    );
    expect(months).toHaveLength(13);
    for (const [at, row] of months.entries()) {
      const [day, yearBefore] = [later(paid, -at), later(paid, -at - 12)];
      const [record, before] = [ofMonth.get(day), ofMonth.get(yearBefore)];
      const [ofPayment, ofSales] = [day, later(day, -2)].map((one) => formatMonth(monthOfDate(one)));
      expect(row.label).toBe(
        basis === 'sales'
          ? `Sales of ${ofSales}, paid in ${ofPayment}`
          : `${ofPayment}, for sales of ${ofSales}`,
      );
      expect(comparedIn(row)).toEqual(
        compared(record, 'payment').with(1, cents(figureIn(before, 'payment')[0] ?? null)),
      );
      expect(Number(row.doubtful) > 0).toBe(Object(record?.payment).doubtful > 0);
    }
    const found = await ask(`/api/${state}/sales-tax/parts?jurisdictions=${id}&months=${paid.slice(0, 7)}`);
    expect(parts.map(({ value, ago, difference }) => [value, ago, difference])).toEqual(
      found.map(({ amount }) => {
        const { value, ago, difference } = Object(amount);
        return [value, ago, difference].map(cents);
      }),
    );
    const near = `near=${id}&months=${counted.slice(0, 7)}&basis=${basis}`;
    const nearLines = await ask(`/api/${state}/sales-tax/compare?${near}`);
    const nearIds = nearLines.map(({ jurisdiction }) => jurisdiction.id);
    const inCounty =
      place.county === null
        ? []
        : await ask(
            `/api/${state}/sales-tax/compare?${near}&county=${encodeURIComponent(String(place.county))}`,
          );
    const further = inCounty.filter(({ jurisdiction }) => !nearIds.includes(jurisdiction.id)).slice(0, 2);
    expect(
      nearest?.map((row) => [row.label.replace(' (same county)', ''), ...comparedIn(row).slice(0, 3)]),
    ).toEqual(
      [...nearLines, ...further].map((one) => {
        const [value, ago, change] = figureIn(one, 'sum');
        return [one.jurisdiction.name, cents(value), cents(ago), millionths(change)];
      }),
    );
    const through = `jurisdictions=${id}&through=${counted}&basis=${basis}`;
    const [projection] = await ask(`/api/${state}/sales-tax/projections?${through}`);
    const estimate = sums.find(({ label }) => label.endsWith('estimate'));
    expect(estimate ? comparedIn(estimate).slice(0, 3) : null).toEqual(
      projection && projection.projected !== null && projection.method !== 'actual'
        ? [cents(projection.projected), cents(projection.last_year), millionths(projection.change)]
        : null,
    );
    const ends = sums.filter(({ label }) => label.startsWith('Estimate, ')).map(({ value }) => value);
    if (projection && projection.method !== 'actual' && projection.low !== null)
      expect(ends).toEqual([cents(projection.low), cents(projection.high)]);
    const amountOf = (name: string) => sums.find(({ label }) => label === name)?.value ?? null;
    expect(amountOf('Budget so far')).toBe(cents(projection?.budget_to_date ?? null));
    expect(amountOf('Payments less the budget so far')).toBe(cents(projection?.budget_difference ?? null));
    expect(amountOf('Estimate less the budget of the year')).toBe(
      projection?.method === 'actual' ? null : cents(projection?.projected_difference ?? null),
    );
    expect(sources.length).toBeGreaterThan(0);
    for (const line of sources) expect(line).toMatch(/ \([0-9a-f]{12}\): \w+ \d{4}(?:, corrected)? row \d+/);
  }
});

test.each([
  ['payment', 'payments of November 2023 to February 2024'],
  ['sales', 'payments for sales of November 2023 to February 2024'],
] as const)(
  'of several months by %s, it tells of their sum, and is else that of the last',
  async (basis, of) => {
    const id = 60_001_101;
    const [from, to] = ['2023-11-01', '2024-02-01'];
    const [several, last] = [read(id, to, basis, from), read(id, to, basis)];
    const asked = `jurisdictions=${id}&months=2023-11..2024-02&basis=${basis}`;
    const told = await ask(`/api/ca/sales-tax/sentences?${asked}`);
    expect(several.sentences).toEqual([...told.map(({ text }) => text), ...last.sentences]);
    const [own] = await ask(`/api/ca/sales-tax/compare?${asked}`);
    const [first, ...others] = several.sums;
    const [value, ago, change] = figureIn(own, 'sum');
    expect(first && comparedIn(first).slice(0, 3)).toEqual([cents(value), cents(ago), millionths(change)]);
    expect(others).toEqual(last.sums);
    expect([several.title, first?.label]).toEqual([`${last.title.split(':')[0]}: ${of}`, `P${of.slice(1)}`]);
    const parts = await ask(`/api/ca/sales-tax/parts?${asked}`);
    expect(several.parts.map(({ value: amount }) => amount)).toEqual(
      parts.map(({ amount }) => cents(Object(amount).value)),
    );
    const near = await ask(`/api/ca/sales-tax/compare?near=${id}&months=2023-11..2024-02&basis=${basis}`);
    const nearest = several.nearest?.slice(0, near.length).map((row) => comparedIn(row)[0]);
    expect(nearest).toEqual(near.map((one) => cents(figureIn(one, 'sum')[0])));
    expect({ ...several, title: '', sentences: [], sums: [], parts: [], nearest: [] }).toEqual({
      ...{ ...last, title: '', sentences: [], sums: [], parts: [], nearest: [] },
    });
    // the same by its address, of which one month is as before
    const { body } = await service.get(`/api/jurisdictions/${id}/note?month=2023-11..2024-02&basis=${basis}`);
    expect(body).toBe(noteHtml(several, newDocument()));
  },
);

test('a percentage is rounded once, and a change or a difference has its sign', () => {
  const note = read(60_001_101, null);
  const shown = (name: 'parts' | 'nearest', rows: readonly Omit<NoteRow, 'label'>[]) => {
    const html = noteHtml({ ...note, [name]: rows.map((row) => ({ label: '', ...row })) }, newDocument());
    const head = { parts: 'Parts', nearest: 'Places nearest in size' }[name];
    const [table = ''] = new RegExp(`<h2>${head}[\\s\\S]*?</table>`).exec(html) ?? [];
    return [...table.matchAll(/<td class="figure[^>]*>([^<]*)/g)].map(([, cell]) => cell);
  };
  // −0.44999571% would be −0.4500% first
  const changes = [-4499.9571, -4500, 449.9, 94_812, 0].map((change) => ({ change }));
  expect(shown('nearest', changes)).toEqual(['−0.4%', '−0.5%', '0.0%', '+9.5%', '0.0%']);
  const differences = [-137_47100, 0, 137_47100].map((difference) => ({ difference }));
  expect(shown('parts', differences)).toEqual(['−$137,471.00', '$0.00', '+$137,471.00']);
  expect(shown('nearest', [{ value: -1 }, { value: 158_736_827 }])).toEqual(['−$0.01', '$1,587,368.27']);
  expect(shown('nearest', [{ change: 94_812, doubtful: 1 }])).toEqual(['+9.5% ?']);
});

test('a column without a value is left out', () => {
  const note = read(60_001_101, null);
  const months = note.months.map((row) => ({ ...row, comparableChange: null }));
  const html = noteHtml({ ...note, months }, newDocument());
  const headOf = (text: string) => /<h2>Thirteen months[\s\S]*?<\/thead>/.exec(text)?.[0] ?? '';
  expect(headOf(html)).toContain('Change');
  expect(headOf(html)).not.toContain('Without change of tax');
});

test('a closed year is not so far, and a calendar year is none of a state', () => {
  const labelOf = (month: string, fiscal_year_start: number) => {
    const asked = { id: 60_001_101, month: { from: month, to: month }, fiscal_year_start };
    const note = readView(rig.database, (view) => readPlaceNote(view, asked, 'test', {}));
    return note?.sums[1]?.label;
  };
  expect([labelOf('2023-06-01', 7), labelOf('2023-12-01', 1), labelOf('2023-11-01', 1)]).toEqual([
    ...['Fiscal year 2022-23, 12 months', 'Calendar year 2023, 12 months'],
    'Calendar year 2023 so far, 11 months',
  ]);
});

test('the service gives the same HTML as the command writes', async () => {
  const [place] = await ask('/api/jurisdictions?state=ca');
  const url = `/api/jurisdictions/${place?.id}/note`;
  const { body, headers } = await service.get(`${url}?month=2023-11-01`);
  expect(body).toBe(noteHtml(read(Number(place?.id), '2023-11-01'), newDocument()));
  expect(headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'; style-src 'unsafe-inline'"),
  });
  expect((await service.get('/api/jurisdictions/1/note')).statusCode).toBe(404);
  expect((await service.get(`${url}?basis=sales`)).body).toBe(
    noteHtml(read(Number(place?.id), null, 'sales'), newDocument()),
  );
  expect(await refusalBy(service, `${url}?month=2031-01-01`, 'month')).toContain('Give months of these.');
});

test('a note by month of sale says so, and which month was paid', () => {
  // fiscal years of California begin in July: April's sales are those of its tenth month
  const { title, sums, months } = read(60_001_101, null, 'sales');
  expect(title).toMatch(/: payment for sales of April 2024$/);
  expect(sums.slice(0, 3).map(({ label }) => label)).toEqual([
    'Payment for sales of April 2024',
    'Fiscal year 2023-24 so far, 10 months',
    'Twelve months of sales to April 2024',
  ]);
  expect(months[0]).toMatchObject({
    ...{ label: 'Sales of April 2024, paid in June 2024', paid: '2024-06', name: 'April 2024' },
  });
});

test('a month without a payment of the place has no note, and its newest month is named', async () => {
  const ended = readWorld(rig.database, 'ca', 'net_payment').flatMap(({ id, figures }) => {
    const newest = figures.at(-1)?.month;
    return newest && newest < '2024-04' ? { id, newest } : [];
  });
  expect(ended.length).toBeGreaterThan(0);
  for (const { id, newest } of ended) {
    const { name } = (await service.json<{ data: { name: string } }>(`/api/jurisdictions/${id}`)).data;
    const [last, sold] = [newest, addMonths(newest, -2)].map(formatMonth);
    const url = `/api/jurisdictions/${id}/note`;
    expect(await refusalBy(service, url, 'month')).toBe(
      `${name} has no payment of June 2024. Its newest is the payment of ${last}.`,
    );
    expect(await refusalBy(service, `${url}?basis=sales`, 'month')).toBe(
      `${name} has no payment for sales of April 2024. Its newest is the payment for sales of ${sold}.`,
    );
    expect((await service.get(`${url}?month=${firstDay(newest)}`)).statusCode).toBe(200);
  }
});

test('a hostile name is text', () => {
  const hostile = '<script>alert("x")</script> & =cmd|x `code` [a](b)';
  const html = noteHtml({ ...read(60_001_101, null), title: hostile, sentences: [hostile] }, newDocument());
  expect(html).not.toMatch(/<script|<img|<link|javascript:|https?:(?!\/\/www\.w3\.org)/i);
  expect(html).toContain('&lt;script>alert(&quot;x&quot;)&lt;/script> &amp; =cmd');
});

test('a note says what explains its months, and marks them in its chart', () => {
  const id = 60001101;
  const events = () => [
    {
      from: monthOfDate('2024-03-01'),
      to: monthOfDate('2024-05-01'),
      state: 'ca',
      code: '01101',
      text: 'A mall was closed.',
    },
    {
      from: monthOfDate('2019-03-01'),
      to: monthOfDate('2019-03-01'),
      state: null,
      code: null,
      text: 'Too early',
    },
    {
      from: monthOfDate('2024-04-01'),
      to: monthOfDate('2024-04-01'),
      state: 'tx',
      code: null,
      text: 'Elsewhere',
    },
  ];
  const note =
    readView(rig.database, (view) => readPlaceNote(view, { id }, 'test', { events })) ?? expect.fail();
  expect(note.events.filter(({ text }) => /mall|early|Elsewhere/.test(text))).toMatchObject([
    { from: '2024-03', to: '2024-05', text: 'A mall was closed.' },
  ]);
  const html = noteHtml(note, newDocument());
  expect(html).toContain('March 2024 to May 2024: A mall was closed.');
  const [band = ''] = /<rect[^>]*data-event="2024-03"[\s\S]*?<\/rect>/.exec(html) ?? [];
  expect(band).toContain('<title>A mall was closed.</title>');
});

/** The chart of a note whose months are letters: a payment, none, one that something explains, or not loaded. */
function chartOf(letters: string): string {
  const known = read(60_001_101, null);
  const months = [...known.months].reverse().map(({ label, paid, name }, at): NoteMonth => {
    const letter = letters[at] ?? '';
    return {
      ...{ label, paid, name, value: 'pe'.includes(letter) ? 100_00 : null, isLoaded: letter !== 'u' },
      isMissing: letter === '-' ? null : 'mu'.includes(letter),
    };
  });
  const events = months.flatMap(({ paid }, at) =>
    letters[at] === 'e' ? [{ from: paid, to: paid, text: 'Rate 1% → 2%; <own>' }] : [],
  );
  const html = noteHtml({ ...known, months: months.reverse(), events }, newDocument());
  return /<svg[\s\S]*<\/svg>/.exec(html)?.[0] ?? '';
}

test('each gap of the chart is one band, labeled if there is room', () => {
  const svg = chartOf('ppuuupppmpppp');
  const bands = [...svg.matchAll(/<rect[^>]*data-missing[^>]*><title>(.*?)<\/title>/g)].map(
    ([, text]) => text,
  );
  expect(bands).toEqual(['3 months not loaded', '1 month missing']);
  expect([...svg.matchAll(/<text[^>]*>([^<$]*months?[^<]*)/g)].map(([, text]) => text)).toEqual([
    '3 months not loaded',
  ]);
});

test('months before the first payment of a place are no gap', () => {
  expect(chartOf('---pppppppppp')).not.toContain('data-missing');
});

test('a month that something explains has a rule in its chart, with the text', () => {
  const rules = chartOf('pppppppppppep').match(/<line[^>]*data-event[^>]*><title>[^<]*/g) ?? [];
  expect(rules).toHaveLength(1);
  expect(rules[0]).toContain('Rate 1% → 2%; &lt;own>');
});
