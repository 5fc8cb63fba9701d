import { expect, test } from 'vitest';
import { formatRecords } from '../../../src/cli/output/records.ts';
import { column, describe } from '../../../src/records/description.ts';
import { foundRows } from '../../../src/records/list.ts';
import type { DatasetView } from '../../../src/store/query/view.ts';

const place = describe<{ id: number; rows: number }>()({
  ...{ name: 'places', one: 'place', address: null, tag: 'dataset', title: 'List', notes: '', filters: {} },
  members: [column('id', 'number', 'Id', 'Its id'), column('rows', 'count', 'Rows', 'Its rows')],
});

test('a count has commas, and an id has none', () => {
  const found = foundRows([{ id: 60001001, rows: 12_345 }], { offset: 0, limit: 10 });
  expect(formatRecords(place, {} as DatasetView, found, undefined)).toBe(
    '      id    rows\n60001001  12,345',
  );
});
