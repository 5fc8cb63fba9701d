import { expect, test } from 'vitest';
import { PAUSED, workInPiece } from '../../src/domain/reading/once.ts';
import { EVERYTHING } from '../../src/records/list.ts';
import { changes } from '../../src/records/queries/history/changes.ts';
import { months as listOfMonths } from '../../src/records/queries/months.ts';
import { STATES } from '../../src/states/index.ts';
import { readView } from '../rig/datasets/read-view.ts';
import { loadForAll } from '../rig/datasets/served.ts';
import { monthsFrom } from '../rig/reports/months.ts';
import { statement } from '../rig/reports/small-reports.ts';

const MONTHS = monthsFrom('2021-05', 27);
const rig = loadForAll({
  'statement.csv': statement(MONTHS.map((month) => ({ code: '01001', month, net: 100 }))),
});

/** How often a query is run until it has all values that stay, if each run may make one of them. */
function piecesOf(query: () => unknown): number {
  let pieces = 1;
  while (workInPiece(() => true, query) === PAUSED) pieces += 1;
  return pieces;
}

test('sums of a state are added up year by year', () => {
  readView(rig.database, (view) => {
    listOfMonths.find(view, { state: 'ca' }, EVERYTHING);
    const asked = { state: 'ca', type: 'city' } as const;
    // 2021, 2022 and 2023
    expect(piecesOf(() => listOfMonths.find(view, asked, EVERYTHING))).toBe(3);
    expect(listOfMonths.find(view, asked, EVERYTHING).total).toBe(27);
  });
});

test('former names are read state by state', () => {
  readView(rig.database, (view) => {
    const search = () => view.search().search('nowhere', { state: null, type: null, county: null });
    // the present names come first
    expect(piecesOf(search)).toBe(1 + STATES.length);
  });
});

test('changes are compared state by state', () => {
  readView(rig.database, (view) => {
    const find = (asked: Parameters<typeof changes.find>[1]) => changes.find(view, asked, EVERYTHING);
    find({ since: { run: 1, version: '' }, state: 'ca' });
    expect(piecesOf(() => find({ since: { run: 0, version: '' } }))).toBe(STATES.length);
  });
});

test('the text of each month is made on its own', () => {
  readView(rig.database, (view) => {
    const tellFirst = (count: number) => () => {
      const { read } = changes.find(view, { state: 'ca', by: 'month' }, EVERYTHING);
      return read(view, 0, count);
    };
    tellFirst(1)();
    expect(piecesOf(tellFirst(MONTHS.length))).toBe(MONTHS.length - 1);
  });
});
