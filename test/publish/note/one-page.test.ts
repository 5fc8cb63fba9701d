import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthAt } from '../../../src/domain/month.ts';
import { inWords } from '../../../src/domain/text/wording.ts';
import { loadNotePrinter } from '../../../src/explorer/note/load-note.ts';
import type { NoteContent, NoteTable, NoteValue, PlaceNote } from '../../../src/records/note/content.ts';
import { STATES } from '../../../src/states/index.ts';

// The longest notes that states can give, as Chromium prints them.

const NAME = 'Williamson-Liberty Hill Emergency Services District No. 4-A (Combined Area)';
const LARGE = -98_765_432_101;
const DOUBT = 'The checks doubt the payment of September 2026, because it is ten times the usual one.';
const FILE = 'Local_Jurisdiction_Statement_of_Tax_Distribution_2026_09_corrected_again';

function sourceLine(report: string, hash: string, month: string): string {
  return `${report}, sheet Distribution (${hash.padEnd(12, 'f')}): ${month} row 1234`;
}

/** A table with a title and cells as long as they can be. Headings name differences with `$` and changes with `%`. */
function tableOf(name: string, headings: string, labels: readonly string[], remark?: string): NoteTable {
  const contents: Readonly<Record<string, NoteContent>> = { $: 'difference', '%': 'change' };
  const columns = headings
    .split('|')
    .map(
      (heading) =>
        [heading.replace(/[$%]$/, ''), contents[heading.at(-1) ?? ''] ?? 'text'] satisfies [
          string,
          NoteContent,
        ],
    );
  const cells = columns
    .slice(1)
    .map(
      ([, content]): NoteValue =>
        content === 'difference' ? LARGE : content === 'change' ? -12_345_000 : '?',
    );
  return {
    title: `${name} since November 13, 2026, when the payment of September 2026 came`,
    columns,
    rows: labels.map((label) => [label, ...cells]),
    ...(remark !== undefined && { remark }),
  };
}

const MONTHS = Array.from({ length: 13 }, (_, at) => `September 20${26 - at}`);
const REMARK = 'A sum is empty if a month is missing. ? marks a change with a payment that the checks doubt.';
/** Every part of every state, so that a new state cannot have more. */
const PARTS = STATES.map(({ parts }) => parts.map(({ field }) => inWords(field))).sort(
  (a, b) => b.length - a.length,
);

const LONGEST: PlaceNote = {
  title: `${NAME}: payment of September 2026`,
  lines: [
    'Special district in San Bernardino County, California.',
    'Payment 12 of the fiscal year 2025-26, for sales of July 2026.',
  ],
  sample: 'Sample: California, Texas, Illinois and North Carolina have invented places and figures.',
  sentences: [
    '$1,234.6 million in September 2026, down 12.3% (−$123,456,789) from September 2025, which settles the quarter.',
    'That is the payment for sales of July 2026. Fiscal year 2025-26 so far: $1,234.6 million, down 12.3%.',
    'Without the change of tax, down 12.3%. It may end at about $12,345.6 million (between $12,345.6 million and $12,345.6 million).',
    DOUBT,
    DOUBT.replace('2026', '2025'),
  ],
  tables: {
    figures: tableOf(
      'Payment and sums',
      '|Amount$|Year before$|Change%|Without change of tax%',
      Array.from({ length: 10 }, () => 'Fiscal year 2025-26 so far, 12 months'),
      'Without change of tax is empty if the tax is not known for every month.',
    ),
    months: tableOf(
      'Months',
      'Month|Sales of|Payment$|Year before$|Change%|Without change of tax%|?',
      [...MONTHS, 'Twelve months to September 2026'],
      REMARK,
    ),
    parts: tableOf('Parts', 'Part|Amount$|Year before$|Difference$', PARTS[0] ?? []),
    nearest: tableOf(
      'Places',
      'Place|Size%|Payment$|Year before$|Change%|?',
      Array.from({ length: 7 }, () => `${NAME} (same county)`),
      REMARK,
    ),
    restated: tableOf(
      'Payments restated',
      'Month|Before$|Now$|Difference$|Changed on',
      MONTHS.slice(0, 6),
      '12 more changes not shown.',
    ),
  },
  // two reports for each month
  sources: MONTHS.flatMap((month, at) =>
    ['a', 'b'].map((part) => sourceLine(`${FILE}-${at}${part}.xlsx`, `${at}${part}`, month)),
  ),
  chart: MONTHS.map((label, at) => ({
    ...{ month: monthAt(24_321 + at), label, value: LARGE, yearAgo: -LARGE },
    ...{ isMissing: false, isLoaded: true },
  })),
  events: MONTHS.slice(0, 3).map((_, at) => {
    const month = monthAt(24_321 + at);
    return { from: month, to: month, text: 'Article 46 began' };
  }),
  foot: 'Dataset version bf45b7b2-2396-4de2-948c-f686a624de0b, updated November 13, 2026. Sales tax allocations 0.2.0.',
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

/** The longest note with less in some of its parts. */
function shorter({
  part,
  name,
  changes,
  report,
}: Record<'part' | 'changes', number> & Record<'name' | 'report', string>): PlaceNote {
  const { parts, nearest, restated } = LONGEST.tables;
  return {
    ...LONGEST,
    title: `${name}: payment of September 2026`,
    tables: {
      ...LONGEST.tables,
      parts: { ...parts, rows: parts.rows.slice(0, part) },
      nearest: { ...nearest, rows: nearest.rows.map((row) => [name, ...row.slice(1)]) },
      restated: { ...restated, rows: restated.rows.slice(0, changes) },
    },
    sources: LONGEST.sources.map((line) => line.replace(/^[^,]*/, report)),
  };
}

const SHORT = { name: 'Cedar Ford', report: 'payment-detail-2026-09.csv' };
const NOTES: readonly PlaceNote[] = [
  LONGEST,
  { ...shorter({ ...SHORT, part: 5, changes: 0 }), sample: null, sentences: LONGEST.sentences.slice(0, 1) },
  ...[5, 11].flatMap((part) =>
    [0, 3].flatMap((changes) => [
      shorter({ ...SHORT, part, changes }),
      shorter({ name: NAME, report: SHORT.report, part, changes }),
      shorter({ name: SHORT.name, report: `${FILE}.xlsx`, part, changes }),
    ]),
  ),
];

/** The widths of the papers without the margins of the note, in pixels. */
test.each([
  ['Letter', 732],
  ['A4', 710],
])('notes print on one page of %s, and no column is cut off', async (format, width) => {
  const print = await loadNotePrinter();
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  for (const [at, note] of NOTES.entries()) {
    await page.setContent(print(note));
    const pdf = await page.pdf({ format });
    await page.emulateMedia({ media: 'print' });
    expect([at, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([at, width]);
    expect([at, pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length]).toEqual([at, 1]);
  }
  await page.close();
});
