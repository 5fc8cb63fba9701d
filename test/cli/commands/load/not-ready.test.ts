import { expect, test } from 'vitest';
import { lastDayOf } from '../../../../src/domain/calendar-day.ts';
import { addMonths, firstDay, formatMonth, type Month } from '../../../../src/domain/month.ts';
import { body } from '../../../rig/portals/faults.ts';
import { texasRows } from '../../../rig/portals/portal-texas.ts';
import { createUpdateRig, type UpdateRig } from '../../../rig/portals/update-rig.ts';

// A portal that sends something else than the next report, before and after the day of the state's calendar.

const KIND = 'tx/payment-detail';
const SIGN_IN = body('<!doctype html><html><title>Sign in</title></html>');
const REFERENCE = ['--reference', 'reference'];

/** A dataset without the portal's last month. The calendar expects that one on a day long ago, or in months. */
async function openRig(when: 'due' | 'later'): Promise<UpdateRig> {
  const rig = await createUpdateRig();
  const last = rig.months.at(-1) as Month;
  const [longAgo, inMonths] = [firstDay(last), lastDayOf(addMonths(last, 3))];
  const days = [
    [last, when === 'due' ? longAgo : inMonths],
    [addMonths(last, 1), lastDayOf(addMonths(last, 4))],
  ];
  const lines = days.map(([month, day]) => `tx,${KIND},${month},${day},test`);
  rig.write(
    'reference/schedule.csv',
    ['state,kind,allocation_month,payment_date,source', ...lines, ''].join('\n'),
  );
  rig.publish(texasRows(rig.months.slice(0, -1)));
  return rig;
}

/** Updates a dataset whose portal asks to sign in. */
async function updateSignedOut(rig: UpdateRig) {
  expect((await rig.update(...REFERENCE)).status).toBe(0);
  rig.portal.inject(SIGN_IN, 1000);
  return await rig.update(...REFERENCE);
}

/** Updates a dataset whose portal gives an empty file in place of a report. */
async function updateFromEmptyFile(rig: UpdateRig) {
  expect((await rig.update(...REFERENCE)).status).toBe(0);
  rig.portal.files.set('texas.csv', { body: Buffer.alloc(0), type: 'text/csv', etag: null });
  const feed = { name: 'tx-file', kind: KIND, protocol: 'file', url: `${rig.portal.origin}/files/texas.csv` };
  rig.write('portals.json', JSON.stringify({ tx: [feed] }));
  return await rig.update(...REFERENCE);
}

test('a sign-in page or an empty file is an error after the day on which the month is expected, and not before', async () => {
  const rigs = [
    await openRig('due'),
    await openRig('later'),
    await openRig('due'),
    await openRig('later'),
  ] as const;
  const month = formatMonth(rigs[0].months.at(-1) as Month);
  // the program waits a minute between its questions
  const [signIn, early, empty, earlyEmpty] = await Promise.all([
    updateSignedOut(rigs[0]),
    updateSignedOut(rigs[1]),
    updateFromEmptyFile(rigs[2]),
    updateFromEmptyFile(rigs[3]),
  ]);
  for (const { status, stdout } of [early, earlyEmpty]) {
    expect({ status, stdout }).toMatchObject({
      status: 0,
      stdout: expect.stringMatching(/^update: nothing new; not ready yet: /),
    });
    expect(stdout).not.toContain('not loaded yet');
  }
  const title = '"Local Allocation Payment Detail" of Texas';
  const seen = [
    [signIn, 'a web page instead of data ("Sign in")'],
    [empty, 'the file is empty'],
  ] as const;
  for (const [{ status, stdout }, what] of seen) {
    const [first = '', ...lines] = stdout.split('\n');
    expect({ status, first }).toMatchObject({
      status: 1,
      first: expect.stringContaining(`attention: not downloaded: ${title}`),
    });
    expect(first).toContain(`not loaded yet: Texas ${month}`);
    expect(first).not.toContain('not ready yet');
    const detail = lines.find((line) => line.startsWith('  fetch: ')) ?? '';
    expect(detail).toContain(what);
    expect(detail).toContain('Look at the portal: it may ask to sign in, or the report has another address');
  }
});
