import { describe, expect, test } from 'vitest';
import { readConfig } from '../src/config.ts';

describe('proxies', () => {
  test('are those every program is told of, small letters before capitals', () => {
    expect(readConfig({}).proxies).toEqual({ http: '', https: '', none: '' });
    const capitals = { HTTP_PROXY: 'http://a:1', HTTPS_PROXY: 'http://b:2', NO_PROXY: 'c,.d' };
    expect(readConfig(capitals).proxies).toEqual({ http: 'http://a:1', https: 'http://b:2', none: 'c,.d' });
    const both = { ...capitals, https_proxy: 'https://e:3', no_proxy: '*' };
    expect(readConfig(both).proxies).toEqual({ http: 'http://a:1', https: 'https://e:3', none: '*' });
    // set to nothing is set
    expect(readConfig({ ...capitals, https_proxy: '' }).proxies.https).toBe('');
  });
});
