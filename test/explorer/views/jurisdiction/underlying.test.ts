import { expect, test } from 'vitest';
import type { AnalyzedMonthPage } from '../../../../src/client/generated/types.gen.ts';
import { explore } from '../../rig/explore.ts';
import { readColumn } from '../../rig/figures.ts';

const { visit, json } = explore();
const PATH = '/jurisdictions/483999001';

test('the underlying payment of Texas stands beside the payment, with its change, and leads to its origin', async () => {
  const { page } = await visit(`${PATH}?chart=payments`);
  const { data } = await json<AnalyzedMonthPage>(`/api${PATH}/analysis?field=underlying_payment`);
  const table = page.locator('table', { hasText: 'Underlying payment' }).first();
  const first = table.getByRole('link', { name: '$17,473,214.37' });
  await first.waitFor();
  for (const name of ['value', 'change'] as const)
    expect(await readColumn(table, `underlying_payment_${name}`)).toEqual(
      new Map(data.map((month) => [month.allocation_period, month[name]])),
    );
  await first.click();
  const panel = page.getByRole('dialog');
  // 17,741,872.31 a year before: a fall of 1.51 %
  expect(await panel.locator('[data-figure=value]').first().innerText()).toBe('$17,473,214.37');
  await panel.getByText('(Current Period Collections + Single Local Rate Collections) × 0.98').waitFor();
  expect(await panel.innerText()).toContain('−1.5%');
});
