import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnalysisContext } from '../../src/derive/analysis.ts';
import {
  type ComparisonContext,
  compareGroups,
  compareJurisdictions,
  sortLines,
} from '../../src/derive/comparison.ts';
import { addUpGroup, type MonthTotal } from '../../src/derive/group-sum.ts';
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
});

describe('the sum of a group', () => {
  it('adds up exactly', () => {
    const line = groupOf([steady('a', 100, 40), steady('b', -30, 40), steady('c', 5, 40)]);
    const whole = { missing: 0, missingAgo: 0, leftOut: 0, compared: 3, change: 0, difference: 0 };
    const of = (sum: number) => ({
      ...{ ...whole, value: sum, yearAgo: sum },
      ...{ likeForLike: sum, likeForLikeAgo: sum },
    });
    expect(line).toEqual({
      ...{ group: 'all', subject: null, rank: 1, members: 3, missing: 0 },
      payment: of(75),
      yearToDate: of(225),
      fiscalYearToDate: of(675),
      rollingYear: of(900),
    });
  });

  it('has all payments of a year, and counts the missing one', () => {
    // 1,000 and 9,000 a month up to December 2023; the second has none in June 2023
    const december = '2023-12' as Month;
    const gap = place(
      'large',
      [...new Array<number>(29).fill(9000), undefined, ...new Array<number>(6).fill(9000)],
      december,
    );
    const [line] = compareGroups(entriesOf([steady('small', 1000, 36, december), gap]), () => 'all', {
      ...CONTEXT,
      month: monthIndex(december),
      stateMonths: new Set(monthsBetween('2021-01' as Month, december).map(monthIndex)),
    });
    const year = {
      // 12 × 1,000 + 11 × 9,000
      ...{ value: 111_000, yearAgo: 120_000, difference: -9000, missing: 1, missingAgo: 0 },
      // the small one alone
      ...{ likeForLike: 12_000, likeForLikeAgo: 12_000, change: 0, leftOut: 1 },
    };
    expect(line).toMatchObject({ missing: 0, yearToDate: year, rollingYear: year });
    expect(line?.payment).toMatchObject({ value: 10_000, yearAgo: 10_000, change: 0, leftOut: 0 });
  });

  it('leaves a late member out of the change, because that would look like a decline', () => {
    const line = groupOf([steady('a', 100, 40), steady('late', 900, 40, '2024-02' as Month)]);
    const alike = { change: 0, leftOut: 1, missing: 1, missingAgo: 0 };
    expect(line).toMatchObject({
      ...{ members: 2, missing: 1 },
      payment: { ...alike, value: 100, yearAgo: 1000, difference: -900, likeForLike: 100 },
      yearToDate: { ...alike, value: 2100, yearAgo: 3000, likeForLikeAgo: 300 },
      rollingYear: { ...alike, value: 11_100, yearAgo: 12_000, likeForLike: 1200 },
    });
  });

  it('is the sum of the sums of its months', () => {
    const places = [steady('a', 100, 40), place('gap', [5, undefined, null, 7, 8]), steady('new', 3, 2)];
    const months = monthsBetween('2022-04' as Month, MARCH).map(monthIndex);
    const totals = addUpGroup(entriesOf(places), months, CONTEXT);
    const add = (some: readonly MonthTotal[], of: (total: MonthTotal) => number | null) =>
      some.reduce((sum, total) => sum + (of(total) ?? 0), 0);
    const newest = totals.at(-1);
    const year = totals.slice(-12);
    expect(newest?.rollingYear).toMatchObject({
      value: add(year, ({ payment }) => payment.value),
      yearAgo: add(totals.slice(0, 12), ({ payment }) => payment.value),
      missing: add(year, ({ missing }) => missing),
    });
    expect(newest?.yearToDate.value).toBe(add(totals.slice(-3), ({ payment }) => payment.value));
    // 36 months of 100, two of 3, and 5 + 7 + 8; December and January have no figure
    expect(newest?.rollingYear).toMatchObject({ value: 1226, missing: 2 });
  });
});

describe('the comparison of groups', () => {
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
    expect(groupOf([...rich, one])?.payment).toMatchObject({
      ...{ value: 269_999_999_999_973, yearAgo: 269_999_999_999_970, change: 0, difference: 3 },
    });
  });
});

describe('comparisons of random series', () => {
  const figure = fc.option(fc.option(fc.integer({ min: -1_000, max: 100_000 }), { freq: 25 }), {
    nil: undefined,
    freq: 25,
  });
  const one = fc.record({
    given: fc.array(figure, { minLength: 1, maxLength: 40, size: 'max' }),
    end: fc.integer({ min: -30, max: 3 }),
    group: fc.constantFrom('a', 'b', null),
  });
  const world = fc.record({
    places: fc.array(one, { minLength: 1, maxLength: 6, size: 'max' }),
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
            missing: Number(isSlowlyMissing(subject, MARCH, context)),
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
