import { expect, test } from 'vitest';
import type { Day } from '../../../src/domain/month.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { statement } from '../../rig/reports/small-reports.ts';

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
  const lines = body.split('\n').filter((line) => line !== '');
  // each metric has its help and its type before its samples
  for (const [at, line] of lines.entries()) {
    const [, named] = /^# HELP (\S+) \S.*$/.exec(line) ?? [];
    if (named) expect(lines[at + 1]).toMatch(new RegExp(`^# TYPE ${named} (gauge|counter)$`));
    else expect(line).toMatch(/^# TYPE \w+ (gauge|counter)$|^\w+(\{(\w+="[^"\\]*",?)+\})? \d+(\.\d+)?$/);
  }
  const samples = lines.filter((line) => !line.startsWith('#'));
  expect(new Set(samples).size).toBe(samples.length);
  expect(samples).toEqual(
    expect.arrayContaining([
      'allocations_runs{command="ingest",outcome="ok"} 1',
      // May 1 to June 10
      'allocations_newest_month_age_days{state="ca"} 40',
      expect.stringMatching(/^allocations_last_run_timestamp_seconds 1[789]\d{8}/),
      ...[200, 401, 404].map((status) => `allocations_requests_total{status="${status}"} 1`),
    ]),
  );
  expect(body).toContain('# TYPE allocations_requests_total counter');
  expect(body).not.toMatch(/tests|may\.csv|01001/);
});
