import { lengthOf, spansOf } from '../../derive/span.ts';
import { escapeXml } from '../../domain/text/printable.ts';
import { plural } from '../../domain/text/wording.ts';
import type { ChartMonth } from './content.ts';

const TICK = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', notation: 'compact' });
const [WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM] = [700, 170, 64, 8, 12, 24];
/** The width of a letter. */
const LETTER = 7;
const DOLLARS = 100;
const STEPS = [1, 2, 2.5, 5, 10];

/** Bars of the months, and a line for the payment of a year before each, as inline SVG with plain colors. */
export function chartSvg(months: readonly ChartMonth[]): string {
  const figures = months.flatMap(({ value, yearAgo }) => [value ?? 0, yearAgo ?? 0]);
  const ticks = ticksOf(Math.min(0, ...figures) / DOLLARS, Math.max(0, ...figures) / DOLLARS);
  const [lowest, highest] = [ticks[0] ?? 0, ticks.at(-1) ?? 1];
  const y = (dollars: number) =>
    TOP + ((highest - dollars) / (highest - lowest || 1)) * (HEIGHT - TOP - BOTTOM);
  const step = (WIDTH - LEFT - RIGHT) / Math.max(1, months.length);
  const grid = ticks.map(
    (tick) =>
      `<line x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${at(y(tick))}" y2="${at(y(tick))}" stroke="${tick === 0 ? '#666' : '#ddd'}"/>` +
      `<text x="${LEFT - 6}" y="${at(y(tick) + 4)}" text-anchor="end">${TICK.format(tick)}</text>`,
  );
  const gaps = spansOf(months.flatMap(({ lacks }, place) => (lacks === null ? [] : [place]))).map((gap) => {
    const [x, width] = [LEFT + gap.first * step, lengthOf(gap) * step];
    const isUnloaded = months.slice(gap.first, gap.last + 1).every(({ lacks }) => lacks === 'not loaded');
    const text = `${plural(lengthOf(gap), 'month')} ${isUnloaded ? 'not loaded' : 'missing'}`;
    const label = `<text x="${at(x + width / 2)}" y="${TOP + 12}" text-anchor="middle">${text}</text>`;
    return (
      `<g><title>${text}</title><rect x="${at(x)}" width="${at(width)}" y="${TOP}" height="${HEIGHT - TOP - BOTTOM}" fill="#eceff2"/>` +
      `${text.length * LETTER < width ? label : ''}</g>`
    );
  });
  const events = months.map(({ event }, place) => {
    const x = at(LEFT + (place + 0.5) * step);
    const line = `<line x1="${x}" x2="${x}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#666" stroke-dasharray="2 3"/>`;
    return event === null ? '' : `<g><title>${escapeXml(event)}</title>${line}</g>`;
  });
  const bars = months.map(({ label, value, yearAgo }, place) => {
    const x = LEFT + place * step;
    const [month = ''] = label.split(' ');
    const name = `<text x="${at(x + step / 2)}" y="${HEIGHT - 8}" text-anchor="middle">${month}</text>`;
    const bar =
      value === null
        ? ''
        : `<rect x="${at(x + step * 0.18)}" width="${at(step * 0.64)}" y="${at(Math.min(y(0), y(value / DOLLARS)))}" height="${at(Math.abs(y(0) - y(value / DOLLARS)))}" fill="#2f6f9f"/>`;
    const line =
      yearAgo === null
        ? ''
        : `<line x1="${at(x + step * 0.08)}" x2="${at(x + step * 0.92)}" y1="${at(y(yearAgo / DOLLARS))}" y2="${at(y(yearAgo / DOLLARS))}" stroke="#c25b12" stroke-width="3"/>`;
    return bar + line + name;
  });
  return `<svg viewBox="0 0 ${WIDTH} ${HEIGHT}" width="100%" role="img" aria-label="Payments of thirteen months, and those of a year before" font-size="12" fill="#333">${gaps.join('')}${grid.join('')}${bars.join('')}${events.join('')}</svg>`;
}

/** Three to six round steps that hold both ends. */
function ticksOf(lowest: number, highest: number): number[] {
  const rough = (highest - lowest || 1) / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * (STEPS.find((one) => one * power >= rough) ?? 10);
  const first = Math.floor(lowest / step);
  const last = Math.max(first + 1, Math.ceil(highest / step));
  return Array.from({ length: last - first + 1 }, (_, place) => (first + place) * step);
}

function at(place: number): string {
  return String(Math.round(place * 10) / 10);
}
