import { expect, test } from 'vitest';
import type { Day } from '../../../src/domain/month.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement } from '../../rig/reports/small-reports.ts';

/** One line of the format: a name, labels in braces, a number. */
const SAMPLE =
  /^([a-zA-Z_:][\w:]*)(?:\{((?:[a-zA-Z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)*)\})? (-?\d+(?:\.\d+)?)$/;

/** Reads the text format of Prometheus strictly: each metric has its help and its type before its samples. */
function parse(text: string): Map<string, { type: string; samples: Map<string, number> }> {
  expect(text.endsWith('\n')).toBe(true);
  const metrics = new Map<string, { type: string; samples: Map<string, number> }>();
  const lines = text.slice(0, -1).split('\n');
  lines.forEach((line, at) => {
    const [, helped] = /^# HELP (\S+) \S.*$/.exec(line) ?? [];
    if (helped !== undefined) {
      expect(lines[at + 1]).toMatch(new RegExp(`^# TYPE ${helped} (gauge|counter)$`));
      return;
    }
    const [, typed, type = ''] = /^# TYPE (\S+) (gauge|counter)$/.exec(line) ?? [];
    if (typed !== undefined) {
      expect(metrics.has(typed)).toBe(false);
      metrics.set(typed, { type, samples: new Map() });
      return;
    }
    const [, name = '', labels = '', value] = SAMPLE.exec(line) ?? [];
    const metric = metrics.get(name);
    expect(metric, line).toBeDefined();
    expect(metric?.samples.has(labels), line).toBe(false);
    metric?.samples.set(labels, Number(value));
  });
  return metrics;
}

const { service } = serveForAll(
  { 'inbox/may.csv': statement([{ code: '01001', month: '2024-05', net: 100 }]) },
  { schedule: () => ({ today: '2024-06-10' as Day, expectedBy: () => '2024-06-30' as Day }) },
);

test('metrics are counts in the format of Prometheus, and name nobody', async () => {
  await service.get('/healthz');
  await service.get('/nowhere');
  expect((await service.get('/metrics', { authorization: 'Bearer wrong' })).statusCode).toBe(401);
  const { statusCode, headers, body } = await service.get('/metrics');
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/plain; version=0.0.4; charset=utf-8');
  const metrics = parse(body);
  const samplesOf = (name: string) => Object.fromEntries(metrics.get(name)?.samples ?? []);
  expect(samplesOf('allocations_runs')).toEqual({ 'command="ingest",outcome="ok"': 1 });
  // May 1 to June 10
  expect(samplesOf('allocations_newest_month_age_days')).toEqual({ 'state="ca"': 40 });
  expect(samplesOf('allocations_held_reports')).toEqual({ '': 0 });
  expect(samplesOf('allocations_last_run_timestamp_seconds')['']).toBeGreaterThan(1_700_000_000);
  expect(metrics.get('allocations_requests_total')?.type).toBe('counter');
  expect(samplesOf('allocations_requests_total')).toEqual({
    'status="200"': 1,
    'status="401"': 1,
    'status="404"': 1,
  });
  expect(body).not.toMatch(/tests|may\.csv|01001/);
});
