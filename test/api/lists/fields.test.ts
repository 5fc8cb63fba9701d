import { describe, expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, type Page, TX } from '../../rig/service.ts';

const { service } = serveForAll(FEW_REPORTS);

type Members = Record<string, unknown>;

/** The names of all members, as a request asks for them. */
function namesOf(record: Members): string[] {
  return Object.entries(record).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null
      ? Object.keys(value).map((member) => `${name}.${member}`)
      : [name],
  );
}

describe.each([
  [CA, 'jurisdiction'],
  [TX, 'entity'],
])('%s', (path, subject) => {
  test('gives exactly the asked members, in the order of the record', async () => {
    const asked = `${subject}.name,deltas.net_payment,net_payment`;
    const all = await service.json<Page<Members>>(`${path}?limit=1000`);
    const lean = await service.json<Page<Members>>(`${path}?limit=1000&fields=${asked}`);
    expect(lean.meta).toEqual(all.meta);
    expect(lean.data.length).toBeGreaterThan(0);
    const member = (value: unknown, name: string) => (value as Members)[name];
    expect(lean.data).toEqual(
      all.data.map((record) => ({
        [subject]: { name: member(record[subject], 'name') },
        net_payment: record.net_payment,
        deltas: { net_payment: member(record.deltas, 'net_payment') },
      })),
    );
    expect(Object.keys(lean.data[0] ?? {})).toEqual([subject, 'net_payment', 'deltas']);
  });

  test('gives every member by its name, alone and as part of its object', async () => {
    const [record = {}] = (await service.json<Page<Members>>(`${path}?limit=1`)).data;
    for (const name of [...Object.keys(record), ...namesOf(record)]) {
      const [lean = {}] = (await service.json<Page<Members>>(`${path}?limit=1&fields=${name}`)).data;
      expect(name.includes('.') ? namesOf(lean) : Object.keys(lean)).toEqual([name]);
      expect(record).toMatchObject(lean);
    }
    const names = namesOf(record);
    const [same] = (await service.json<Page<Members>>(`${path}?limit=1&fields=${names.join(',%20')}`)).data;
    expect(JSON.stringify(same)).toBe(JSON.stringify(record));
  });

  test('links keep the parameter, and filters and orders do not need the member', async () => {
    const query = '?limit=2&fields=net_payment&sort=-net_payment&updated_since=2023-01-01';
    const page = await service.json<Page<Members>>(`${path}${query}`);
    expect(page.links.next).toContain('fields=net_payment');
    expect(page.data.map(Object.keys)).toEqual([['net_payment'], ['net_payment']]);
  });

  test.each([
    ['net_paymnt', /No member of a record is named "net_paymnt". Did you mean "net_payment"\?/],
    ['net_payment,', /named ""/],
    ['deltas.nothing', /named "deltas.nothing"/],
    ['__proto__', /named "__proto__"/],
    ['', /is empty/],
  ])('refuses "%s"', async (fields, fault) => {
    const { statusCode, body } = await service.get(`${path}?fields=${fields}`);
    expect(statusCode).toBe(422);
    expect(JSON.parse(body).errors).toEqual({ fields: [expect.stringMatching(fault)] });
  });
});

test("California's address gives the members of Texas's records if every id is of Texas", async () => {
  const { data } = await service.json<Page<Members>>(
    `${CA}?entities=482999001&fields=entity.name,net_payment&limit=1`,
  );
  expect(data.map(namesOf)).toEqual([['entity.name', 'net_payment']]);
});
