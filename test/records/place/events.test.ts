import { describe, expect, test } from 'vitest';
import type { OwnEvent } from '../../../src/domain/allocation.ts';
import { addMonths, type Month, parseMonth } from '../../../src/domain/month.ts';
import { groupEvents } from '../../../src/records/queries/place/events.ts';
import { STATES } from '../../../src/states/index.ts';
import { loadSample } from '../../explorer/rig/served.ts';
import { readWorld } from '../../rig/datasets/analysis-world.ts';
import { readView } from '../../rig/datasets/read-view.ts';
import { loadForAll, serveForAll } from '../../rig/datasets/served.ts';
import { type DisbursementLine, disbursementCsv } from '../../rig/reports/illinois.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import type { Page, Service } from '../../rig/service.ts';

interface Line {
  from: string;
  to: string;
  kind: string;
  text: string;
}

const MOST = 'limit=1000';

async function eventsOf(service: Pick<Service, 'json'>, id: number, query = ''): Promise<string[]> {
  const { data } = await service.json<Page<Line>>(`/api/jurisdictions/${id}/events?${MOST}${query}`);
  return data.map(({ from, to, kind, text }) => `${from.slice(0, 7)} ${to.slice(0, 7)} ${kind} ${text}`);
}

describe('of a place with a gap', () => {
  const own = (from: string, to: string, state: string | null, code: string | null, text: string) =>
    ({ from, to, state, code, text }) as OwnEvent;
  const OWN = [
    own('2020-03', '2020-06', null, null, 'Stores closed'),
    own('2023-05', '2023-05', 'ca', '10001', 'A dealer moved'),
    own('2021-01', '2021-01', 'ca', null, 'Of all places of the state'),
    own('2021-01', '2021-01', 'ca', '10002', 'Of another place'),
    own('2021-01', '2021-01', 'tx', null, 'Of another state'),
  ];
  const months = ['2022-11', '2022-12', '2023-04', '2023-05', '2023-06', '2023-07'];
  const { service } = serveForAll(
    {
      's.csv': statement([
        ...months.map((month) => ({ code: '10001', month, net: 100 })),
        ...['2022-10', ...months, '2023-08', '2023-09'].map((month) => ({ code: '10002', month, net: 100 })),
        // the first place is not in the report of August
        { code: '10001', month: '2023-09', net: 100 },
      ]),
    },
    { events: () => OWN },
  );

  test('months that are not loaded are told from a month without the place, and own events are found', async () => {
    expect(await eventsOf(service, 60_010_001)).toEqual([
      '2020-03 2020-06 own Stores closed',
      '2021-01 2021-01 own Of all places of the state',
      '2023-01 2023-03 not_loaded 3 months not loaded',
      '2023-05 2023-05 own A dealer moved',
      '2023-08 2023-08 not_loaded 1 month missing',
    ]);
    expect(await eventsOf(service, 60_010_001, '&kind=not_loaded')).toHaveLength(2);
  });
});

describe('of places with several taxes', () => {
  const line = (tax: string, amounts: number[]): DisbursementLine => ({
    ...{ name: 'ASHLAND', tax, vendor: '390000001' },
    amounts: amounts.map((dollars) => dollars * 100),
  });
  const { service } = serveForAll({
    '2019.csv': disbursementCsv([line('MT', new Array(12).fill(1000))], { firstYear: 2018 }),
    '2020.csv': disbursementCsv([
      line('MT', new Array(12).fill(1000)),
      line('NHMR', [0, 0, 400, 400, 0, 0, 400, 400, 400, 0, 0, 0]),
    ]),
  });

  test('a tax begins with its first payment, pauses, and ends after its last one', async () => {
    const { data } = await service.json<Page<{ id: number }>>('/api/jurisdictions?state=il');
    // months of payment of the second report begin in July 2019
    expect(await eventsOf(service, data[0]?.id ?? 0)).toEqual([
      '2019-09 2019-09 tax_began Non home rule began',
      '2019-11 2019-12 tax_changed Non home rule was not paid',
      '2020-04 2020-04 tax_ended Non home rule ended',
    ]);
  });
});

describe('of a group', () => {
  const NAMES = ['ALBION', 'BENTON', 'CARLYLE', 'DIXON'];
  const line = (name: string, tax: string, dollars: number[]): DisbursementLine => ({
    ...{ name, tax, vendor: `39000000${NAMES.indexOf(name)}` },
    amounts: dollars.map((amount) => amount * 100),
  });
  const always = (dollars: number) => new Array<number>(12).fill(dollars);
  const fromMarch = (dollars: number) => always(dollars).fill(0, 0, 8);
  const rig = loadForAll({
    '2019.csv': disbursementCsv(
      NAMES.map((name) => line(name, 'MT', always(1000))),
      { firstYear: 2018 },
    ),
    '2020.csv': disbursementCsv([
      ...NAMES.map((name) => line(name, 'MT', always(1000))),
      // of 4,114 dollars, 41.14 are a hundredth
      line('ALBION', 'NHMR', fromMarch(43)),
      line('DIXON', 'HMR', fromMarch(29)),
      // alone too small, together large enough
      line('BENTON', 'CWT', always(21).fill(0, 0, 4)),
      line('CARLYLE', 'CWT', always(21).fill(0, 0, 4)),
    ]),
  });
  const own = [
    { from: '2020-02', to: '2020-03', state: null, code: null, text: 'Stores closed' },
    { from: '2020-05', to: '2020-05', state: 'il', code: '390000001', text: 'A mall opened' },
    { from: '2020-05', to: '2020-05', state: 'il', code: 'none', text: 'Of another place' },
    { from: '2020-05', to: '2020-05', state: 'tx', code: null, text: 'Of another state' },
  ] as OwnEvent[];

  test('changes of tax that moved a payment by a hundredth, and own events with the names of their places', () => {
    const found = readView(rig.database, (view) => {
      const [place] = [...view.jurisdictions.values()].filter(({ name }) => name === 'Carlyle');
      const ofPlace = { ...own[1], code: place?.sales_tax_id ?? null } as OwnEvent;
      return groupEvents(view, { state: 'il' }, [...own.toSpliced(1, 1), ofPlace]);
    });
    expect(found.map(({ from, to, kind, text }) => `${from} ${to} ${kind} ${text}`)).toEqual([
      '2019-11 2019-11 tax_began 2 places, Another tax began',
      '2020-02 2020-03 own Stores closed',
      '2020-03 2020-03 tax_began Albion, Non home rule began',
      '2020-05 2020-05 own Carlyle, A mall opened',
    ]);
  });

  test('what all its places share needs no name', () => {
    const select = { state: 'il', jurisdictions: [] as number[] };
    const found = readView(rig.database, (view) => {
      const places = [...view.jurisdictions.values()].filter(
        ({ name }) => name === 'Benton' || name === 'Carlyle',
      );
      return groupEvents(view, { ...select, jurisdictions: places.map(({ id }) => id) }, []);
    });
    expect(found.map(({ text }) => text)).toEqual(['Another tax began']);
  });
});

