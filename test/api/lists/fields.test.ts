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
    const { data } = await service.json<Page<Members>>(`${path}?limit=1000&fields=${asked}`);
    for (const lean of data)
      expect(namesOf(lean)).toEqual([`${subject}.name`, 'net_payment', 'deltas.net_payment']);
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
});

test("California's address gives the members of Texas's records if every id is of Texas", async () => {
  const { data } = await service.json<Page<Members>>(
    `${CA}?entities=482999001&fields=entity.name,net_payment&limit=1`,
  );
  expect(data.map(namesOf)).toEqual([['entity.name', 'net_payment']]);
});
