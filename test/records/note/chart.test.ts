import { expect, test } from 'vitest';
import { chartSvg } from '../../../src/records/note/chart.ts';
import type { ChartMonth } from '../../../src/records/note/content.ts';

/** Thirteen months; a letter says what each has: a payment, none, or none because it is not loaded. */
function monthsOf(letters: string): ChartMonth[] {
  return Array.from(letters, (letter) => ({
    ...{ label: 'Oct 2026', yearAgo: null, value: letter === 'p' || letter === 'e' ? 100_00 : null },
    event: letter === 'e' ? 'Rate 1% → 2%; <own>' : null,
    lacks: letter === 'm' ? 'missing' : letter === 'u' ? 'not loaded' : null,
  }));
}

test('each gap is one band, labeled if there is room', () => {
  const svg = chartSvg(monthsOf('ppuuupppmpppp'));
  const bands = svg.match(/<g><title>.*?<\/g>/g) ?? [];
  expect(bands.map((band) => /<title>(.*)<\/title>/.exec(band)?.[1])).toEqual([
    '3 months not loaded',
    '1 month missing',
  ]);
  // 628 pixels for 13 months: the third begins at 64 + 2 × 48.3
  expect(bands[0]).toContain('<rect x="160.6" width="144.9"');
  expect(bands[0]).toContain('text-anchor="middle">3 months not loaded</text>');
  expect(bands[1]).not.toContain('<text');
});

test('months before the first payment of a place are no gap', () => {
  expect(chartSvg(monthsOf('---pppppppppp'))).not.toContain('<title>');
});

test('a month that something explains has a rule in its middle, with the text', () => {
  const svg = chartSvg(monthsOf('pppppppppppep'));
  const rules = svg.match(/<g><title>[^<]*<\/title><line[^>]*>/g) ?? [];
  expect(rules).toHaveLength(1);
  expect(rules[0]).toContain('Rate 1% → 2%; &lt;own&gt;');
  // 64 + 11.5 × 628 ÷ 13
  expect(rules[0]).toContain('x1="619.5" x2="619.5"');
});
