import { expect, test } from 'vitest';
import { lastDayOf } from '../../../../src/domain/calendar-day.ts';
import { addMonths, firstDay, formatMonth, type Month } from '../../../../src/domain/month.ts';
import { body, type Fault } from '../../../rig/portals/portal.ts';
import { texasRows } from '../../../rig/portals/portal-texas.ts';
import { createUpdateRig } from '../../../rig/portals/update-rig.ts';

// A portal that sends something else than the next report, before and after the day of the state's calendar.

const KIND = 'tx/payment-detail';
const REFERENCE = ['--reference', 'reference'];

/** Updates a dataset without the portal's last month. The calendar expects that one on a day long ago, or in months. */
async function updateFrom(fault: Fault, when: 'due' | 'later') {
  const rig = await createUpdateRig();
  const last = rig.months.at(-1) as Month;
  const [longAgo, inMonths] = [firstDay(last), lastDayOf(addMonths(last, 3))];
  const days = [
    [last, when === 'due' ? longAgo : inMonths],
    [addMonths(last, 1), lastDayOf(addMonths(last, 4))],
  ];
  const lines = days.map(([month, day]) => `tx,${KIND},${month},${day},test`);
  const header = 'state,kind,allocation_month,payment_date,source';
  rig.write('reference/schedule.csv', [header, ...lines, ''].join('\n'));
  rig.publish(texasRows(rig.months.slice(0, -1)));
  expect((await rig.update(...REFERENCE)).status).toBe(0);
  rig.portal.inject(fault, 1000);
  return { month: formatMonth(last), ...(await rig.update(...REFERENCE)) };
}

test.each([
  ['a sign-in page', body('<!doctype html><html><title>Sign in</title></html>'), '<title>Sign in</title>'],
  ['an empty file', body(''), 'sent nothing instead of data'],
])('%s is an error after the day on which the month is expected, and not before', async (_, fault, what) => {
  const early = await updateFrom(fault, 'later');
  expect(early).toMatchObject({
    status: 0,
    stdout: expect.stringMatching(/^update: nothing new; not ready yet: /),
  });
  expect(early.stdout).not.toContain('not loaded yet');
  const { month, status, stdout } = await updateFrom(fault, 'due');
  const [first = '', ...lines] = stdout.split('\n');
  expect({ status, first }).toMatchObject({
    status: 1,
    first: expect.stringContaining('attention: not downloaded: "Local Allocation Payment Detail" of Texas'),
  });
  expect(first).toContain(`not loaded yet: Texas ${month}`);
  expect(first).not.toContain('not ready yet');
  const detail = lines.find((line) => line.startsWith('  fetch: ')) ?? '';
  expect(detail).toContain(what);
  expect(detail).toContain('Look at the portal: it may ask to sign in, or the report has another address');
});
