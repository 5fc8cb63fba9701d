import { readFileSync } from 'node:fs';
import { read, utils } from '@e965/xlsx';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { NORTH_CAROLINA_FIELDS } from '../../src/states/nc/fields.ts';
import { northCarolinaWorkbooks, requireGuideErrors } from '../rig/originals.ts';
import { createPipelineRig } from '../rig/pipeline-rig.ts';

const WORKBOOKS = northCarolinaWorkbooks();

const FIELDS: Readonly<Record<string, string>> = {
  'ARTICLE 39': 'article_39',
  'ARTICLE 40': 'article_40',
  'ARTICLE 42': 'article_42',
  'ARTICLE 43': 'article_43',
  'ARTICLE 44': 'article_44',
  'ART 44 *524': 'article_44_524',
  'ARTICLE 45': 'article_45',
  'ARTICLE 46': 'article_46',
  'CITY HH': 'city_hold_harmless',
  TOTAL: 'net_payment',
};
const SHEETS = ['Collections-Refunds', 'Summary'];
/** The earlier and the later spelling in these workbooks. */
const RENAMED: Readonly<Record<string, string>> = { 'SAINT JAMES': 'ST JAMES', 'SAINT PAULS': 'ST PAULS' };

type Sums = Map<string, number>;

function add(sums: Sums, line: Sums): void {
  for (const [field, cents] of line) sums.set(field, (sums.get(field) ?? 0) + cents);
}

/** Reads a workbook with the spreadsheet library alone: the allocation period, and the sums of each place. */
function readMonth(path: string): { period: string; places: Map<string, Sums> } {
  const { Sheets } = read(readFileSync(path), { type: 'buffer', sheets: SHEETS });
  const cellsOf = (name: string) =>
    utils.sheet_to_json<unknown[]>(Sheets[name] ?? {}, { header: 1, defval: '' });
  const printed = cellsOf('Collections-Refunds')
    .flat()
    .find((cell) => cell !== '');
  const sold = new Date(`1 ${printed} UTC`);
  const period = new Date(Date.UTC(sold.getUTCFullYear(), sold.getUTCMonth() + 2)).toISOString().slice(0, 10);
  const rows = cellsOf('Summary');
  const fieldOf = (cell: unknown) => FIELDS[`${cell}`.toUpperCase().replace(/\s+/g, ' ').trim()];
  const headerAt = rows.findIndex((cells) => cells.some((cell) => fieldOf(cell) === 'article_39'));
  const fields = (rows[headerAt] ?? []).map(fieldOf);
  const firstAt = fields.indexOf('article_39');
  const places = new Map<string, Sums>();
  const whole: Sums = new Map();
  let county: Sums = new Map();
  for (const cells of rows.slice(headerAt + 1)) {
    const text = cells.slice(0, firstAt).join(' ').toUpperCase().replace(/\s+/g, ' ');
    const name = text.replace(/[ *]+$/, '').trim();
    const figures: Sums = new Map(
      fields.flatMap((field, at) => (field ? [[field, Math.round(Number(cells[at]) * 100) + 0]] : [])),
    );
    if (name === '' || [...figures.values()].some(Number.isNaN)) continue;
    const total = [...figures.values()].reduce((sum, cents) => sum + cents, 0);
    expect(total, `${path} ${name}`).toBe(2 * (figures.get('net_payment') ?? 0));
    if (name === 'TOTAL') expect(figures, path).toEqual(county);
    if (name === 'GRAND TOTAL') {
      expect(figures, path).toEqual(whole);
      return { period, places };
    }
    if (name === 'TOTAL') continue;
    const isCounty = name.includes('(');
    if (isCounty) county = new Map();
    const place = isCounty ? `${name.split(' (')[0]} COUNTY` : (RENAMED[name] ?? name);
    const sums = places.get(place) ?? new Map();
    for (const each of [places.set(place, sums).get(place) ?? sums, county, whole]) add(each, figures);
  }
  throw new Error(`${path} has no GRAND TOTAL`);
}

describe.runIf(WORKBOOKS)('the workbooks as published', () => {
  const files = WORKBOOKS ?? [];

  test('load: every figure of every place is the sum of its lines, and every printed total agrees; the guide has the errors of projections', async () => {
    const rig = createPipelineRig();
    const { reports, findings } = await rig.run({ files });
    expect(reports.filter(({ status }) => status !== 'loaded')).toEqual([]);
    expect(findings.error).toBe(0);
    const sqlite = new Database(rig.database, { readonly: true });
    const stored = sqlite
      .prepare<[], Record<string, string | number | null>>(
        'SELECT * FROM nc_allocation JOIN jurisdiction ON jurisdiction.id = jurisdiction_id',
      )
      .all();
    const ofDataset = new Map(stored.map((row) => [`${row.printed_name} ${row.allocation_period}`, row]));
    let datapoints = 0;
    for (const path of files) {
      const { period, places } = readMonth(path);
      for (const [place, sums] of places) {
        const row = ofDataset.get(`${place} ${period}`);
        for (const { name } of NORTH_CAROLINA_FIELDS)
          expect(row?.[name], `${place} ${period} ${name}`).toBe(sums.get(name) ?? null);
        datapoints += 1;
      }
    }
    expect(stored).toHaveLength(datapoints);
    const codes = sqlite.prepare<[], string>('SELECT code FROM finding').pluck().all();
    expect(codes).not.toContain('control-total');
    expect(codes).not.toContain('row-arithmetic');
    const changed = sqlite
      .prepare<[], string>(
        'SELECT method_changes FROM jurisdiction WHERE method_changes IS NOT NULL ORDER BY name',
      )
      .pluck()
      .all();
    // the county and its towns Dobbins Heights, Ellerbe, Hamlet, Hoffman, Norman and Rockingham; other counties in 2016 to 2018
    const richmond = { month: '2020-07', county: 'Richmond', before: 'per capita', now: 'ad valorem' };
    expect(changed.filter((text) => text.includes('"2020-07"'))).toEqual(
      Array.from({ length: 7 }, () => JSON.stringify([richmond])),
    );
    // every name is listed
    expect(codes).not.toContain('unlisted-name');
    expect(codes.filter((code) => code === 'unusual-payment').length * 100).toBeLessThanOrEqual(datapoints);
    sqlite.close();
    requireGuideErrors(rig.folder, 'nc', 'sales');
  });
});
