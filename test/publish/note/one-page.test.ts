import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { monthAt } from '../../../src/domain/month.ts';
import { inWords } from '../../../src/domain/text/wording.ts';
import { noteHtml } from '../../../src/explorer/note/note-page.tsx';
import type { NoteRow, PlaceNote } from '../../../src/records/note/note.ts';
import { STATES } from '../../../src/states/index.ts';

// The longest notes that states can give, as Chromium prints them.

const NAME = 'Williamson-Liberty Hill Emergency Services District No. 4-A (Combined Area)';
const LARGE = -98_765_432_101;
const DOUBT = 'The checks doubt the payment of September 2026, because it is ten times the usual one.';
const FILE = 'Local_Jurisdiction_Statement_of_Tax_Distribution_2026_09_corrected_again';

function sourceLine(report: string, hash: string, month: string): string {
  return `${report}, sheet Distribution (${hash.padEnd(12, 'f')}): ${month} row 1234`;
}

/** A row with figures as long as they can be. */
function rowOf(label: string): NoteRow {
  const change = -12_345_000;
  return {
    label,
    value: LARGE,
    ago: LARGE,
    difference: LARGE,
    change,
    comparableChange: change,
    doubtful: 1,
  };
}

const MONTHS = Array.from({ length: 13 }, (_, at) => `September 20${26 - at}`);
/** Every part of every state, so that a new state cannot have more. */
const PARTS = STATES.map(({ parts }) => parts.map(({ field }) => inWords(field))).sort(
  (a, b) => b.length - a.length,
);

const LONGEST: PlaceNote = {
  title: `${NAME}: payment of September 2026`,
  about: 'Special district in San Bernardino County, California.',
  sample: 'Sample: California, Texas, Illinois and North Carolina have invented places and figures.',
  sentences: [
    '$1,234.6 million in September 2026, down 12.3% (−$123,456,789) from September 2025, which settles the quarter.',
    'That is the payment for sales of July 2026. Fiscal year 2025-26 so far: $1,234.6 million, down 12.3%.',
    'Without the change of tax, down 12.3%. It may end at about $12,345.6 million (between $12,345.6 million and $12,345.6 million).',
    DOUBT,
    DOUBT.replace('2026', '2025'),
  ],
  sums: Array.from({ length: 10 }, () => rowOf('Fiscal year 2025-26 so far, 12 months')),
  remark:
    'The tax of June 2018 to May 2020 is not known: load the comparison sheets of June 2018 to May 2020.',
  months: MONTHS.map((name, at) => ({
    ...rowOf(`${name}, for sales of ${name}`),
    ...{ paid: monthAt(24_333 - at), name, isMissing: false, isLoaded: true },
  })),
  parts: (PARTS[0] ?? []).map(rowOf),
  nearest: Array.from({ length: 7 }, () => rowOf(`${NAME} (same county)`)),
  // two reports for each month
  sources: MONTHS.flatMap((month, at) =>
    ['a', 'b'].map((part) => sourceLine(`${FILE}-${at}${part}.xlsx`, `${at}${part}`, month)),
  ),
  events: Array.from({ length: 9 }, (_, at) => {
    const month = monthAt(24_321 + at);
    const text = at < 3 ? 'Article 46 began' : 'Restated on November 13, 2026, by −$123.4 million';
    return { from: month, to: month, text };
  }),
  foot: 'Dataset version bf45b7b2-2396-4de2-948c-f686a624de0b, updated November 13, 2026. Sales tax allocations 0.2.0.',
};

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
});
afterAll(() => browser.close());

/** The longest note with less in some of its parts. */
function shorter({ part, name, report }: { part: number; name: string; report: string }): PlaceNote {
  return {
    ...LONGEST,
    title: `${name}: payment of September 2026`,
    parts: LONGEST.parts.slice(0, part),
    nearest: LONGEST.nearest?.map((row) => ({ ...row, label: name })) ?? null,
    sources: LONGEST.sources.map((line) => line.replace(/^[^,]*/, report)),
  };
}

const SHORT = { name: 'Cedar Ford', report: 'payment-detail-2026-09.csv' };
const NOTES: readonly PlaceNote[] = [
  LONGEST,
  { ...shorter({ ...SHORT, part: 5 }), sample: null, sentences: LONGEST.sentences.slice(0, 1) },
  ...[5, 11].flatMap((part) =>
    [[], LONGEST.events].flatMap((events) =>
      [
        shorter({ ...SHORT, part }),
        shorter({ name: NAME, report: SHORT.report, part }),
        shorter({ name: SHORT.name, report: `${FILE}.xlsx`, part }),
      ].map((note) => ({ ...note, events })),
    ),
  ),
];

/** The widths of the papers without the margins of the note, in pixels. */
test.each([
  ['Letter', 732],
  ['A4', 710],
])('notes print on one page of %s, and no column is cut off', async (format, width) => {
  const page = await browser.newPage({ viewport: { width, height: 900 } });
  for (const [at, note] of NOTES.entries()) {
    await page.setContent(noteHtml(note));
    const pdf = await page.pdf({ format });
    await page.emulateMedia({ media: 'print' });
    expect([at, await page.evaluate('document.documentElement.scrollWidth')]).toEqual([at, width]);
    expect([at, pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length]).toEqual([at, 1]);
  }
  await page.close();
});
