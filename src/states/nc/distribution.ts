import { lastDayOf } from '../../domain/calendar-day.ts';
import type { Month } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import type { ReportRow } from '../../domain/report.ts';
import { cellFault } from '../../extract/layouts/cell-fault.ts';
import { codedNameColumn, defineKind } from '../../extract/layouts/define-kind.ts';
import { amount, type Column, madeCode, type RowRemark } from '../../extract/layouts/report-kind.ts';
import { ARTICLES, type DistributionFigure } from './fields.ts';
import { placeCode } from './places.ts';
import { COUNTY_EXPECTED, openSections, SALES_MONTH } from './sections.ts';

const placeColumn = codedNameColumn();

const HEADERS = {
  article_39: ['ARTICLE 39'],
  article_40: ['ARTICLE 40'],
  article_42: ['ARTICLE 42'],
  article_43: ['ARTICLE 43'],
  article_44: ['ARTICLE 44'],
  article_45: ['ARTICLE 45'],
  article_46: ['ARTICLE 46'],
  city_hold_harmless: ['CITY HH'],
  net_payment: ['TOTAL'],
};

/** What both layouts have beside the figures: the header of the names, and the lines around the footnotes. */
const LAYOUT = {
  ignored: ['MUNICIPALITY'],
  notes: [
    // the state's split of the grand total, which no figure uses
    ...['SUMMARY OF AMOUNTS', 'PER CAPITA DISTRIBUTABLE', 'ADVALOREM DISTRIBUTABLE'],
    ...['COUNTY/TRANSIT DISTRIBUTABLE', 'F O O T N O T E S', 'E N D O F R E P O R T'],
    // the footnotes, and the second lines of some
    ...[
      'SEE ARTICLES OF SALES TAX DISTRIBUTION',
      'IF A CITY OR TOWN IS LOCATED',
      'EACH TAXING COUNTY IN WHICH',
    ],
    ...['POPULATION FIGURES USED', 'THE OFFICE OF STATE BUDGET', 'AD VALOREM LEVIES ARE CERTIFIED'],
    ...[
      'THE FISCAL YEAR PRECEDING',
      'THE PERCENTAGE SHARE OF DISTRIBUTION',
      'MULTIPLY THE AMOUNT IN ARTICLE',
    ],
    ...['USE ONLY FOR THE PURPOSES', 'CITY HOLD HARMLESS AS DESCRIBED'],
  ],
};

/** The county whose section has the line. */
const sectionColumn: Column<string> = {
  ...placeColumn,
  read: (text) =>
    text === '' || /\((?:PER CAPITA|AD VALOREM)\)$/.test(text) ? placeColumn.read(text) : undefined,
  expects: COUNTY_EXPECTED,
};

/** The Department of Revenue's "Local government distributions", the sheet Summary of one workbook a month. */
export const distribution = defineKind<DistributionFigure, 'section'>({
  name: 'nc/distribution',
  title: 'Local government distributions',
  // the day differs, but the money is distributed within the month
  published: monthly(lastDayOf),
  printedName: placeColumn,
  code: madeCode('the name in lower case with hyphens, like burlington, or alamance-county for a county'),
  codeOf: ({ name }) => placeCode(name),
  labels: { section: sectionColumn },
  figures: {
    article_39: amount(),
    article_40: amount(),
    article_42: amount(),
    article_43: amount(),
    article_44: amount(),
    article_44_524: amount(),
    article_45: amount(),
    article_46: amount(),
    city_hold_harmless: amount(),
    net_payment: amount('always'),
  },
  linesBy: ['section'],
  checkRow: checkTotal,
  monthOfReport: SALES_MONTH,
  openSections,
  otherSheets: [
    'Cover Letter',
    'Cover Page',
    'Article Overview',
    'Collections-Refunds',
    'CHH',
    '% Share of Distribution',
  ],
  layouts: [
    { ...LAYOUT, name: 'sales until June 2016', until: '2016-08' as Month, headers: HEADERS },
    {
      ...LAYOUT,
      name: 'sales since July 2016',
      since: '2016-09' as Month,
      headers: { ...HEADERS, article_44_524: ['ART 44 *524'] },
    },
  ],
});

/** TOTAL is the sum of the other columns, to the cent. */
function checkTotal({
  code,
  name,
  month,
  labels,
  figures,
}: ReportRow<DistributionFigure, 'section'>): RowRemark[] {
  const field = 'net_payment';
  const printed = figures[field];
  if (labels.section === null)
    return [
      { code: 'unreadable-cell', facts: cellFault('', `${COUNTY_EXPECTED} above the line`), field: 'County' },
    ];
  if (printed === null) return [{ code: 'net-payment-missing', facts: { code, name, month }, field }];
  const expected = ARTICLES.reduce((sum, article) => sum + (figures[article] ?? 0), 0);
  if (printed === expected) return [];
  const facts = { code, name, month, field, printed, formula: 'the sum of the other columns', expected };
  return [{ code: 'row-arithmetic', facts, field }];
}
