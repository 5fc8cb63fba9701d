import { expect, test } from 'vitest';
import { slugOf } from '../../src/domain/jurisdiction.ts';
import { EVERYWHERE, openSearch } from '../../src/domain/reading/jurisdiction-search.ts';

const STATES = [
  { code: 'il', name: 'Illinois' },
  { code: 'nc', name: 'North Carolina' },
];

function place(id: number, state: string, sales_tax_id: string, name: string) {
  const rates = { sales_tax_rate: null, dated_rates: null, method_changes: null };
  const printed = { printed_name: name.toUpperCase(), printed_type: null, county: null, counties: null };
  return { id, state, sales_tax_id, name, slug: slugOf(name), type: 'city', ...rates, ...printed } as const;
}

const { find } = openSearch(
  [
    place(171, 'il', '390000020-windsor', 'Windsor'),
    place(172, 'il', 'schaumburg', 'Schaumburg'),
    place(371, 'nc', 'windsor', 'Windsor'),
    place(372, 'nc', 'kill-devil-hills', 'Kill Devil Hills'),
    place(373, 'nc', 'saint-james', 'St. James'),
  ],
  STATES,
  () => new Map(),
);
const idsOf = (asked: string) => find(asked, EVERYWHERE).map(({ jurisdiction }) => jurisdiction.id);

test('a name of several places means all of them, also if it is the code of one', () => {
  expect(idsOf('Windsor')).toEqual([171, 371]);
  expect(idsOf('windsor')).toEqual([171, 371]);
});

test('a code means one place', () => {
  expect(idsOf('390000020-WINDSOR')).toEqual([171]);
  expect(idsOf('schaumburg')).toEqual([172]);
  expect(idsOf('kill-devil-hills')).toEqual([372]);
  // another spelling than the name has
  expect(idsOf('saint-james')).toEqual([373]);
});