describe('of the sample', () => {
  const { rig, service } = serveForAll(loadSample);
  const placesOf = async (state: string) =>
    (await service.json<Page<{ id: number }>>(`/api/jurisdictions?state=${state}&${MOST}`)).data;

  test('a place with a known rate', async () => {
    expect(await eventsOf(service, 482999058)).toEqual(['2025-12 2025-12 tax_changed Rate 1% → 1.5%']);
  });

  test('a doubted payment has at most twelve words', async () => {
    expect((await eventsOf(service, 370000135))[0]).toBe(
      '2019-01 2019-01 doubted Doubted: net payment is 624,288.10, but 3,030,968.45 in January 2020 and about…',
    );
  });

  test('taxes begin, pause and end where the stored figures of each tax say so', async () => {
    let found = 0;
    for (const { code, taxFields = [], headline } of STATES.filter((state) => state.taxFields?.length)) {
      const lives = readWorld(rig.database, code, headline);
      for (const tax of taxFields)
        for (const [at, { id, figures }] of readWorld(rig.database, code, tax).entries()) {
          const [first, last] = [lives[at]?.figures[0]?.month, lives[at]?.figures.at(-1)?.month];
          const paid = figures.filter(({ figure }) => (figure ?? 0) !== 0).map(({ month }) => month);
          const [earliest, latest] = [paid[0], paid.at(-1)];
          const name =
            tax === 'other'
              ? 'Another tax'
              : `${tax.charAt(0).toUpperCase()}${tax.slice(1)}`.replaceAll('_', ' ');
          const expected: string[] = [];
          if (earliest && latest) {
            if (earliest !== first) expected.push(`${earliest} ${earliest} tax_began ${name} began`);
            const after = addMonths(latest, 1);
            if (latest !== last) expected.push(`${after} ${after} tax_ended ${name} ended`);
            const unpaid = figures
              .filter(({ month, figure }) => !figure && month > earliest && month < latest)
              .map(({ month }) => month);
            for (const month of unpaid)
              if (!unpaid.includes(addMonths(month, -1)))
                expected.push(`${month} ${endOf(unpaid, month)} tax_changed ${name} was not paid`);
          }
          const listed = await eventsOf(service, id);
          const ofTax = listed.filter((text) => / tax_\w+ /.test(text) && text.includes(` ${name} `));
          expect([id, tax, ...ofTax.sort()]).toEqual([id, tax, ...expected.sort()]);
          found += expected.length;
        }
    }
    expect(found).toBeGreaterThan(20);
  });

  test('each change of tax that a comparable change names is an event', async () => {
    let checked = 0;
    for (const { code } of STATES)
      for (const { id } of await placesOf(code)) {
        const listed = await eventsOf(service, id);
        const months = await service.json<Page<{ payment: { reasons: { code: string; text: string }[] } }>>(
          `/api/${code}/sales-tax/months?jurisdictions=${id}&${MOST}`,
        );
        const texts = months.data
          .flatMap(({ payment }) => payment.reasons)
          .filter((reason) => reason.code === 'tax-changed')
          .map(({ text }) => text);
        for (const text of new Set(texts)) {
          expect([text, listed.some((event) => isOf(text, event))]).toEqual([text, true]);
          checked += 1;
        }
      }
    expect(checked).toBeGreaterThan(30);
  });
});

/** The last of the months in a row that begin with one. */
function endOf(months: readonly Month[], month: Month): Month {
  const next = addMonths(month, 1);
  return months.includes(next) ? endOf(months, next) : month;
}

/** Whether an event is the change of tax of a text such as `article 45 ended after June 2020`. */
function isOf(text: string, event: string): boolean {
  const [, from = '', to = '', title = ''] = /^(\S+) (\S+) tax_\w+ (.*)$/.exec(event) ?? [];
  const [, what = '', where, name = '', year] = /^(.*) (in|after) (\w+) (\d{4})$/.exec(text) ?? [];
  const number = new Date(`${name} 1, 2000`).getMonth() + 1;
  const month = parseMonth(`${year}-${String(number).padStart(2, '0')}`);
  if (!month) return false;
  const begins = where === 'after' ? addMonths(month, 1) : month;
  const plain = what.replace('the rate changed from', 'rate').replace(/ to (?=\d)/, ' → ');
  return title.toLowerCase() === plain && from <= begins && begins <= to;
}
