import { countyOfCode } from '../../../src/states/ca/counties.ts';
import { openChance } from '../reports/chance.ts';
import { scale } from '../reports/scale.ts';

/** Consecutive months by `monthIndex`, both ends included. */
export interface Span {
  first: number;
  last: number;
}

/** One invented jurisdiction. */
export interface Jurisdiction {
  code: string;
  name: string;
  /** As California's statement prints it. Texas prints no type. */
  type: 'City' | 'County' | 'Transit' | 'Special District';
  /** An average month of 2018, in cents. */
  monthly: number;
  /** How strongly 2020 reduced sales, in percent of the average. */
  exposure: number;
  /** Yearly growth beyond that of the state, in thousandths of 2018. */
  drift: number;
  /** The months with payments. A jurisdiction that does not begin or end within the reports has far bounds. */
  life: Span;
  /** A month within its life that no report has; `null` for most. */
  gap: number | null;
}

type Type = Jurisdiction['type'];

/** A start times many random factors gives a log-normal spread: 30 factors vary it about eightfold. */
interface Spread {
  start: number;
  factors: number;
}

/** In cents. The factors reduce the median to a quarter of the start in California, to an eighth in Texas. */
const CALIFORNIA_SIZES: Readonly<Record<Type, Spread>> = {
  City: { start: 160_000_000, factors: 18 },
  County: { start: 280_000_000, factors: 18 },
  Transit: { start: 900_000_000, factors: 14 },
  'Special District': { start: 90_000_000, factors: 18 },
};
const TEXAS_SIZES: Readonly<Record<Type, Spread>> = {
  City: { start: 30_000_000, factors: 30 },
  County: { start: 60_000_000, factors: 22 },
  Transit: { start: 2_000_000_000, factors: 18 },
  'Special District': { start: 9_000_000, factors: 26 },
};
const SMALLEST = 25_000;
/** Sixty million dollars. Larger amounts would make products inexact. */
const LARGEST = 6_000_000_000;

/** In Texas, 1,834 codes share 1,795 names. */
const ONE_SHARED_AMONG = 47;
const SYLLABLES = ['ta', 'ro', 'we', 'li', 'mo', 'na', 'be', 'sha', 'du', 'ki'];

const COUNTIES = 58;
/** The codes of a county end in 001 to 997; that of its unincorporated area ends in 998. */
const MOST_IN_CALIFORNIA = COUNTIES * 998;
/** 58 of 1,000 jurisdictions in California are unincorporated areas, one per county. */
const FULL_CALIFORNIA = 1000;
/** Of every 31 others, one is a transit authority, 16 are cities and 14 are special districts. */
const OTHERS_A_ROUND = 31;
const CITIES_A_ROUND = 16;
const CALIFORNIA_DISTRICTS = ['Public Safety District', 'Library District', 'Hospital District'] as const;

/** Numbers of authorities in Texas, of 1,834. */
const TEXAS_COUNTS = { Transit: 10, County: 124, 'Special District': 540 } as const;
const FULL_TEXAS = 1834;
const FIRST_DIGIT: Readonly<Record<Type, number>> = {
  City: 2,
  Transit: 3,
  County: 4,
  'Special District': 5,
};
const TEXAS_COUNTIES = 254;
/** Published codes of one county and type increase by nine. */
const CODE_STEP = 9;
const TEXAS_DISTRICTS = ['CO ESD 1', 'CO ASST DIST', 'MUN DEV DIST', 'CRIME CONTROL DIST'] as const;

/** With fewer months, no jurisdiction begins or ends. */
const SHORTEST_WITH_CHANGES = 12;
const MONTHS_A_QUARTER = 3;

/** Returns California's jurisdictions in the order of codes. They begin and end with a quarter. */
export function californiaJurisdictions(count: number, reports: Span): Jurisdiction[] {
  if (count > MOST_IN_CALIFORNIA) throw new RangeError(`California has no codes for ${count} jurisdictions`);
  const areas = Math.min(COUNTIES, Math.round((count * COUNTIES) / FULL_CALIFORNIA));
  const jurisdictions = Array.from({ length: count }, (_, ordinal): Jurisdiction => {
    const isArea = ordinal < areas;
    const other = ordinal - areas;
    const county = (isArea ? ordinal : other % COUNTIES) + 1;
    const within = isArea ? 998 : Math.floor(other / COUNTIES) + 1;
    const code = printCode(county, 2) + printCode(within, 3);
    const type = isArea ? 'County' : californiaType(other);
    const life = alignToQuarters(lifeOf(other, code, reports));
    return {
      code,
      name: californiaName(type, code, other),
      type,
      ...economyOf(code, CALIFORNIA_SIZES[type]),
      life,
      gap: gapOf(ordinal, code, life, reports),
    };
  });
  return jurisdictions.sort((a, b) => Number(a.code) - Number(b.code));
}

