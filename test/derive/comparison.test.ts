import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisContext } from '../../src/derive/analysis.ts';
import {
  type ComparisonContext,
  compareGroups,
  compareJurisdictions,
  sortLines,
} from '../../src/derive/comparison.ts';
import { addMonths, type Month, monthIndex, monthsBetween } from '../../src/domain/month.ts';
import { slowFigures } from '../rig/oracles/slow-analysis.ts';
import {
  isSlowlyMissing,
  monthsOfPlaces,
  type SlowPlace,
  slowGroup,
  slowMembers,
  slowRank,
} from '../rig/oracles/slow-comparison.ts';
import { figureSeriesOf } from './figure-series.ts';

const isQuarterEnd = (month: Month) => ['02', '05', '08', '11'].includes(month.slice(5));
const MARCH = '2024-03' as Month;
const CONTEXT: ComparisonContext = {
  unit: 'amount',
  calendar: { isQuarterEnd },
  fiscalYearStart: 7,
  stateMonths: new Set(monthsBetween('2015-01' as Month, MARCH).map(monthIndex)),
  month: monthIndex(MARCH),
};

type Given = number | null | undefined;

/** The last figure is of March 2024; `undefined` is a missing month. */
function place(name: string, given: readonly Given[], last: Month = MARCH): SlowPlace {
  const figures = given.flatMap((figure, at) =>
    figure === undefined ? [] : [{ month: addMonths(last, at - given.length + 1), figure }],
  );
  return { name, figures };
}

/** The same amount in this many months up to March 2024, or up to `last`. */
function steady(name: string, amount: number, months: number, last?: Month): SlowPlace {
  return place(name, new Array<number>(months).fill(amount), last);
}

function entriesOf(places: readonly SlowPlace[]) {
  return places.map((subject) => ({ subject, series: figureSeriesOf(subject.figures) }));
}

function groupOf(places: readonly SlowPlace[]) {
  const [line, ...others] = compareGroups(entriesOf(places), () => 'all', CONTEXT);
  expect(others).toEqual([]);
  return line;
}

describe('the comparison of jurisdictions', () => {
  it('has one line for each, with its figures and its rank', () => {
    // 12 months of 100 and 24 of 50: March 2024 is 150
    const grown = place('grown', [...new Array<number>(24).fill(100), ...new Array<number>(12).fill(150)]);
    const lines = compareJurisdictions(
      entriesOf([steady('flat', 80, 36), grown, steady('same', 80, 5)]),
      CONTEXT,
    );
    expect(lines.map(({ subject, rank }) => [subject?.name, rank])).toEqual([
      ['flat', 2],
      ['grown', 1],
      ['same', 2],
    ]);
    expect(lines[1]).toMatchObject({
      members: 1,
      missing: 0,
      group: null,
      payment: { value: 150, yearAgo: 100, change: 500_000 },
      // January to March
      yearToDate: { value: 450, yearAgo: 300, change: 500_000 },
      // July to March: nine months
      fiscalYearToDate: { value: 1350, yearAgo: 900, change: 500_000 },
      rollingYear: { value: 1800, yearAgo: 1200, change: 500_000 },
    });
  });

  it('leaves out those without a datapoint in the month and the 24 before it', () => {
    const names = compareJurisdictions(
      entriesOf([
        steady('ended 24 months before', 1, 9, '2022-03' as Month),
        steady('ended 25 months before', 1, 9, '2022-02' as Month),
        steady('later', 1, 4, '2024-06' as Month),
        steady('begins later', 1, 3, '2024-08' as Month),
      ]),
      CONTEXT,
    ).map(({ subject }) => subject?.name);
    expect(names).toEqual(['ended 24 months before', 'later']);
  });

  it('has a late jurisdiction as missing, and one that ended more than a year ago as ended', () => {
    const lines = compareJurisdictions(
      entriesOf([
        steady('late', 1, 30, '2024-02' as Month),
        steady('a year late', 1, 30, '2023-03' as Month),
        steady('ended', 1, 30, '2023-02' as Month),
        place('blank', [1, 1, null]),
        place('returns', [1, undefined, undefined, 1], '2024-05' as Month),
      ]),
      CONTEXT,
    );
    expect(lines.map(({ subject, missing, rank }) => [subject?.name, missing, rank])).toEqual([
      ['late', 1, null],
      ['a year late', 1, null],
      ['ended', 0, null],
      ['blank', 1, null],
      ['returns', 1, null],
    ]);
  });
});

