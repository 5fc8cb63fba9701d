import { expect, test } from 'vitest';
import { serveForAll } from '../../rig/datasets/served.ts';
import { CALIFORNIAN_IDS, FEW_REPORTS, TEXAN_IDS } from '../../rig/few-reports.ts';
import { type Allocation, keyOf, type Page } from '../../rig/service.ts';

const { service } = serveForAll(FEW_REPORTS);

const [creek, alamos] = CALIFORNIAN_IDS;
const [city, other] = TEXAN_IDS;

/** The requests SPEC.md describes: what is asked, how many there are, and the first of them. */
const REQUESTS = [
  ['/api/ca/sales-tax/allocations', 90, '60001990 2024-02'],
  [`/api/ca/sales-tax/allocations?jurisdictions=${creek},${alamos}`, 30, '60001990 2024-02'],
  ['/api/ca/sales-tax/allocations?allocation_period=2023-05-01', 6, '60001990 2023-05'],
  ['/api/ca/sales-tax/allocations?between=2023-05-01,2023-07-31', 18, '60001990 2023-07'],
  ['/api/ca/sales-tax/allocations?since=2024-01-01', 12, '60001990 2024-02'],
  ['/api/ca/sales-tax/allocations?sort=-deltas.net_payment', 90, '60001990 2023-12'],
  ['/api/ca/sales-tax/allocations?sort=county_pool&limit=10', 90, '60001990 2024-02'],
  // the sample request of the Texas variant: California's path, `entities`, a descending sort by revenue_period
  [`/api/ca/sales-tax/allocations?entities=${city},${other}&sort=-revenue_period`, 30, '482999001 2024-02'],
  [`/api/tx/sales-tax/allocations?entities=${city},${other}&sort=-revenue_period`, 30, '482999001 2024-02'],
  [`/tx/sales-tax-allocations?entities=${city},${other}&sort=-revenue_period`, 30, '482999001 2024-02'],
  [`/api/tx/sales-tax-allocations?entities=${city},${other}&sort=-revenue_period`, 30, '482999001 2024-02'],
  ['/tx/sales-tax-allocations', 75, '482999001 2024-02'],
  [`/tx/sales-tax-allocations?jurisdictions=${city}`, 15, '482999001 2024-02'],
  ['/tx/sales-tax-allocations?jurisdiction_type=city', 30, '482999001 2024-02'],
  ['/tx/sales-tax-allocations?jurisdiction_type=county', 15, '484999001 2024-02'],
  ['/tx/sales-tax-allocations?jurisdiction_type=transit', 15, '483999001 2024-02'],
  ['/tx/sales-tax-allocations?jurisdiction_type=special_district', 15, '485999001 2024-02'],
  ['/tx/sales-tax-allocations?allocation_period=2023-05-01', 5, '482999001 2023-05'],
  ['/tx/sales-tax-allocations?period_between=2023-05-01,2023-07-01', 15, '482999001 2023-07'],
  ['/tx/sales-tax-allocations?sort=revenue_period', 75, '482999001 2022-12'],
  ['/tx/sales-tax-allocations?sort=-net_payment', 75, '485999001 2024-02'],
  ['/tx/sales-tax-allocations?sort=prior_collections', 75, '482999001 2024-02'],
  ['/tx/sales-tax-allocations?sort=current_collections', 75, '482999001 2022-12'],
  ['/tx/sales-tax-allocations?sort=-future_collections', 75, '482999001 2024-02'],
  ['/tx/sales-tax-allocations?sort=audit_collections', 75, '482999001 2024-02'],
  ['/tx/sales-tax-allocations?sort=single_local_rate_collections', 75, '482999001 2024-02'],
] as const;

test.each(REQUESTS)('%s', async (url, total, first) => {
  const { data, meta }: Page<Allocation> = await service.json(url);
  expect(meta.total).toBe(total);
  expect(data[0] && keyOf(data[0])).toBe(first);
});
