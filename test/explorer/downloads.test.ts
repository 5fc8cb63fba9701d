import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import type { AnalysisPage } from '../../src/client/generated/types.gen.ts';
import { explore } from './rig/explore.ts';
import { ALDER_CREEK } from './rig/views.ts';

const { visit, json } = explore();
const PATH = `/jurisdictions/${ALDER_CREEK}`;

/** The file that a button saves. */
async function download(page: Page, button: RegExp) {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).click(),
  ]);
  return { name: saved.suggestedFilename(), bytes: readFileSync(await saved.path()) };
}

describe('what a view saves', () => {
  test('the table has every month and comparison, with the figures of the service', async () => {
    const { page } = await visit(PATH);
    const { data }: AnalysisPage = await json(`/api${PATH}/analysis`);
    const { name, bytes } = await download(page, new RegExp(`CSV \\(${data.length} rows\\)`));
    expect(name).toBe('alder-creek-net-payment.csv');
    const [head = [], ...lines] = bytes
      .toString('utf8')
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    const told = lines.map((line) => Object.fromEntries(head.map((column, at) => [column, line[at]])));
    const expected = data.map((record) =>
      Object.fromEntries(
        Object.entries(record).map(([column, value]) => [column, value === null ? '' : String(value)]),
      ),
    );
    expect(told).toEqual(expected);
  });

  test('the chart as SVG has its title, its points and no style sheet', async () => {
    const { page } = await visit(PATH, { scheme: 'dark' });
    const points = await page.locator('.plot .point').count();
    const { name, bytes } = await download(page, /as SVG/);
    expect(name).toBe('alder-creek-net-payment-payments.svg');
    const svg = bytes.toString('utf8');
    expect(svg).toContain('<title>Alder Creek: net payment by month');
    expect(svg.match(/data-value=/g)?.length).toBe(points);
    expect(svg).not.toMatch(/class=|var\(--|<style/);
    // light colors, also for a reader of dark pages
    expect(svg).toContain('fill="rgb(255, 255, 255)"');
    // lines and points keep the two colors of their series
    const colorsOf = (mark: RegExp) => new Set([...svg.matchAll(mark)].map(([, color]) => color));
    const lines = colorsOf(/<path[^>]* stroke="(rgb[^"]+)"/g);
    expect(lines.size).toBe(2);
    expect(colorsOf(/<circle[^>]* fill="(rgb[^"]+)"/g)).toEqual(lines);
    expect(lines).not.toContain('rgb(0, 0, 0)');
    expect(svg).toMatch(/<line[^>]* stroke="rgb/);
  });

  test('the chart as PNG is a picture of two pixels for each point', async () => {
    const { page } = await visit(PATH);
    const { name, bytes } = await download(page, /^PNG$/);
    expect(name).toBe('alder-creek-net-payment-payments.png');
    expect(bytes.subarray(1, 4).toString()).toBe('PNG');
    // width and height stand in the first chunk
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([2000, 1140]);
  });
});
