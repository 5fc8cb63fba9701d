import { lastDayOf } from '../../domain/calendar-day.ts';
import type { Term } from '../../domain/findings/facts.ts';
import type { Month } from '../../domain/month.ts';
import { monthly } from '../../domain/publication.ts';
import type { ReportRow } from '../../domain/report.ts';
import { codedNameColumn, defineKind } from '../../extract/layouts/define-kind.ts';
import { amount, madeCode, type RowRemark } from '../../extract/layouts/report-kind.ts';
import { ARTICLES, type DistributionFigure } from './fields.ts';
import { placeCode } from './places.ts';
import { STANDING, unfoldSummary } from './unfolded-sheet.ts';

const placeColumn = codedNameColumn();

const HEADERS = {
  section: [STANDING.section],
  name: [STANDING.name],
  period: [STANDING.month],
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

/** The Department of Revenue's "Local government distributions", the sheet Summary of one workbook a month. */
export const distribution = defineKind<DistributionFigure, 'section'>({
  name: 'nc/distribution',
  title: 'Local government distributions',
  // the day differs, but the money is distributed within the month
  published: monthly(lastDayOf),
  printedName: placeColumn,
  code: madeCode('the name in lower case with hyphens, like burlington, or alamance-county for a county'),
  codeOf: ({ name }) => placeCode(name),
  // the county whose section has the line
  labels: { section: { ...placeColumn, presence: 'always' } },
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
  unfold: unfoldSummary,
  otherSheets: [
    'Cover Letter',
    'Cover Page',
    'Article Overview',
    'Collections-Refunds',
    'CHH',
    '% Share of Distribution',
  ],
  layouts: [
    { name: 'sales until June 2016', until: '2016-08' as Month, headers: HEADERS },
    {
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
      { code: 'missing-value', facts: { expects: 'a county above the line' }, field: STANDING.section },
    ];
  if (printed === null) return [{ code: 'net-payment-missing', facts: { code, name, month }, field }];
  const terms = ARTICLES.filter((article) => figures[article] !== null).map((article): Term => [article, 1]);
  const expected = ARTICLES.reduce((sum, article) => sum + (figures[article] ?? 0), 0);
  if (printed === expected) return [];
  const facts = { code, name, month, field, printed, formula: { percent: null, terms }, expected };
  return [{ code: 'row-arithmetic', facts, field }];
}
