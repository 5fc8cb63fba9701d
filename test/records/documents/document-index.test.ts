import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documentFile, indexDocuments } from '../../../src/records/documents/document-index.ts';

const STAMPS = new Map([
  ['findings', '0a1b2c3d'],
  ['tx/places', '00000001'],
  ['tx/block-1', '00000001'],
  ['tx/block-0', '0a1b2c3d'],
  ['tx/rows-0', '0a1b2c3d'],
]);

test('an index says which publication changed each document last', () => {
  expect(indexDocuments(STAMPS)).toEqual({
    publications: ['0a1b2c3d', '00000001'],
    documents: { findings: 0, 'tx/places': 1, 'tx/block': [0, 1], 'tx/rows': [0] },
  });
});

test('the file of a document is found in it, also after it was a text', () => {
  const index = JSON.parse(JSON.stringify(indexDocuments(STAMPS)));
  for (const [name, stamp] of STAMPS) expect(documentFile(index, name)).toBe(`${name}.${stamp}.json`);
  for (const name of ['tx/block-2', 'tx/block', 'tx/places-0', 'findings-1', 'other'])
    expect([name, documentFile(index, name)]).toEqual([name, null]);
});

test('an index of 3,000 documents of 40 publications is small', () => {
  const stampOf = (at: number) => (0x1000_0000 + ((at * 2_654_435_761) % 40) * 0x123_4567).toString(16);
  const stamps = new Map(
    Array.from({ length: 3000 }, (_, at) => {
      // most documents of a state change with its newest month, and few have not changed for years
      const name = `${at < 1500 ? 'tx/block' : 'tx/rows'}-${at % 1500}`;
      return [name, at % 10 === 0 ? stampOf(at) : '89abcdef'];
    }),
  );
  expect(gzipSync(JSON.stringify(indexDocuments(stamps))).length).toBeLessThan(1200);
});
