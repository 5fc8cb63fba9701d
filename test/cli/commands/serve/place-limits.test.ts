import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadLookupReports } from '../../../rig/datasets/lookup-reports.ts';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';

// How a site is limited to some places.

const { folder, allocations, refuse } = openProgramFolder();

beforeAll(() => {
  loadLookupReports(folder);
});

const ALAMEDA = ['60001001', '60001990', '60001998'];

/** The ids of the places of a site. */
function siteOf(...limits: string[]): string[] {
  const name = `site${limits.join('')}`;
  expect(allocations('publish', name, '--format', 'site', ...limits).stderr).toBe('');
  const current = readFileSync(join(folder, name, 'current'), 'utf8').trim();
  const manifest = readFileSync(join(folder, name, current, 'manifest.json'), 'utf8');
  const { places, index, shared } = JSON.parse(manifest);
  const ids: number[] = shared
    .filter(({ path }: { path: string }) => path.includes('/places.'))
    .flatMap(({ path }: { path: string }) => {
      const text = readFileSync(join(folder, name, path), 'utf8');
      return JSON.parse(text).places.map((one: { jurisdiction: { id: number } }) => one.jurisdiction.id);
    });
  expect(places ?? ids).toEqual(ids);
  const page = readFileSync(join(folder, name, index.path));
  expect(index.sha256).toBe(createHash('sha256').update(page).digest('hex'));
  return ids.map(String).sort();
}

test('options limit a site to some places', () => {
  expect(siteOf('--only-county', 'alameda county')).toEqual(ALAMEDA);
  expect(siteOf('--jurisdictions', '60001001', 'City of Andrews')).toEqual(['482999001', '60001001'].sort());
  const all = siteOf();
  expect(siteOf('--only-state', 'TX')).toEqual(all.filter((id) => id.startsWith('48')));
});

test('wrong limits are refused', () => {
  expect(refuse('publish', 'site', '--format', 'site', '--only-county', 'Alamedo')).toContain('Alameda');
  expect(refuse('publish', 'site', '--format', 'site', '--jurisdictions', 'Nowhere')).toContain('Nowhere');
  expect(refuse('publish', 'copy.sqlite', '--only-county', 'Alameda')).toContain('--format site');
});

test('a site has own events only if it is asked for, and those of its places only', () => {
  const lines = [
    'from,to,state,code,text',
    '2024-01,2024-02,,,Everywhere',
    '2024-01,2024-01,ca,,In California',
    '2024-01,2024-01,tx,,In Texas',
    '2024-01,2024-01,ca,01001,In one place',
    '2024-01,2024-01,tx,2999001,In another place',
  ];
  mkdirSync(join(folder, 'own'));
  writeFileSync(join(folder, 'own/events.csv'), `${lines.join('\n')}\n`);
  const eventsOf = (...options: string[]): string[] => {
    const given = ['--format', 'site', '--reference', 'own', ...options];
    expect(allocations('publish', 'told', ...given).stderr).toBe('');
    const current = readFileSync(join(folder, 'told/current'), 'utf8').trim();
    const { own } = JSON.parse(readFileSync(join(folder, 'told', current, 'dataset.json'), 'utf8'));
    return own.events.map(({ text }: { text: string }) => text);
  };
  expect(eventsOf()).toEqual([]);
  expect(eventsOf('--events')).toEqual([
    ...['Everywhere', 'In California', 'In Texas', 'In one place', 'In another place'],
  ]);
  expect(eventsOf('--events', '--only-county', 'Alameda')).toEqual([
    ...['Everywhere', 'In California', 'In one place'],
  ]);
  expect(refuse('publish', 'copy.sqlite', '--events')).toContain('--format site');
});
