import { afterAll, describe, expect, test } from 'vitest';
import { openTokens } from '../../../src/store/tokens/tokens.ts';
import { serveAnother, serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS } from '../../rig/few-reports.ts';
import { CA, JURISDICTIONS, TX, TX_HEADED } from '../../rig/service.ts';

const DATA = [CA, TX, TX_HEADED, JURISDICTIONS, `${JURISDICTIONS}/${CALIFORNIAN_IDS[0]}`];
const OPEN = ['/healthz', '/readyz', '/openapi.json', '/docs'];

let clock = new Date('2026-11-20T09:30:00.000Z');
const tokens = openTokens(':memory:', { now: () => clock });
const mine = tokens.create('mine', null);
afterAll(() => tokens.close());

const { rig, service } = serveForAll(FEW_REPORTS, {
  verifyToken: (text) => tokens.verify(text),
  explainToken: (text) => {
    const state = tokens.stateOf(text);
    return state === 'active' ? null : state;
  },
});

/** Asks with these headers and nothing else. */
const ask = (url: string, headers: Record<string, string>) => service.app.inject({ url, headers });

describe('a data route', () => {
  test.each(DATA)('%s answers with a valid token, in any spelling of the scheme', async (url) => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  '])
      expect((await ask(url, { authorization: `${scheme} ${mine}` })).statusCode).toBe(200);
  });

  test.each(DATA)('%s gives everyone else the same 401', async (url) => {
    const refused: Record<string, string>[] = [
      {},
      { authorization: '' },
      { authorization: mine },
      { authorization: 'Bearer' },
      { authorization: 'Bearer ' },
      { authorization: `Bearer ${mine}x` },
      { authorization: `Bearer ${mine} ${mine}` },
      { authorization: `Bearer ${mine}, Bearer ${mine}` },
      { authorization: `Bearer "${mine}"` },
      { authorization: `Bearer${mine}` },
      { authorization: `Token ${mine}` },
      { authorization: `Basic ${Buffer.from(`me:${mine}`).toString('base64')}` },
      { authorization: `Bearer ${mine.slice(0, -1)}${mine.endsWith('A') ? 'B' : 'A'}` },
      { authorization: `Bearer ${'x'.repeat(5000)}` },
      { cookie: `token=${mine}` },
      { 'x-api-key': mine },
    ];
    const answers = await Promise.all(refused.map((headers) => ask(url, headers)));
    const [first] = answers;
    expect(JSON.parse(first?.body ?? '')).toEqual({ message: expect.any(String), errors: {} });
    for (const [at, { statusCode, headers, body }] of answers.entries()) {
      const asked = refused[at];
      expect({ asked, statusCode, body }).toEqual({ asked, statusCode: 401, body: first?.body });
      expect(headers).toMatchObject({ 'www-authenticate': 'Bearer', 'cache-control': 'no-store' });
    }
  });

  test.each(DATA)('%s tells only the holder of a former token why it is refused', async (url) => {
    clock = new Date('2026-11-20T09:30:00.000Z');
    const soon = tokens.create(`brief ${url}`, new Date('2026-11-20T10:00:00.000Z'));
    const gone = tokens.create(`former ${url}`, null);
    tokens.revoke(`former ${url}`);
    clock = new Date('2026-11-20T10:00:00.000Z');
    const messageFor = async (token: string) => {
      const { statusCode, headers, body } = await ask(url, { authorization: `Bearer ${token}` });
      expect(statusCode).toBe(401);
      return `${JSON.parse(body).message} ${headers['www-authenticate']}`;
    };
    expect(await messageFor(soon)).toMatch(/has expired.* Bearer error="invalid_token"$/);
    expect(await messageFor(gone)).toMatch(/was revoked.* Bearer error="invalid_token"$/);
    const wrong = [soon, gone].map((token) => `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`);
    for (const token of wrong) expect(await messageFor(token)).toMatch(/is missing.* Bearer$/);
  });

  test('a token in the address is ignored', async () => {
    for (const url of DATA) {
      for (const name of ['token', 'access_token', 'api_key'])
        expect((await ask(`${url}?${name}=${mine}`, {})).statusCode).toBe(401);
    }
  });

  test('without a token, the answer reveals nothing about query, dataset or cache', async () => {
    const { headers } = await ask(CA, { authorization: `Bearer ${mine}` });
    for (const url of [`${CA}?limit=0`, `${CA}?foo=1`, `${JURISDICTIONS}/1`, `${JURISDICTIONS}/abc`])
      expect((await ask(url, {})).statusCode).toBe(401);
    const unchanged = await ask(CA, { 'if-none-match': String(headers.etag) });
    expect(unchanged.statusCode).toBe(401);
    expect(unchanged.headers).not.toHaveProperty('etag');
    expect(unchanged.headers).not.toHaveProperty('dataset-version');
  });
});

test.each(OPEN)('%s needs no token', async (url) => {
  expect((await ask(url, {})).statusCode).toBe(200);
});

test('a service without tokens serves everybody', async () => {
  const { app } = await serveAnother(rig.database, { verifyToken: null });
  for (const url of DATA)
    expect((await app.inject({ url, headers: { authorization: 'Bearer nonsense' } })).statusCode).toBe(200);
});
