import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findReportFiles } from '../../../src/files/report-paths.ts';
import { ensureReports } from './full-size-cache.ts';

const MARKER = '.full-size.json';

let scratch: string;

beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'full-size-cache-'));
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('ensureReports', () => {
  const size = { californiaJurisdictions: 3, californiaMonths: 3, texasAuthorities: 4, texasMonths: 3 };

  test('writes once, and again after an interruption or for another size', async () => {
    const cache = join(scratch, 'cache');
    const first = await ensureReports(cache, size);
    const [path = ''] = await findReportFiles([cache]);
    const whole = readFileSync(path);
    writeFileSync(path, 'left as it is');
    expect(await ensureReports(cache, { ...size, format: 'csv' })).toEqual(first);
    expect(readFileSync(path, 'utf8')).toBe('left as it is');

    for (const unfinished of ['', '{"version":1', '{"written":null}']) {
      writeFileSync(path, 'left as it is');
      writeFileSync(join(cache, MARKER), unfinished);
      expect(await ensureReports(cache, size)).toEqual(first);
      expect(readFileSync(path).equals(whole)).toBe(true);
    }

    const smaller = await ensureReports(cache, { ...size, californiaMonths: 2 });
    expect(await findReportFiles([cache])).toHaveLength(smaller.files);
    expect(smaller.files).toBeLessThan(first.files);
  });

  test('does not touch a folder without its marker', async () => {
    const archive = join(scratch, 'archive');
    mkdirSync(join(archive, 'ca'), { recursive: true });
    writeFileSync(join(archive, 'ca', 'report.csv'), 'mine');
    await expect(ensureReports(archive, size)).rejects.toThrow('holds ca');
    expect(readFileSync(join(archive, 'ca', 'report.csv'), 'utf8')).toBe('mine');
  });

  test('starts with a marker that says nothing is written', async () => {
    const cache = join(scratch, 'begun');
    await expect(ensureReports(cache, { ...size, texasMonths: 443 })).rejects.toThrow(RangeError);
    expect(JSON.parse(readFileSync(join(cache, MARKER), 'utf8'))).toEqual({ written: null });
    await ensureReports(cache, size);
    expect(JSON.parse(readFileSync(join(cache, MARKER), 'utf8'))).toMatchObject({ size });
  });
});
