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
  const estimate = page.locator('section[aria-label=Chart] .estimate');
  expect(await estimate.innerText()).toMatch(
    /^Fiscal year 2024-25 may end at \$12\.0 million\. Its range is not known: that needs the errors of ten past estimates, from three earlier years\.$/,
  );
});
