import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { stemOfDownload } from '../../../src/domain/origin.ts';
import { createFetchRig, QUICK, sha256 } from '../../rig/portals/fetch-rig.ts';
import { openPortal } from '../../rig/portals/portal.ts';
import { PLACEHOLDER } from '../faults.ts';
import { openRawServer } from '../raw-server.ts';

const REPORT = 'Authority Code,Net Payment\n2999001,1.00\n';

function fileFeeds(url: string, more: object = {}): object {
  return { tx: [{ name: 'mirror', kind: 'tx/payment-detail', protocol: 'file', url, ...more }] };
}

describe('a file on the web', () => {
  test('is downloaded once for each version, under its own name', async () => {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    const file = { body: Buffer.from(REPORT), type: 'text/csv', etag: '"1"' };
    portal.files.set('Payment Detail.csv', file);
    const feeds = fileFeeds(`${portal.origin}/files/Payment%20Detail.csv?download=1`);
    const first = await rig.fetch(feeds);
    const name = `mirror-payment-detail-${sha256(REPORT).slice(0, 12)}.csv`;
    expect(first.units).toMatchObject([
      {
        unit: 'Payment Detail.csv',
        kind: 'tx/payment-detail',
        status: 'new',
        http_status: 200,
        bytes: REPORT.length,
        file: join(rig.inbox, name),
      },
    ]);
    expect(rig.files()).toEqual({ [name]: REPORT });
    expect((await rig.fetch(feeds)).units).toMatchObject([
      { status: 'unchanged', http_status: 304, file: join(rig.inbox, name) },
    ]);
    portal.files.set('Payment Detail.csv', {
      ...file,
      body: Buffer.from(`${REPORT}2999002,2.00\n`),
      etag: '"2"',
    });
    expect((await rig.fetch(feeds)).units).toMatchObject([{ status: 'new' }]);
    expect(Object.keys(rig.files())).toHaveLength(2);
  });

  test('without versions is compared by its bytes', async () => {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    portal.files.set('a.csv', { body: Buffer.from(REPORT), type: 'text/csv', etag: null });
    const feeds = fileFeeds(`${portal.origin}/files/a.csv`, { kind: null });
    expect((await rig.fetch(feeds)).units).toMatchObject([{ status: 'new', kind: null }]);
    expect((await rig.fetch(feeds)).units).toMatchObject([{ status: 'unchanged', http_status: 200 }]);
  });

  test.each([
    [
      'export',
      Buffer.from('PK\u0003\u0004…'),
      'application/octet-stream',
      /^mirror-export-[0-9a-f]{12}\.xlsx$/,
    ],
    ['export', Buffer.from('[{"a":1}]'), 'application/json', /^mirror-export-[0-9a-f]{12}\.json$/],
    ['export', Buffer.from(REPORT), 'text/plain', /^mirror-export-[0-9a-f]{12}\.csv$/],
    ['Ünïcode.TSV', Buffer.from('a\tb\n'), 'text/plain', /^mirror-[a-z0-9-]*-[0-9a-f]{12}\.tsv$/],
  ])('%s gets the ending of its format', async (name, content, type, expected) => {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    portal.files.set(name, { body: content, type, etag: null });
    const { units } = await rig.fetch(fileFeeds(`${portal.origin}/files/${encodeURIComponent(name)}`));
    const names = Object.keys(rig.files());
    expect(names).toEqual([expect.stringMatching(expected)]);
    // by which an update knows it when another came in its place
    expect(units.map(({ stem }) => stem)).toEqual(names.map(stemOfDownload));
  });

  test.each([
    [
      'a web page',
      '<html><head><title>Oops</title></head>',
      /Not ready: the portal sent a web page instead of data \("Oops"\)/,
    ],
    [
      'a status message',
      PLACEHOLDER,
      /Not ready: the portal sent a status message .*"Up to date download file/,
    ],
    ['nothing', '', /the file is empty/],
  ])('that is %s is not ready', async (_, content, message) => {
    const [rig, portal] = [createFetchRig(), await openPortal()];
    portal.files.set('a.csv', { body: Buffer.from(content), type: 'text/csv', etag: null });
    const [unit] = (await rig.fetch(fileFeeds(`${portal.origin}/files/a.csv`))).units;
    expect(unit).toMatchObject({ status: 'failed', http_status: 200, not_ready: true });
    expect(unit?.message).toMatch(message);
    expect(portal.requests).toHaveLength(1 + QUICK.notReadyRetries);
    expect(rig.files()).toEqual({});
  });
});

