import { expect, test } from 'vitest';
import { readPlaceNote } from '../../../src/records/note/read.ts';
import { readView } from '../../rig/datasets/read-view.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { monthsFrom } from '../../rig/reports/months.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { documentsOf, noteFrom } from '../documents/made-documents.ts';

/** Twelve months in one run; three weeks later December, with another figure for October. */
const { rig, service } = serveForAll(async (made) => {
  const paid = (months: readonly string[], net: number) =>
    months.map((month) => ({ code: '01001', month, net }));
  const months = monthsFrom('2022-12', 12);
  await made.load(
    { 'first.csv': statement(paid(months, 100)) },
    { now: () => new Date('2023-11-15T08:00:00Z') },
  );
  await made.load(
    { 'second.csv': statement([...paid(['2023-10'], 80.25), ...paid(['2023-12'], 100)]) },
    { now: () => new Date('2023-12-06T08:00:00Z') },
  );
});

function read(month?: string) {
  const asked = { id: 60_001_001, ...(month && { month: { from: month, to: month } }) };
  return readView(rig.database, (view) => readPlaceNote(view, asked, 'test', {})) ?? expect.fail();
}

test('a note tells when a payment that it shows was restated, and by how much', () => {
  expect(read('2023-12-01').events).toEqual([
    { from: '2023-10', to: '2023-10', kind: 'restated', text: 'Restated on December 6, 2023, by −$20' },
  ]);
});

test('a note of an earlier month does not tell of later ones', () => {
  expect(read('2023-09-01').events).toEqual([]);
});

test('a note made from documents tells the same', async () => {
  const { data } = await service.json<{ data: object }>('/api/overview');
  const url = '/api/jurisdictions/60001001/note';
  const { body } = noteFrom(documentsOf(rig.database, data, null), url);
  expect(body).toContain('October 2023: Restated on December 6, 2023, by −$20.');
  expect(body).toBe((await service.get(url)).body);
});

test('the events of the place tell it too', async () => {
  const month = '2023-10-01';
  const { data } = await service.json<{ data: object[] }>('/api/jurisdictions/60001001/events?kind=restated');
  expect(data).toEqual([
    { from: month, to: month, kind: 'restated', text: 'Restated on December 6, 2023, by −$20' },
  ]);
});
