import { expect, onTestFinished, test } from 'vitest';
import { keptByKey } from '../../../src/domain/reading/once.ts';
import { offices } from '../../records/invented-record.ts';
import { serveForAll } from '../../rig/datasets/served.ts';
import { FEW_REPORTS } from '../../rig/few-reports.ts';
import { startService } from '../../rig/service.ts';

const { rig } = serveForAll(FEW_REPORTS);
const PARTS = 5;
const PART_MS = 60;

test.each(['json', 'csv', 'ndjson'])('a long list in %s leaves time for other requests', async (format) => {
  let made = 0;
  const answeredAfter: number[] = [];
  const part = keptByKey(
    (at: number) => {
      const end = performance.now() + PART_MS;
      while (performance.now() < end);
      made += 1;
      if (at === 0) void service.get('/readyz').then(() => answeredAfter.push(made));
    },
    String,
    () => 10,
  );
  const find: typeof offices.find = (...asked) => {
    for (let at = 0; at < PARTS; at += 1) part(at);
    return offices.find(...asked);
  };
  const service = await startService(rig.database, { records: [{ ...offices, find }] });
  onTestFinished(service.close);
  const { statusCode, body } = await service.get(
    `/api/offices${format === 'json' ? '' : `?format=${format}`}`,
  );
  expect([statusCode, body]).toEqual([200, expect.stringContaining('Cedar')]);
  expect(made).toBe(PARTS);
  expect(answeredAfter).toEqual([expect.any(Number)]);
  expect(answeredAfter[0]).toBeLessThan(PARTS);
});
