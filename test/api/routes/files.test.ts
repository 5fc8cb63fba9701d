import { execFileSync } from 'node:child_process';
import { rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { OfferedFile } from '../../../src/api/routes/files.ts';
import { serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { within } from '../../rig/program.ts';
import { HOST, TOKEN } from '../../rig/service.ts';

const BYTES = Buffer.from(Array.from({ length: 1000 }, (_, at) => at % 251));
const URL = '/files/state=ca/allocations.parquet';

let offered: OfferedFile;

const { rig, service } = serveForAll(
  async (rig) => {
    await rig.load({});
    const file = join(rig.folder, 'a.parquet');
    writeFileSync(file, BYTES);
    offered = { version: 'v1', file, bytes: BYTES.length, isPinned: false };
  },
  { findFile: (path) => (path === 'state=ca/allocations.parquet' ? offered : null) },
);

describe('a published file', () => {
  test('has an entity tag, and its version', async () => {
    const { statusCode, headers, rawPayload } = await service.get(URL);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      etag: expect.stringMatching(/^W\/"[\w-]+"$/),
      'dataset-version': 'v1',
      'accept-ranges': 'bytes',
      'content-length': '1000',
      'content-type': 'application/vnd.apache.parquet',
      'access-control-allow-origin': '*',
    });
    expect(rawPayload.equals(BYTES)).toBe(true);
  });

  test('needs a token', async () => {
    expect((await service.app.inject({ url: URL, headers: { host: HOST } })).statusCode).toBe(401);
  });

  test.each([
    ['bytes=0-0', 206, 0, 0],
    ['bytes=10-19', 206, 10, 19],
    ['bytes=990-', 206, 990, 999],
    ['bytes=-8', 206, 992, 999],
    // the whole file
    ['bytes=-5000', 200, 0, 999],
    ['bytes=0-1,5-6', 200, 0, 999],
    ['lines=1-2', 200, 0, 999],
  ])('answers the range %s with %i', async (range, status, start, end) => {
    const { statusCode, headers, rawPayload } = await service.get(URL, { range });
    expect(statusCode).toBe(status);
    expect(rawPayload.equals(BYTES.subarray(start, end + 1))).toBe(true);
    expect(headers['content-range']).toBe(status === 206 ? `bytes ${start}-${end}/1000` : undefined);
    expect(headers['content-length']).toBe(String(end - start + 1));
  });

  test.each(['bytes=1000-', 'bytes=1000-2000', 'bytes=-0', 'bytes=5-2'])(
    'refuses the range %s',
    async (range) => {
      const { statusCode, headers, body } = await service.get(URL, { range });
      expect(JSON.parse(body).message).toContain('The range begins after the end of the file.');
      expect({ statusCode, range: headers['content-range'] }).toEqual({
        statusCode: 416,
        range: 'bytes */1000',
      });
    },
  );

  test('is not sent again to a client that has it, and not in parts of another version', async () => {
    const TAG = String((await service.get(URL)).headers.etag);
    expect((await service.get(URL, { 'if-none-match': `"x", ${TAG}` })).statusCode).toBe(304);
    expect((await service.get(URL, { 'if-none-match': '"x"' })).statusCode).toBe(200);
    const range = 'bytes=0-9';
    expect((await service.get(URL, { range, 'if-range': TAG })).statusCode).toBe(206);
    expect((await service.get(URL, { range, 'if-range': '"x"' })).statusCode).toBe(200);
    expect((await service.get(URL, { range, 'if-match': TAG })).statusCode).toBe(206);
    expect((await service.get(URL, { range, 'if-match': '"x"' })).statusCode).toBe(412);
  });

  test('answers HEAD with its headers alone', async () => {
    const { statusCode, headers, rawPayload } = await service.app.inject({
      method: 'HEAD',
      url: URL,
      headers: { host: HOST, authorization: `Bearer ${TOKEN}` },
    });
    expect({ statusCode, length: headers['content-length'], sent: rawPayload.length }).toEqual({
      statusCode: 200,
      length: '1000',
      sent: 0,
    });
  });

  test('is nothing else on the disk', async () => {
    for (const path of ['', 'x', '../a.parquet', '..%2Fa.parquet', 'state=ca', '/etc/passwd', '%00'])
      expect((await service.get(`/files/${path}`)).statusCode).toBe(404);
    expect((await service.get(`${URL}?limit=1`)).statusCode).toBe(422);
    const put = await service.app.inject({ method: 'PUT', url: URL, headers: { host: HOST } });
    expect(put.statusCode).toBe(405);
  });

  test('that lacks bytes is refused before the first one is sent', async () => {
    truncateSync(offered.file, 500);
    expect((await service.get(URL)).statusCode).toBe(503);
    writeFileSync(offered.file, BYTES);
  });

  test.skipIf(process.platform === 'win32')('that is now a pipe is refused without waiting', async () => {
    rmSync(offered.file);
    execFileSync('mkfifo', [offered.file]);
    expect(await within(service.get(URL), 20_000)).toMatchObject({ statusCode: 503 });
    rmSync(offered.file);
    writeFileSync(offered.file, BYTES);
  });
});

test('a service without published files has no such address', async () => {
  const plain = await serveAnother(rig.database);
  expect((await plain.get(URL)).statusCode).toBe(404);
});