describe('a folder of this machine', () => {
  test('gives each report once, and names files that are not reports', async () => {
    const rig = createFetchRig();
    const folder = join(rig.folder, 'drop');
    mkdirSync(join(folder, 'march'), { recursive: true });
    const write = (name: string, content: string) => writeFileSync(join(folder, name), content);
    write('march/Texas.csv', REPORT);
    write('again.csv', REPORT);
    write('notes.pdf', '%PDF');
    write('.hidden.csv', 'x');
    write('~$open.xlsx', 'x');
    write('page.csv', '<!DOCTYPE html>');
    write('~$linked', `${REPORT}\n`);
    symlinkSync(join(folder, '~$linked'), join(folder, 'link.csv'));
    const feeds = fileFeeds('drop');
    const summary = await rig.fetch(feeds);
    const name = `mirror-again-${sha256(REPORT).slice(0, 12)}.csv`;
    expect(summary.outcome).toBe('partial');
    expect(
      summary.units.map(({ unit, status, http_status, url }) => [unit, status, http_status, url]),
    ).toEqual([
      ['again.csv', 'new', null, pathToFileURL(join(folder, 'again.csv')).href],
      ['link.csv', 'new', null, pathToFileURL(join(folder, 'link.csv')).href],
      ['march/Texas.csv', 'unchanged', null, pathToFileURL(join(folder, 'march/Texas.csv')).href],
      ['page.csv', 'failed', null, pathToFileURL(join(folder, 'page.csv')).href],
    ]);
    const linked = `mirror-link-${sha256(`${REPORT}\n`).slice(0, 12)}.csv`;
    expect(rig.files()).toEqual({ [name]: REPORT, [linked]: `${REPORT}\n` });
    expect(JSON.parse(readFileSync(join(rig.inbox, `.${name}.origin.json`), 'utf8'))).toMatchObject({
      url: pathToFileURL(join(folder, 'again.csv')).href,
      status: null,
      etag: null,
      sha256: sha256(REPORT),
    });
    expect((await rig.fetch(feeds)).units.map(({ status }) => status)).toEqual([
      'unchanged',
      'unchanged',
      'unchanged',
      'failed',
    ]);
  });

  test('may contain the inbox, which is skipped', async () => {
    const rig = createFetchRig();
    writeFileSync(join(rig.folder, 'a.csv'), REPORT);
    const feeds = fileFeeds('.');
    const units = async () => (await rig.fetch(feeds)).units.map(({ unit, status }) => [unit, status]);
    // the portal file lies there too, and is JSON: ingest tells that it is no report
    expect(await units()).toEqual([
      ['a.csv', 'new'],
      ['portals.json', 'new'],
    ]);
    expect(await units()).toEqual([
      ['a.csv', 'unchanged'],
      ['portals.json', 'unchanged'],
    ]);
  });

  test('may be a single file, and must exist', async () => {
    const rig = createFetchRig();
    writeFileSync(join(rig.folder, 'a.csv'), REPORT);
    expect((await rig.fetch(fileFeeds(pathToFileURL(join(rig.folder, 'a.csv')).href))).units).toMatchObject([
      { unit: 'a.csv', status: 'new' },
    ]);
    const [unit] = (await rig.fetch(fileFeeds('elsewhere'))).units;
    expect(unit).toMatchObject({ status: 'failed', http_status: null });
    expect(unit?.message).toBe(
      `${join(rig.folder, 'elsewhere')} does not exist. Check the path. Or correct the portal file.`,
    );
  });
});

describe('an answer that may lack its end', () => {
  const whole = `${REPORT}2999002,2.00\n`;
  const untold = (text: string) => `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\n\r\n${text}`;
  const told = (text: string) =>
    `HTTP/1.1 200 OK\r\ncontent-type: text/csv\r\ncontent-length: ${text.length}\r\n\r\n${text}`;

  test.each([
    ['without a length', [untold(REPORT), untold(whole), untold(whole)], whole, 4],
    ['without a length, the same twice', [untold(whole)], whole, 2],
    [
      'that ends at a line end, but earlier than the last one',
      [told(whole), told(REPORT), told(whole)],
      whole,
      4,
    ],
    ['that is shorter than the last one, twice', [told(whole), told(REPORT)], REPORT, 3],
    ['with a length', [told(whole)], whole, 1],
  ])('%s', async (_, answers, expected, asked) => {
    const rig = createFetchRig();
    let at = 0;
    const raw = await openRawServer((socket) =>
      socket.end(answers[Math.min(at++, answers.length - 1)] ?? ''),
    );
    const feeds = fileFeeds(`http://${raw.host}/a.csv`);
    await rig.fetch(feeds);
    if (answers[0] === told(whole) && answers.length > 1) await rig.fetch(feeds);
    expect([raw.asked, Object.values(rig.files()).includes(expected)]).toEqual([asked, true]);
    expect(Object.values(rig.files()).includes(REPORT)).toBe(expected === REPORT);
  });
});
