import { fridayOf } from '../../domain/calendar-day.ts';
import { type JurisdictionType, slugOf } from '../../domain/jurisdiction.ts';
import { readName } from '../../domain/jurisdiction-name.ts';
import { type Month, parsePrintedMonth } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import type { ReportRow } from '../../domain/report.ts';
import { cellFault } from '../../extract/layouts/cell-fault.ts';
import { defineKind } from '../../extract/layouts/define-kind.ts';
import {
  amount,
  type Column,
  type FigureColumn,
  madeCode,
  nameColumn,
  percent,
  periodColumn,
  type RowRemark,
  wordColumn,
} from '../../extract/layouts/report-kind.ts';
import type { ComparisonSheetKind, NamedPlace, RepeatedBasis } from '../state.ts';
import { isOwnRate, LEAST_RATE, MICROPERCENT, MOST_RATE, rateColumn } from './listed-rate.ts';

/** `RENO (LAMAR CO)`: the county tells two cities of one name apart. */
const COUNTY_IN_NAME = /\s*\(([^()]+?)(?: CO(?:UNTY|\.)?)?\)\s*$/i;

/** Words that say what kind of authority it is. One report has them, and the other may not. */
const TRANSIT_WORDS: ReadonlySet<string> = new Set(
  'mta ctd cta ata city county transit authority auth department dept metro metropolitan rapid of'.split(' '),
);

/** Words of special districts that are often shortened. */
const WRITTEN_OUT: Readonly<Record<string, string>> = {
  assist: 'assistance',
  asst: 'assistance',
  dist: 'district',
  dst: 'district',
  dev: 'development',
  emer: 'emergency',
  emerg: 'emergency',
  hosp: 'hospital',
  lib: 'library',
  mun: 'municipal',
  muni: 'municipal',
  prev: 'prevention',
  serv: 'services',
  service: 'services',
  svc: 'services',
  svcs: 'services',
};

const SHORT_FORMS: readonly (readonly [RegExp, string])[] = [
  [/\bemergency services district\b/, 'esd'],
  [/\bmunicipal development district\b/, 'mdd'],
  [/\bcrime control (?:and )?prevention district\b/, 'ccpd'],
  [/\b(?:no|nbr|num|number) (?=\d)/, ''],
  [/\b0+(?=\d)/g, ''],
];

const FIGURES = {
  current_rate: rateColumn(),
  net_payment_this_period: amount('always'),
  comparable_payment_prior_year: amount(),
  percent_change_prior_year: percent(),
  payments_to_date: amount(),
  previous_payments_to_date: amount(),
  percent_change_to_date: percent(),
} satisfies Record<string, FigureColumn>;

type SheetFigure = keyof typeof FIGURES;

const CHECKS: Readonly<Partial<Record<SheetFigure, RepeatedBasis>>> = {
  net_payment_this_period: 'month',
  comparable_payment_prior_year: 'year-before',
  percent_change_prior_year: 'change',
  payments_to_date: 'ytd',
  previous_payments_to_date: 'ytd-year-before',
  percent_change_to_date: 'ytd-change',
};

/** The headers that both datasets have. The names of the programming interface differ from those of the files. */
const HEADERS: Readonly<Record<SheetFigure | 'period' | 'year' | 'period_type', readonly string[]>> = {
  period: ['Report Month'],
  year: ['Report Year'],
  period_type: ['Report Period Type'],
  current_rate: ['Current Rate'],
  net_payment_this_period: ['Net Payment This Period'],
  comparable_payment_prior_year: ['Comparable Payment Prior Year'],
  percent_change_prior_year: [
    'Percent Change From Prior Year',
    'Percent Change Prior Year',
    'Period Percent Change',
  ],
  payments_to_date: ['Payments To Date'],
  previous_payments_to_date: ['Previous Payments To Date'],
  percent_change_to_date: ['Percent Change To Date', 'Year Percent Change'],
};

/** An assumption: nobody has seen which words the reports print. Rows of other periods are left out before. */
const PERIOD_TYPES = { m: 'monthly', mo: 'monthly', mon: 'monthly', month: 'monthly', monthly: 'monthly' };

const LISTED_TYPES: Readonly<Record<string, JurisdictionType>> = {
  COUNTY: 'county',
  MTA: 'transit',
  CTD: 'transit',
  SPD: 'special_district',
};

/** Periods of rows that are not months. Their figures are sums of several payments. */
const OTHER_PERIODS = /^(?:(?:q|y|a|s|w)$|quarter|year|annual|semi|half|fiscal|calendar|week|ytd)/i;

const period = periodColumn('a month and a year like 5 and 2023 or May and 2023', readPeriod);
const year: Column<string> = {
  presence: 'always',
  read: (text) => (/^(?:\d,?\d{3}(?:\.0+)?)?$/.test(text.trim()) ? text.trim() || null : undefined),
  holds: 'word',
  expects: 'a year like 2023',
};
const countyColumn: Column<string> = { ...nameColumn(), presence: 'printed' };

const typeColumn = wordColumn(
  'always',
  Object.fromEntries(Object.keys(LISTED_TYPES).map((word) => [word.toLowerCase(), word])),
);

interface SheetDescription<Label extends string> {
  name: ComparisonSheetKind['name'];
  title: string;
  /** The header of the column with the name, and the headers of the labels. */
  named: string;
  labels: Record<Label, Column<string>>;
  labelHeaders: Record<Label, readonly string[]>;
  layout: string;
  codeOf: NonNullable<ComparisonSheetKind['codeOf']>;
  checkRow?: ComparisonSheetKind['checkRow'];
}

