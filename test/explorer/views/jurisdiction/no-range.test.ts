import { expect, test } from 'vitest';
import { statement } from '../../../rig/reports/small-reports.ts';
import { explore } from '../../rig/explore.ts';

/** One complete fiscal year of California, and four months of the next. */
const MONTHS = Array.from({ length: 16 }, (_, at) =>
  new Date(Date.UTC(2023, 6 + at)).toISOString().slice(0, 7),
);

const { visit } = explore((rig) =>
  rig.load({
    'statements.csv': statement(
      MONTHS.map((month) => ({ code: '10001', name: 'Short Town', month, net: 1_000_000 })),
    ),
  }),
);

test('an estimate without earlier years says why it has no range', async () => {
  const { page } = await visit('/jurisdictions/60010001?chart=fiscal-year');
  expect(await page.locator('.place-top .words').last().innerText()).toContain(
    '2024-25 may end near $12.0 million',
  );
  await page.getByText('How this is counted').click();
  await page.getByText('that needs the errors of ten past estimates, from three earlier years.').waitFor();
  expect(await page.locator('.estimate').count()).toBe(0);
});
