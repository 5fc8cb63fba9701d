import { formatGrouped, formatMoney } from '../../domain/money.ts';
import { unitOf } from '../../states/index.ts';

/** Formats a stored figure for people: `1,234.56`, `12.500000%`, a delta as `+5.0000%`, `-` for none. */
export function formatFigure(state: string, field: string, value: number | null): string {
  if (value === null) return '-';
  const [family = '', base = family] = field.split('.');
  if (family === 'deltas') return `${value > 0 ? '+' : ''}${formatGrouped(value, 4)}%`;
  const unit = unitOf(state, base);
  if (!unit) return '-';
  return unit === 'amount' ? formatMoney(value) : `${formatGrouped(value, 6)}%`;
}
