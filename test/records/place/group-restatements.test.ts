import { expect, test } from 'vitest';
import { answerGroupEvents } from '../../../src/records/documents/answers.ts';
import { DocumentShelf } from '../../../src/records/documents/document-shelf.ts';
import { groupEvents } from '../../../src/records/queries/place/events.ts';
import { readView } from '../../rig/datasets/read-view.ts';
import { loadForAll } from '../../rig/datasets/served.ts';
import { statement } from '../../rig/reports/small-reports.ts';
import { documentsOf, readFrom } from '../documents/made-documents.ts';

const CODES = ['01001', '01002', '01003'];
const paid = (month: string, nets: readonly number[]) =>
  nets.map((net, at) => ({ code: CODES[at] ?? '', month, net }));

/** Three months of three places; three weeks later, all of them again with other figures. */
const rig = loadForAll(async (made) => {
  await made.load(
    {
      'first.csv': statement([
        ...paid('2023-09', [100, 500, 400]),
        ...paid('2023-10', [100, 500, 400]),
        ...paid('2023-11', [100, 500, 400]),
      ]),
    },
    { now: () => new Date('2023-11-15T08:00:00Z') },
  );
  await made.load(
    {
      'second.csv': statement([
        // 6 and 5 of 1,011 dollars: together more than a hundredth
        ...paid('2023-09', [106, 505, 400]),
        // 9 of 991 dollars: less than a hundredth
        ...paid('2023-10', [91, 500, 400]),
        // 30 less and 30 more leave the sum as it was; 20 of 1,020 are more than a hundredth
        ...paid('2023-11', [70, 530, 420]),
      ]),
    },
    { now: () => new Date('2023-12-06T08:00:00Z') },
  );
});

const EVENTS = [
  '2023-09 2023-09 restated 2 places, Restated on December 6, 2023, by +$11',
  '2023-11 2023-11 restated Restated on December 6, 2023, by +$20',
];

test('restatements that moved a payment of a group by a hundredth are events of it', () => {
  const found = readView(rig.database, (view) => groupEvents(view, { state: 'ca' }, []));
  expect(found.map(({ from, to, kind, text }) => `${from} ${to} ${kind} ${text}`)).toEqual(EVENTS);
});

test('the documents of a state have them too, without those of its places', () => {
  const files = documentsOf(rig.database, {}, null);
  const { body, loaded } = readFrom(files, new DocumentShelf(), (view) =>
    JSON.stringify(answerGroupEvents(view, { state: 'ca', type: null, county: null })),
  );
  const { data } = JSON.parse(body) as { data: Record<'from' | 'to' | 'kind' | 'text', string>[] };
  expect(
    data.map(({ from, to, kind, text }) => `${from.slice(0, 7)} ${to.slice(0, 7)} ${kind} ${text}`),
  ).toEqual(EVENTS);
  expect(loaded.filter((name) => name.includes('block'))).toEqual([]);
});
