import type { Month } from '../../../src/domain/month.ts';
import type { StoredRow } from '../../../src/domain/report.ts';

/** A row of a report as it is stored, with these values in place of usual ones. */
export function storedRow({
  month = '2024-01',
  figures,
  ...more
}: Partial<Omit<StoredRow, 'month' | 'figures'>> & {
  month?: string;
  figures: Record<string, number | null>;
}): StoredRow {
  return {
    ...{ reportId: 1, jurisdictionId: 1, sheet: null, row: 2, code: '2000001', name: 'ALPHA', labels: {} },
    ...more,
    month: month as Month,
    figures: figures as StoredRow['figures'],
  };
}
