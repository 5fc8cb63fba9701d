import { describe, expect, test } from 'vitest';
import { isPath, readConfig, requireProxies } from '../src/config.ts';
import { OperatorError, USAGE } from '../src/domain/operator-error.ts';

describe('proxies', () => {
  test('come from the usual variables, lowercase before uppercase', () => {
    expect(readConfig({}).proxies).toEqual({ http: '', https: '', none: '' });
    const capitals = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2', NO_PROXY: 'c,.d' };
    expect(readConfig(capitals).proxies).toEqual({ http: 'http://a:1', https: 'http://b:2', none: 'c,.d' });
    const both = { ...capitals, https_proxy: 'https://e:3', no_proxy: '*' };
    expect(readConfig(both).proxies).toEqual({ http: 'http://a:1', https: 'https://e:3', none: '*' });
    // set to nothing is set
    expect(readConfig({ ...capitals, https_proxy: '' }).proxies.https).toBe('');
    expect(readConfig({ https_proxy: 'proxy.example:3128' }).proxies.https).toBe('http://proxy.example:3128');
  });

  test('are checked before use', () => {
    const proxies = (https: string) => readConfig({ https_proxy: https }).proxies;
    for (const good of ['', 'http://a:1', 'https://a', 'proxy.example:3128', 'user:pass@proxy'])
      expect(() => requireProxies(proxies(good))).not.toThrow();
    for (const wrong of ['socks5://a:1', 'socks5://user:pass@proxy', 'http://', '://a']) {
      expect(() => requireProxies(proxies(wrong))).not.toThrow(/pass/);
      expect(() => requireProxies(proxies(wrong))).toThrow(
        'HTTPS_PROXY (or https_proxy) must be the address of a proxy, such as http://proxy.example:3128',
      );
    }
  });
});

describe('numbers', () => {
  test.each(['', ' ', '0x50', '1e3', '80.5', '-1', '65536', 'http'])('%j is not a port', (port) => {
    expect(() => readConfig({ ALLOCATIONS_PORT: port })).toThrow(
      'ALLOCATIONS_PORT must be a whole number from 0 to 65535',
    );
  });

  test('are read as written', () => {
    expect(readConfig({ ALLOCATIONS_PORT: '0' }).port).toBe(0);
    expect(readConfig({ ALLOCATIONS_PORT: '65535', ALLOCATIONS_RATE_LIMIT: '007' })).toMatchObject({
      port: 65_535,
      rateLimit: 7,
    });
    expect(readConfig({})).toMatchObject({ port: 8080, rateLimit: 600, keepRuns: 400 });
  });
});

describe('an empty setting', () => {
  test('counts as unset if it has no default', () => {
    const names = ['TOKENS', 'LAYOUTS', 'SOCRATA_TOKEN', 'NOTIFY_COMMAND', 'TRUST_PROXY', 'BASE_PATH'];
    const nothing = Object.fromEntries(names.map((name) => [`ALLOCATIONS_${name}`, '']));
    expect(readConfig(nothing)).toEqual(readConfig({}));
    expect(readConfig({})).toMatchObject({ tokens: undefined, socrataToken: null, trustProxy: undefined });
    // a blank is something
    expect(() => readConfig({ ALLOCATIONS_SOCRATA_TOKEN: ' ' })).toThrow('must be a token without blanks');
    expect(readConfig({ ALLOCATIONS_SOCRATA_TOKEN: 'a' }).socrataToken).toBe('a');
  });

  test.each([
    ['HOST', 'must be an address'],
    ['PORT', 'must be a whole number from 0 to 65535'],
    ['DB', 'must be a path'],
    ['INBOX', 'must be a path'],
    ['CONCURRENCY', 'must be a whole number from 1 to 64'],
    ['LOG_LEVEL', 'must be one of trace, debug, info, warn, error, fatal, silent'],
  ])('ALLOCATIONS_%s is refused because it has a default', (name, expected) => {
    expect(() => readConfig({ [`ALLOCATIONS_${name}`]: '' })).toThrow(
      new OperatorError(`ALLOCATIONS_${name} ${expected}, not empty. Remove it to use the default.`, USAGE),
    );
  });
});

describe('a path', () => {
  test.each([
    ...['data/allocations.sqlite', 'C:\\Users\\me@example\\a.sqlite', 'C:/data', 'my folder/report: May.csv'],
    ...['./host=a', 'state=tx/year=2026', 'users=all', 'me@example.csv', 'https', 'postgres'],
  ])('can be %j', (text) => expect(isPath(text)).toBe(true));

  test.each([
    ...[
      '',
      ' ',
      ':memory:',
      'postgres://u:pw@h/db',
      ' postgres://h',
      '"postgresql://h"',
      'postgres:/h',
      'postgres//h',
    ],
    ...[
      'https://h/a.csv',
      'jdbc:postgresql://h/db',
      'u:pw@h/db',
      'host=a',
      'sslmode=require password=c',
      'PGPASSWORD=c',
    ],
  ])('cannot be %j', (text) => {
    expect(isPath(text)).toBe(false);
    if (text !== '')
      expect(() => readConfig({ ALLOCATIONS_DB: text })).toThrow(/^ALLOCATIONS_DB must be a path\.$/);
  });

  test.each(['t/mine.sqlite\r', 't/mine.sqlite ', ' t/mine.sqlite', 'a\tb', '"data"', "'data'", 'data"'])(
    'of a setting is refused if it is %j',
    (text) => {
      const names = ['DB', 'TOKENS', 'ARCHIVE', 'QUARANTINE', 'LAYOUTS', 'REFERENCE', 'INBOX', 'PORTALS'];
      for (const name of names.map((last) => `ALLOCATIONS_${last}`))
        expect(() => readConfig({ [name]: text })).toThrow(
          new OperatorError(
            `${name} must be a path without control characters, and without blanks or quotation marks at its ends.`,
            USAGE,
          ),
        );
    },
  );

  test.each(["O'Brien/a.sqlite", 'my folder/a b.sqlite', '資料/a.sqlite'])(
    'of a setting can be %j',
    (text) => {
      expect(readConfig({ ALLOCATIONS_DB: text }).database).toBe(text);
    },
  );
});