/** Returns Texas's authorities: cities, transit, counties, special districts. */
export function texasAuthorities(count: number, reports: Span): Jurisdiction[] {
  const others = (['Transit', 'County', 'Special District'] as const).flatMap((type) =>
    Array<Type>(Math.max(1, Math.round((count * TEXAS_COUNTS[type]) / FULL_TEXAS))).fill(type),
  );
  const cities = Array<Type>(Math.max(0, count - others.length)).fill('City');
  return [...cities, ...others].slice(0, count).map((type, ordinal) => {
    const county = (ordinal % TEXAS_COUNTIES) + 1;
    const within = (Math.floor(ordinal / TEXAS_COUNTIES) + 1) * CODE_STEP;
    const code = `${FIRST_DIGIT[type]}${printCode(county, 3)}${printCode(within, 3)}`;
    const life = lifeOf(ordinal, code, reports);
    const gap = gapOf(ordinal, code, life, reports);
    return { code, name: texasName(type, ordinal), type, ...economyOf(code, TEXAS_SIZES[type]), life, gap };
  });
}

function printCode(number: number, digits: number): string {
  const printed = String(number).padStart(digits, '0');
  if (printed.length > digits) throw new RangeError('there are no codes for so many jurisdictions');
  return printed;
}

function californiaType(ordinal: number): Type {
  const place = ordinal % OTHERS_A_ROUND;
  if (place === 0) return 'Transit';
  return place <= CITIES_A_ROUND ? 'City' : 'Special District';
}

function californiaName(type: Type, code: string, ordinal: number): string {
  const number = nameNumber(ordinal);
  if (type === 'County') return `${countyOfCode(code)} County Unincorporated Area`;
  if (type === 'Transit') return `${inventName(number)} Transit District`;
  if (type === 'City') return inventName(number);
  return `${inventName(number)} ${CALIFORNIA_DISTRICTS[number % CALIFORNIA_DISTRICTS.length]}`;
}

/** Texas prints names in capitals. */
function texasName(type: Type, ordinal: number): string {
  const number = nameNumber(ordinal);
  const name = inventName(number).toUpperCase();
  if (type === 'City') return name;
  if (type === 'Transit') return `${name} MTA`;
  if (type === 'County') return `${name} COUNTY`;
  return `${name} ${TEXAS_DISTRICTS[number % TEXAS_DISTRICTS.length]}`;
}

function economyOf(code: string, { start, factors }: Spread) {
  const chance = openChance(Number(code));
  let monthly = start;
  for (let factor = 0; factor < factors; factor += 1) {
    monthly = Math.min(LARGEST, scale(monthly, chance.between(400, 1600), 1000));
  }
  return {
    monthly: Math.max(SMALLEST, monthly),
    exposure: chance.between(60, 160),
    drift: chance.between(-15, 25),
  };
}

/** Two in 100 begin after the first report; one in 100 ends before the last. */
function lifeOf(ordinal: number, code: string, { first, last }: Span): Span {
  const always = { first: 0, last: Number.MAX_SAFE_INTEGER };
  if (last - first + 1 < SHORTEST_WITH_CHANGES) return always;
  const turn = openChance(Number(code) + 1).between(first + MONTHS_A_QUARTER, last - MONTHS_A_QUARTER);
  if (ordinal % 50 === 17) return { ...always, first: turn };
  return ordinal % 100 === 8 ? { ...always, last: turn } : always;
}

/** One in 100 lacks a month within its life. */
function gapOf(ordinal: number, code: string, life: Span, reports: Span): number | null {
  const [first, last] = [Math.max(life.first, reports.first), Math.min(life.last, reports.last)];
  if (ordinal % 100 !== 23 || last - first + 1 < SHORTEST_WITH_CHANGES) return null;
  return openChance(Number(code) + 2).between(first + 1, last - 1);
}

/** Moves the first month to the start of a quarter of sales and the last month to the end of one. */
function alignToQuarters({ first, last }: Span): Span {
  const isWhole = last === Number.MAX_SAFE_INTEGER;
  return { first: first + ((2 - (first % 3) + 3) % 3), last: isWhole ? last : last - ((last + 2) % 3) };
}

/** The number of the name that an ordinal number goes by: its own, or now and then the one before. */
function nameNumber(ordinal: number): number {
  return ordinal % ONE_SHARED_AMONG === ONE_SHARED_AMONG - 1 ? ordinal - 1 : ordinal;
}

/** A name such as `Tarowe Creek`: each digit of the number is a syllable. Other numbers have other names. */
function inventName(number: number): string {
  const syllables = String(number + 1000).replaceAll(/\d/g, (digit) => SYLLABLES[Number(digit)] ?? '');
  return `${syllables[0]?.toUpperCase()}${syllables.slice(1)} ${number % 2 === 0 ? 'Creek' : 'Springs'}`;
}