/** Both kinds have the same figures, and differ in how they name a jurisdiction. */
function defineSheet<Label extends string>(
  { named, labels, labelHeaders, layout, ...given }: SheetDescription<Label>,
  subject: Pick<ComparisonSheetKind, 'types' | 'namesCounties' | 'subjectOf'>,
): ComparisonSheetKind {
  const headers = { name: [named], ...labelHeaders, ...HEADERS };
  return {
    ...defineKind<SheetFigure, string>({
      ...given,
      // published with the payments
      published: monthly((month) => fridayOf(month, 2)),
      code: madeCode('the name of a jurisdiction'),
      ...{ period, year, hasMonthsToCome: true },
      otherPeriods: { label: 'period_type', words: OTHER_PERIODS },
      labels: { ...labels, period_type: wordColumn('optional', PERIOD_TYPES) },
      figures: FIGURES,
      layouts: [{ name: layout, headers }],
      checkRows: unusualRates,
    }),
    ...subject,
    placeOf: placeOfName,
    rate: 'current_rate',
    isOwnRate,
    checks: CHECKS,
  };
}

/** Reads `5`, `05`, `May` or a date in May, with a year like `2023` behind it. A year alone is not a month. */
function readPeriod(text: string): Month | undefined {
  const [, month = '', digits = ''] =
    /^(.*) (\d{4})(?:\.0+)?$/.exec(text.replace(/ (\d),(\d{3})$/, ' $1$2')) ?? [];
  const [, number] = /^(\d{1,2})(?:\.0+)?$/.exec(month) ?? [];
  if (number !== undefined) return parsePrintedMonth(`${digits}-${number.padStart(2, '0')}`);
  const named = parsePrintedMonth(`${month} ${digits}`);
  if (named) return named;
  // a date is of the same year, or one of the two columns is wrong
  const dated = parsePrintedMonth(month);
  return digits !== '' && dated?.startsWith(digits) ? dated : undefined;
}

/** One remark for all rates that no single authority has. */
function unusualRates(rows: readonly ReportRow<SheetFigure, string>[]): (RowRemark & { row: number })[] {
  const unusual = rows.filter(({ figures: { current_rate: rate } }) => rate !== null && !isOwnRate(rate));
  const [first, ...more] = unusual;
  if (!first) return [];
  const printed = `${(first.figures.current_rate ?? 0) / MICROPERCENT}`;
  const facts = { name: first.name, printed, least: LEAST_RATE, most: MOST_RATE, more: more.length };
  return [{ code: 'unusual-rate', facts, field: 'current_rate', row: first.row }];
}

/** Data.texas.gov dataset qsh8-tby8: counties, transit authorities (MTA, CTD) and special purpose districts. */
export const comparison = defineSheet(
  {
    name: 'tx/comparison-summary',
    title: 'Comparison summary of counties, transit authorities and districts',
    named: 'Name',
    labels: { listed_type: typeColumn },
    labelHeaders: { listed_type: ['Type'] },
    layout: 'counties, transit authorities and districts',
    codeOf: ({ name, labels }) => `${labels.listed_type?.toLowerCase()}:${slugOf(name)}`,
    checkRow: ({ labels }) =>
      labels.listed_type === null
        ? [{ code: 'unreadable-cell', facts: cellFault('', typeColumn.expects), field: 'Type' }]
        : [],
  },
  {
    types: ['county', 'transit', 'special_district'],
    namesCounties: false,
    subjectOf: ({ labels }) => {
      const type = LISTED_TYPES[`${labels.listed_type}`];
      if (!type) throw new Error(`unknown type ${labels.listed_type}`);
      return { type, county: null, word: type === 'transit' ? `${labels.listed_type}` : null };
    },
  },
);

/** Data.texas.gov dataset 53pa-m7sm: cities with their counties. A city in two counties may have a row for each. */
export const cityComparison = defineSheet(
  {
    name: 'tx/city-comparison-summary',
    title: 'Comparison summary of cities',
    named: 'City',
    labels: { listed_county: countyColumn },
    labelHeaders: { listed_county: ['County'] },
    layout: 'cities with their counties',
    codeOf: ({ name, labels }) => `city:${slugOf(name)}:${slugOf(labels.listed_county ?? '')}`,
  },
  {
    types: ['city'],
    namesCounties: true,
    subjectOf: ({ labels }) => ({ type: 'city', county: labels.listed_county ?? null, word: null }),
  },
);

/** The place that a printed name of Texas means, comparable within its type. */
export function placeOfName(name: string, type: JurisdictionType): NamedPlace {
  const [, county = null] = (type === 'city' && COUNTY_IN_NAME.exec(name)) || [];
  const { spelled, place } = readName(county === null ? name : name.replace(COUNTY_IN_NAME, ''));
  const words = spelled.split('-');
  switch (type) {
    case 'city':
    case 'county':
      return { place: withoutBlanks(place || spelled), county };
    case 'transit': {
      const named = words.filter((word) => !TRANSIT_WORDS.has(word));
      return { place: withoutBlanks(named.join('-') || spelled), county };
    }
    case 'special_district':
      return { place: withoutBlanks(shortDistrict(words)), county };
  }
}

/** Without blanks and hyphens: `LASALLE` is `LA SALLE`. Those between two digits stay: district 1-1 is not district 11. */
function withoutBlanks(place: string): string {
  return place.replace(/(?<!\d)[ -]|[ -](?!\d)/g, '');
}

function shortDistrict(words: readonly string[]): string {
  const full = words.map((word) => (Object.hasOwn(WRITTEN_OUT, word) ? WRITTEN_OUT[word] : word)).join(' ');
  return SHORT_FORMS.reduce((text, [long, short]) => text.replace(long, short), full).trim();
}
