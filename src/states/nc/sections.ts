import { addMonths, type Month, parsePrintedMonth } from '../../domain/month.ts';
import type { ReportFact } from '../../extract/layouts/report-fact.ts';
import type { LineWords } from '../../extract/layouts/report-kind.ts';

/** Money is distributed two months after the sales. */
const MONTHS_TO_DISTRIBUTION = 2;

/** The month of the payment. The sheet does not tell it: other places print the month of the sales. */
export const SALES_MONTH: ReportFact<Month> = {
  expects: 'the month of the sales, like March 2020, in the first cell of another sheet',
  places: ['other sheet', 'title', 'file name'],
  read: (text) => {
    const [, name = '', year = ''] = /(?:^|[^a-z])([a-z]{3,9})\.?[\s,_-]*(\d{4})(?!\d)/i.exec(text) ?? [];
    const sales = parsePrintedMonth(text) ?? parsePrintedMonth(`${name} ${year}`);
    return sales && addMonths(sales, MONTHS_TO_DISTRIBUTION);
  },
};

export const COUNTY_EXPECTED = 'a county with (PER CAPITA) or (AD VALOREM)';

/** `ALAMANCE   (PER CAPITA)`, in one cell or in two, begins the section of a county. */
const COUNTY = /^(.+?)[\s([-]*\b(per[\W_]*capital?|ad[\W_]*valorem)[\W_]*$/i;
/** Another word in parentheses at the place of the method. */
const OTHER_METHOD = /^(.+?)\s*\([^()]*\)$/;
/** A star after a name: the place lies in several counties. Stars after a county or a figure refer to a note. */
const STARS = /\s*\*+$/;
const TOTAL = /^(?:grand )?total$|^total distributable amount$/i;

/** Gives each line its county, and each county a name of its own. */
export function openSections(): (words: string) => LineWords<'section'> {
  let section = '';
  return (words) => {
    const text = words.replace(STARS, '');
    const [, county, method = ''] = COUNTY.exec(text) ?? [];
    const [, unknown] = OTHER_METHOD.exec(text) ?? [];
    // a county whose method is missing must not join the section before it
    if (TOTAL.test(text) || unknown) section = '';
    if (county) section = `${county} (${/^per/i.test(method) ? 'PER CAPITA' : 'AD VALOREM'})`;
    else if (unknown) return { name: `${unknown} COUNTY`, labels: { section: text } };
    return { name: county ? `${county} COUNTY` : text, labels: { section } };
  };
}
