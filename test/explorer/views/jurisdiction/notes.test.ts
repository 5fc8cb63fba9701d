import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readRegisters } from '../../../../src/registers/registers.ts';
import { quarterly, statement } from '../../../rig/reports/small-reports.ts';
import { explore } from '../../rig/explore.ts';

const PLACE = { code: '10001', name: 'Noted Town' };
const PATH = '/jurisdictions/60010001';
/** From November 2023 to June 2024: three quarter ends, of which only February has its quarterly report. */
const MONTHS = ['2023-11', '2023-12', '2024-01', '2024-02', '2024-03', '2024-04', '2024-05', '2024-06'];
const RESTATED = '2024-04';
/** A month whose first report was withdrawn, and whose second one is right. */
const TAKEN_BACK = '2024-07';

const CORRECTION = {
  state: 'ca',
  kind: 'ca/monthly-statement',
  jurisdiction: PLACE.code,
  month: '2024-01',
  field: 'net_payment',
  published: '100',
  correct: '101.50',
  reason: 'a digit was lost',
  source: 'letter of the state, 2024-03-01',
};

const { visit } = explore(async (rig) => {
  const reference = join(rig.folder, 'reference');
  writeFileSync(join(reference, 'corrections.json'), JSON.stringify([CORRECTION]));
  const registers = readRegisters(reference);
  await rig.load(
    {
      'statements.csv': statement(MONTHS.map((month) => ({ ...PLACE, month, net: 100 }))),
      // settled in February
      'quarterly.csv': quarterly([{ code: PLACE.code, quarter: '4Q-23', pool: 5 }]),
    },
    { registers },
  );
  // two later reports restate April and June, one after the other
  for (const [at, net] of [110, 121].entries()) {
    const months = [RESTATED, '2024-06'].map((month) => ({ ...PLACE, month, net }));
    await rig.load({ [`restated-${at}.csv`]: statement(months) }, { registers });
  }
  const wrong = statement([{ ...PLACE, month: TAKEN_BACK, net: 9000 }]);
  await rig.load({ 'wrong.csv': wrong }, { registers });
  const sha256 = createHash('sha256').update(wrong).digest('hex');
  await rig.load({}, { command: 'withdraw', withdraw: [{ sha256, reason: 'a test' }], registers });
  await rig.load({ 'right.csv': statement([{ ...PLACE, month: TAKEN_BACK, net: 90 }]) }, { registers });
});

test('notes name a corrected figure, with its reason, and lead to its source', async () => {
  const { page } = await visit(PATH);
  await page.locator('.notes summary').click();
  const note = page.locator('.notes .finding', { hasText: 'corrected' });
  expect(await note.innerText()).toMatch(
    /Jan 2024 .*, January 2024: net payment was corrected from 100 to 101\.50\. Reason: a digit was lost \(letter of the state, 2024-03-01\)\./,
  );
  const cell = page.locator('tr[data-row="2024-01-01"] [data-column=payment_value]');
  expect(await cell.getAttribute('title')).toBe('$101.50');
  await note.getByRole('link', { name: 'Jan 2024' }).click();
  const panel = page.getByRole('dialog');
  await panel.getByText('The register of corrections replaces what the report printed.').waitFor();
  await panel.getByText('a digit was lost').waitFor();
});

test('notes name every restatement, newest first, in one line that opens', async () => {
  const { page } = await visit(PATH);
  const notes = page.locator('.notes');
  await notes.waitFor();
  expect(await notes.locator('li:visible').count()).toBe(0);
  // April and June twice, and July, which was taken back
  expect(await notes.locator('summary').innerText()).toBe('7 notes');
  await notes.locator('summary').click();
  const all = notes.getByText(/Net payment: changed from/);
  for (const note of await all.all()) expect(await note.isVisible()).toBe(true);
  const ofApril = (await all.allInnerTexts()).filter((text) => text.startsWith('Apr 2024'));
  expect(ofApril.map((text) => /from (\S+) to (\S+) on .* by (\S+)$/.exec(text)?.slice(1))).toEqual([
    ['$110.00', '$121.00', 'restated-1.csv'],
    ['$100.00', '$110.00', 'restated-0.csv'],
  ]);
});

test('notes say that a figure was taken back', async () => {
  const { page } = await visit(PATH);
  await page.locator('.notes summary').click();
  const note = page.locator('.notes .restated', { hasText: 'Jul 2024' });
  expect(await note.innerText()).toMatch(
    /^Jul 2024 \(sales of May\) Net payment: changed from \$9,000\.00 to missing on \w+ \d+, \d{4}$/,
  );
  await note.getByRole('link').click();
  const changes = page.getByRole('dialog').locator('li', { hasText: 'taken back' });
  await changes.first().waitFor();
  expect(await changes.allInnerTexts()).toEqual([
    expect.stringMatching(/^All figures of the month were taken back on \w+ \d+, \d{4}$/),
  ]);
});

test('quarter ends are missing if their quarterly report is not there yet', async () => {
  const { page } = await visit(`${PATH}?field=countywide_pool`);
  const missing = page.locator('section[aria-label="All months"] tr', { hasText: 'missing' });
  await missing.first().waitFor();
  expect(await missing.evaluateAll((rows) => rows.map((row) => row.getAttribute('data-row')))).toEqual([
    ...['2024-05-01', '2023-11-01'],
  ]);
});
