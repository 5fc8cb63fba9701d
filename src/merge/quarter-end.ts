import { type Finding, rowFinding } from '../domain/findings/finding.ts';
import { formatMoney, ZERO_FIGURE } from '../domain/money.ts';
import type { Datapoint, State } from '../states/state.ts';

/**
 * Fields that a state pays at quarter ends only are zero in every other month. A figure that a report or a correction
 * gives there is a finding.
 */
export function settleQuarterEnds(
  { fields, calendar, kinds: [primary] }: Pick<State, 'fields' | 'calendar' | 'kinds'>,
  datapoints: readonly Datapoint[],
): { datapoints: readonly Datapoint[]; findings: Finding[] } {
  const names = fields.filter(({ quarterEndOnly }) => quarterEndOnly).map(({ name }) => name);
  if (names.length === 0) return { datapoints, findings: [] };
  const findings: Finding[] = [];
  const settled = datapoints.map((datapoint) => {
    if (calendar.isQuarterEnd(datapoint.month)) return datapoint;
    const row = datapoint.sources.get(primary.name);
    const figures = { ...datapoint.figures };
    for (const field of names) {
      const cents = figures[field] ?? null;
      figures[field] = ZERO_FIGURE;
      if (!cents || !row) continue;
      const { code, name, month } = row;
      const amount = formatMoney(cents);
      const printed = row.corrected?.has(field)
        ? `${amount} (from corrections.json)`
        : `printed as ${amount}`;
      findings.push(rowFinding('off-quarter-amount', { code, name, month, field, printed }, row, field));
    }
    return { ...datapoint, figures };
  });
  return { datapoints: settled, findings };
}
