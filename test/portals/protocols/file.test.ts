import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stemOfDownload } from '../../../src/domain/origin.ts';
import { hashOf } from '../../rig/hash.ts';
import { openRawServer, says } from '../../rig/portals/faults.ts';
import { createFetchRig } from '../../rig/portals/fetch-rig.ts';
import { openPortal } from '../../rig/portals/portal.ts';

const REPORT = 'Authority Code,Net Payment\n2999001,1.00\n';
const LONGER = `${REPORT}2999002,2.00\n`;

function fileFeeds(url: string): object {
  return { tx: [{ name: 'mirror', kind: 'tx/payment-detail', protocol: 'file', url }] };
}

async function openFile(name: string, body: string, etag: string | null, type = 'text/csv') {
  const [rig, portal] = [createFetchRig(), await openPortal()];
  const publish = (text: string, version: string | null) =>
    portal.files.set(name, { body: Buffer.from(text), type, etag: version });
  publish(body, etag);
  const feeds = fileFeeds(`${portal.origin}/files/${encodeURIComponent(name)}?download=1`);
  return { rig, publish, fetch: async () => (await rig.fetch(feeds)).units };
}

describe('a file on the web', () => {
  test('is downloaded once for each version, under its own name', async () => {
    const { rig, publish, fetch } = await openFile('Payment Detail.csv', REPORT, '"1"');
    const name = `mirror-payment-detail-${hashOf(REPORT).slice(0, 12)}.csv`;
    const file = join(rig.inbox, name);
    expect(await fetch()).toMatchObject([
      { unit: 'Payment Detail.csv', status: 'new', http_status: 200, bytes: REPORT.length, file },
    ]);
    expect(rig.files()).toEqual({ [name]: REPORT });
    expect(await fetch()).toMatchObject([{ status: 'unchanged', http_status: 304, file }]);
    publish(LONGER, '"2"');
    expect(await fetch()).toMatchObject([{ status: 'new' }]);
    expect(Object.keys(rig.files())).toHaveLength(2);
  });

  test('without versions is compared by its bytes', async () => {
    const { fetch } = await openFile('a.csv', REPORT, null);
    expect(await fetch()).toMatchObject([{ status: 'new' }]);
    expect(await fetch()).toMatchObject([{ status: 'unchanged', http_status: 200 }]);
  });

  test.each([
    ['export', 'PK\u0003\u0004…', 'application/octet-stream', /^mirror-export-[0-9a-f]{12}\.xlsx$/],
    [
      'export',
      '<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
      'application/vnd.ms-excel',
      /^mirror-export-[0-9a-f]{12}\.xml$/,
    ],
    ['Fiscal Year.XLS', 'a,b\n', 'application/vnd.ms-excel', /^mirror-fiscal-year-[0-9a-f]{12}\.xls$/],
    ['export', '[{"a":1}]', 'application/json', /^mirror-export-[0-9a-f]{12}\.json$/],
    ['export', REPORT, 'text/plain', /^mirror-export-[0-9a-f]{12}\.csv$/],
    ['Ünïcode.TSV', 'a\tb\n', 'text/plain', /^mirror-[a-z0-9-]*-[0-9a-f]{12}\.tsv$/],
  ])('%s gets the ending of its format', async (name, content, type, expected) => {
    const { rig, fetch } = await openFile(name, content, null, type);
    const [unit] = await fetch();
    const names = Object.keys(rig.files());
    expect(names).toEqual([expect.stringMatching(expected)]);
    // by which an update knows it when another came in its place
    expect(names.map(stemOfDownload)).toEqual([unit?.stem]);
  });
});