describe('the comparison of groups', () => {
  it('adds up exactly', () => {
    const line = groupOf([steady('a', 100, 40), steady('b', -30, 40), steady('c', 5, 40)]);
    expect(line).toMatchObject({
      group: 'all',
      subject: null,
      members: 3,
      missing: 0,
      payment: { value: 75, yearAgo: 75, change: 0 },
      yearToDate: { value: 225, yearAgo: 225, change: 0 },
      rollingYear: { value: 900, yearAgo: 900, change: 0 },
    });
  });

  it('has no change while a member is missing, because that would look like a decline', () => {
    const line = groupOf([steady('a', 100, 40), steady('late', 900, 40, '2024-02' as Month)]);
    expect(line).toMatchObject({
      members: 2,
      missing: 1,
      payment: { value: 100, yearAgo: 1000, change: null },
      yearToDate: { value: 300, yearAgo: 3000, change: null },
      rollingYear: { value: 1200, yearAgo: 12_000, change: null },
    });
  });

  it('has no change of the sums that a gap makes incomplete, and a change of the others', () => {
    // nothing in January 2024, so no year to date and no rolling year
    const gap = place('gap', [...new Array<number>(37).fill(10), undefined, 10, 10]);
    expect(groupOf([steady('a', 100, 40), gap])).toMatchObject({
      missing: 0,
      payment: { value: 110, yearAgo: 110, change: 0 },
      yearToDate: { value: 300, yearAgo: 330, change: null },
    });
    // nothing a year before: the sum would look like growth
    const before = place('before', [
      ...new Array<number>(27).fill(10),
      undefined,
      ...new Array<number>(12).fill(10),
    ]);
    expect(groupOf([steady('a', 100, 40), before])?.payment).toEqual({
      value: 110,
      yearAgo: 100,
      change: null,
    });
  });

  it('counts a new jurisdiction as growth, and one that ended more than a year ago in neither sum', () => {
    const line = groupOf([
      steady('a', 100, 40),
      steady('new', 10, 12),
      steady('ended', 70, 40, '2023-02' as Month),
    ]);
    expect(line).toMatchObject({
      members: 3,
      missing: 0,
      payment: { value: 110, yearAgo: 100, change: 100_000 },
      yearToDate: { value: 330, yearAgo: 300, change: 100_000 },
      rollingYear: { value: 1320, yearAgo: 1200, change: 100_000 },
    });
  });

  it('has no sum of a year in which the dataset begins', () => {
    const since = {
      ...CONTEXT,
      stateMonths: new Set(monthsBetween('2024-02' as Month, MARCH).map(monthIndex)),
    };
    const [line] = compareGroups(entriesOf([steady('a', 100, 2), steady('new', 10, 1)]), () => 'all', since);
    expect(line).toMatchObject({ payment: { value: 110 }, yearToDate: { value: null } });
  });

  it('sorts groups by name, with the unknown one last, and lines by any figure with nulls last', () => {
    const places = [steady('b', 1, 9), steady('x', 7, 9), steady('a', 3, 9), steady('a', 1, 9)];
    const nameOf = ({ name }: SlowPlace) => (name === 'x' ? null : name);
    const lines = compareGroups(entriesOf(places), nameOf, CONTEXT);
    expect(lines.map(({ group, rank }) => [group, rank])).toEqual([
      ['a', 2],
      ['b', 3],
      [null, 1],
    ]);
    const byName = (descending: boolean) =>
      sortLines(lines, { keyOf: ({ group }) => group, descending }).map(({ group }) => group);
    expect([byName(false), byName(true)]).toEqual([
      ['a', 'b', null],
      ['b', 'a', null],
    ]);
  });

  it('adds up more than ninety billion dollars exactly', () => {
    const rich = Array.from({ length: 30 }, (_, at) => steady(`${at}`, 8_999_999_999_999, 40));
    const one = place('one', [...new Array<number>(39).fill(0), 3]);
    // 3 of 269,999,999,999,970, times a million, is 0.01: rounds to 0
    expect(groupOf([...rich, one])?.payment).toEqual({
      value: 269_999_999_999_973,
      yearAgo: 269_999_999_999_970,
      change: 0,
    });
  });
});

describe('comparisons of random series', () => {
  const figure = fc.option(fc.option(fc.integer({ min: -1_000, max: 100_000 }), { freq: 25 }), {
    nil: undefined,
    freq: 25,
  });
  const one = fc.record({
    given: fc.array(figure, { minLength: 1, maxLength: 40 }),
    end: fc.integer({ min: -30, max: 3 }),
    group: fc.constantFrom('a', 'b', null),
  });
  const world = fc.record({
    places: fc.array(one, { minLength: 1, maxLength: 6 }),
    fiscalYearStart: fc.integer({ min: 1, max: 12 }),
    isWholeState: fc.boolean(),
  });

  it('agree with the definitions', () => {
    fc.assert(
      fc.property(world, ({ places: given, fiscalYearStart, isWholeState }) => {
        const places = given.map((each, at) => ({
          ...place(`${at}`, each.given, addMonths(MARCH, each.end)),
          group: each.group,
        }));
        const stateMonths = isWholeState ? monthsOfPlaces(places) : CONTEXT.stateMonths;
        const context: AnalysisContext = { ...CONTEXT, fiscalYearStart, stateMonths };
        const asked = { ...context, month: monthIndex(MARCH) };
        const entries = places
          .filter(({ figures }) => figures.length > 0)
          .map((subject) => ({ subject, series: figureSeriesOf(subject.figures) }));
        const members = slowMembers(places, MARCH);
        const payments = members.map(({ figures }) => slowFigures(figures, MARCH, context).payment.value);
        expect(compareJurisdictions(entries, asked)).toEqual(
          members.map((subject, at) => ({
            ...slowFigures(subject.figures, MARCH, context),
            subject,
            group: null,
            members: 1,
            missing: Number(isSlowlyMissing(subject, MARCH)),
            rank: slowRank(payments[at] ?? null, payments),
          })),
        );
        const names = ['a', 'b', null].filter((name) => members.some(({ group }) => group === name));
        const groups = names.map((group) => ({
          ...slowGroup(
            members.filter((member) => member.group === group),
            MARCH,
            context,
          ),
          subject: null,
          group,
        }));
        const sums = groups.map(({ payment }) => payment.value);
        expect(compareGroups(entries, ({ group }) => group, asked)).toEqual(
          groups.map((group, at) => ({ ...group, rank: slowRank(sums[at] ?? null, sums) })),
        );
      }),
      { numRuns: 400 },
    );
  });
});
