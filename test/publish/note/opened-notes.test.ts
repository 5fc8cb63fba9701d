import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Papa from 'papaparse';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noteHtml } from '../../../src/explorer/note/note-page.tsx';
import { writeNote } from '../../../src/publish/note/note-files.ts';
import { exportToFile } from '../../../src/publish/table.ts';
import type { PlaceNote } from '../../../src/records/note/note.ts';
import { newDocument, readPlaceNote } from '../../../src/records/note/read.ts';
import { openForReading } from '../../../src/store/dataset.ts';
import { openReader } from '../../../src/store/query/view.ts';
import { loadRandomWorld } from '../../rig/datasets/analysis-world.ts';
import { loadForAll } from '../../rig/datasets/served.ts';

/** Notes and exports in the programs that people open them with: Chromium, and LibreOffice, which must be installed. */

const HOSTILE = '=cmd|"/c calc"!A1 <script>alert(1)</script>';
const rig = loadForAll((made) => loadRandomWorld(made, 31));

let folder: string;
let note: PlaceNote;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'notes-'));
  const dataset = openForReading(rig.database);
  const read = openReader(dataset).read((view) => readPlaceNote(view, { id: 60_001_101 }, 'test', {}));
  dataset.close();
  const [first = { label: '' }, ...rest] = read?.nearest ?? [];
  // a place with a name that a spreadsheet or a browser could take for something else
  note = { ...(read ?? expect.fail()), title: HOSTILE, nearest: [{ ...first, label: HOSTILE }, ...rest] };
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(['Letter', 'A4'])(
  'Chromium prints a note on one page of %s, with the network off',
  async (format) => {
    const file = join(folder, `${format}.html`);
    writeNote(noteHtml(note, newDocument()), file);
    const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
    try {
      const context = await browser.newContext({ offline: true, viewport: { width: 390, height: 800 } });
      const page = await context.newPage();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(request.url()));
      const faults: string[] = [];
      page.on('console', (message) => faults.push(message.text()));
      page.on('dialog', (dialog) => faults.push(dialog.message()));
      await page.goto(`file://${file}`);
      expect(asked).toEqual([`file://${file}`]);
      expect(await page.title()).toBe(HOSTILE);
      expect(await page.locator('script').count()).toBe(0);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
      expect(faults).toEqual([]);
      const pdf = await page.pdf({ format });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
    } finally {
      await browser.close();
    }
  },
);

/** The sheets of a workbook as LibreOffice exports them, by name. */
function sheetsBy(file: string, names: readonly string[]): Map<string, string[][]> {
  execFileSync(
    'soffice',
    [
      ...[`-env:UserInstallation=file://${folder}/profile`, '--headless', '--convert-to'],
      // comma, quote, UTF-8, from row 1, cells as stored, every sheet
      ...['csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,false,false,false,false,-1'],
      ...['--outdir', folder, file],
    ],
    { stdio: 'ignore' },
  );
  const start = basename(file, '.xlsx');
  return new Map(
    names.map((name) => {
      const text = readFileSync(join(folder, `${start}-${name}.csv`), 'utf8').trimEnd();
      return [name, Papa.parse<string[]>(text, { delimiter: ',' }).data];
    }),
  );
}

/** `9.4814%` as 0.094814. */
function shareOf(cell: string): number {
  return cell.endsWith('%') ? Number(cell.slice(0, -1)) / 100 : Number(cell);
}

test('a note that is there already stays as it is, and a file of others is not replaced', () => {
  const file = join(folder, 'own.html');
  expect(writeNote(noteHtml(note, newDocument()), file)).toBe(true);
  expect(writeNote(noteHtml(note, newDocument()), file)).toBe(false);
  expect(writeNote(noteHtml({ ...note, title: 'Another' }, newDocument()), file)).toBe(true);
  for (const name of ['letter.html', 'letter.txt']) {
    const path = join(folder, name);
    writeFileSync(path, 'Dear council');
    expect(() => writeNote(noteHtml(note, newDocument()), path)).toThrow(/is no note of this program/);
    expect(readFileSync(path, 'utf8')).toBe('Dear council');
  }
});

test('LibreOffice opens an exported table, and has its cells', async () => {
  const file = join(folder, 'table.xlsx');
  const columns = [
    { name: 'code', content: 'text', heading: 'Code', meaning: 'The code' },
    { name: 'month', content: 'month' },
    { name: 'paid', content: 'amount' },
    { name: 'change', content: 'ratio' },
  ] as const;
  const rows = Array.from({ length: 1200 }, (_, at) => [`0${at}`, '2024-05-01', at * 101, 52_500]);
  await exportToFile({ columns, rows: () => [...rows, [HOSTILE, null, null, null]] }, file, {
    about: { title: 'Places', facts: [['Dataset', 'version 1']] },
  });
  const sheets = sheetsBy(file, ['Table', 'About']);
  const [head, ...lines] = sheets.get('Table') ?? [];
  expect(head).toEqual(['Code', 'Month', 'Paid', 'Change']);
  expect(
    lines.map(([code, month, paid, change]) => [code, month, Number(paid), shareOf(`${change}`)]),
  ).toEqual([
    ...rows.map(([code, , cents]) => [code, '05/01/2024', Number(cents) / 100, 0.0525]),
    [HOSTILE, '', 0, 0],
  ]);
  expect((sheets.get('About') ?? []).slice(0, 2).map((cells) => cells.slice(0, 2))).toEqual([
    ['Places', ''],
    ['Dataset', 'version 1'],
  ]);
});