describe('a folder of this machine', () => {
  test('gives its reports, and names files that are not reports', async () => {
    const rig = createFetchRig();
    const folder = join(rig.folder, 'drop');
    mkdirSync(join(folder, 'march'), { recursive: true });
    const files = {
      'march/Texas.csv': LONGER,
      'again.csv': REPORT,
      'notes.pdf': '%PDF',
      '.hidden.csv': 'x',
      '~$open.xlsx': 'x',
      'page.csv': '<!DOCTYPE html>',
      '~$linked': `${REPORT}\n`,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
    symlinkSync(join(folder, '~$linked'), join(folder, 'link.csv'));
    symlinkSync(join(folder, 'nowhere'), join(folder, 'lost.csv'));
    const fetch = async () => (await rig.fetch(fileFeeds('drop'))).units;
    const units = await fetch();
    const addressOf = (name: string) => pathToFileURL(join(folder, name)).href;
    const found = ['again.csv', 'link.csv', 'lost.csv', 'march/Texas.csv', 'page.csv'];
    expect(units.map(({ unit, url, http_status }) => [unit, url, http_status])).toEqual(
      found.map((name) => [name, addressOf(name), null]),
    );
    expect(units.map(({ status }) => status)).toEqual(['new', 'new', 'failed', 'new', 'failed']);
    const nameOf = (stem: string, text: string) => `mirror-${stem}-${hashOf(text).slice(0, 12)}.csv`;
    const name = nameOf('again', REPORT);
    expect(rig.files()).toEqual({
      [name]: REPORT,
      [nameOf('link', `${REPORT}\n`)]: `${REPORT}\n`,
      [nameOf('march-texas', LONGER)]: LONGER,
    });
    expect(JSON.parse(readFileSync(join(rig.inbox, `.${name}.origin.json`), 'utf8'))).toMatchObject({
      ...{ url: addressOf('again.csv'), status: null, etag: null, sha256: hashOf(REPORT) },
    });
    expect((await fetch()).map(({ status }) => status)).toEqual([
      ...['unchanged', 'unchanged', 'failed', 'unchanged', 'failed'],
    ]);
  });

  test('may contain the inbox, which is skipped', async () => {
    const rig = createFetchRig();
    writeFileSync(join(rig.folder, 'a.csv'), REPORT);
    const units = async () =>
      (await rig.fetch(fileFeeds('.'))).units.map(({ unit, status }) => [unit, status]);
    // the portal file is there too, and is JSON: ingest says that it is no report
    for (const status of ['new', 'unchanged'])
      expect(await units()).toEqual([
        ['a.csv', status],
        ['portals.json', status],
      ]);
  });

  test('may be a single file, and must exist', async () => {
    const rig = createFetchRig();
    writeFileSync(join(rig.folder, 'a.csv'), REPORT);
    const feeds = fileFeeds(pathToFileURL(join(rig.folder, 'a.csv')).href);
    expect((await rig.fetch(feeds)).units).toMatchObject([{ unit: 'a.csv', status: 'new' }]);
    const message = `${join(rig.folder, 'elsewhere')} does not exist. Check the path. Or correct the portal file.`;
    expect((await rig.fetch(fileFeeds('elsewhere'))).units).toMatchObject([
      { status: 'failed', http_status: null, message },
    ]);
  });
});

describe('an answer that may lack its end', () => {
  const unbounded = (text: string) => says(`HTTP/1.1 200 OK\r\n\r\n${text}`);
  const bounded = (text: string) => says(`HTTP/1.1 200 OK\r\ncontent-length: ${text.length}\r\n\r\n${text}`);

  test.each([
    ['without a length', 1, [unbounded(REPORT), unbounded(LONGER), unbounded(LONGER)], LONGER, 4],
    ['that is shorter than the last one', 2, [bounded(LONGER), bounded(REPORT), bounded(LONGER)], LONGER, 4],
    ['that is shorter than the last one, twice', 2, [bounded(LONGER), bounded(REPORT)], REPORT, 3],
    ['with a length', 1, [bounded(LONGER)], LONGER, 1],
  ])('%s', async (_, fetches, answers, expected, asked) => {
    const rig = createFetchRig();
    const raw = await openRawServer((socket) => answers[Math.min(raw.asked, answers.length) - 1]?.(socket));
    for (let at = 0; at < fetches; at += 1) await rig.fetch(fileFeeds(`http://${raw.host}/a.csv`));
    expect(raw.asked).toBe(asked);
    expect(Object.values(rig.files()).includes(expected)).toBe(true);
    expect(Object.values(rig.files()).includes(REPORT)).toBe(expected === REPORT);
  });
});
