import { AUTHORITIES, CITIES, FEW_REPORTS } from '../../rig/few-reports.ts';
import { statement, texasReport } from '../../rig/reports/small-reports.ts';
import type { DatasetRig } from '../../rig/service.ts';

/** Enough rows that a table draws them in two steps. */
export const MANY = 150;

const [ALDER, LOS_ALAMOS, , TRANSIT, LIBRARY, COUNTY] = CITIES;
const NEWEST = '2024-04';

/**
 * A dataset with a past. `FEW_REPORTS` come first. Then one figure is restated, March 2024 stays out, one city has no
 * figure in April, and a new one has a negative one.
 */
export async function loadEventful(rig: DatasetRig): Promise<void> {
  await rig.load(FEW_REPORTS);
  await rig.load({
    'april.csv': statement([
      { ...ALDER, month: '2024-02', net: 1104.5 },
      { ...ALDER, month: NEWEST, net: 2000 },
      { ...LOS_ALAMOS, month: NEWEST, net: 3000 },
      { ...TRANSIT, month: NEWEST, net: 4000 },
      { ...LIBRARY, month: NEWEST, net: 500.25 },
      { ...COUNTY, month: NEWEST, net: 6000 },
      { code: '19052', name: 'SAINT BARTHOLOMEW OF THE UPPER VALLEY', month: NEWEST, net: -120.25 },
    ]),
  });
  await rig.load({
    'texas-march.csv': texasReport([
      ...AUTHORITIES.map((authority) => ({ ...authority, month: '2024-03', current: 500 })),
      ...Array.from({ length: MANY - AUTHORITIES.length }, (_, at) => ({
        code: String(2_998_001 + at),
        name: `TOWN ${at}`,
        month: '2024-03',
        current: 100 + at,
      })),
    ]),
  });
}
