import { column, describe } from '../../src/records/description.ts';
import { findAmong, listOf } from '../../src/records/list.ts';

interface Office {
  name: string;
  opened: string;
  budget: number | null;
}

/** A record of the tests, described as those of the program are. */
const office = describe<Office>()({
  name: 'offices',
  one: 'office',
  address: '/api/offices',
  tag: 'dataset',
  title: 'List the offices',
  notes: 'The list is sorted by name.',
  filters: {},
  members: [
    column('name', 'text', 'Office', 'Its name', { filter: 'value', sort: true }),
    column('opened', 'month', 'Opened', 'The month it opened', { filter: 'span' }),
    column('budget', 'amount?', 'Budget', 'Its year', { sort: true }),
  ],
  published: { meaning: 'One office', key: ['name'] },
});

const OFFICES: readonly Office[] = [
  { name: 'Alder', opened: '2020-05-01', budget: 123_456 },
  { name: 'Birch', opened: '2021-01-01', budget: null },
  { name: '=Cedar', opened: '2022-12-01', budget: -5 },
];

export const offices = listOf(office, {
  find: (_, asked, window) => findAmong(office, OFFICES, asked, window),
});
