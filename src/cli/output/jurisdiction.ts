import { formatScaled } from '../../domain/money.ts';
import { OperatorError, USAGE } from '../../domain/operator-error.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/write/jurisdictions.ts';
import { oneLine } from './print.ts';

/** A jurisdiction in one line: its name and what is known of it. */
export function formatHeading(jurisdiction: StoredJurisdiction): string {
  const { id, name, state, type, county, sales_tax_id, sales_tax_rate } = jurisdiction;
  const facts = [
    state,
    type ?? 'type unknown',
    ...(county === null ? [] : [`${county} County`]),
    `code ${sales_tax_id}`,
    `id ${id}`,
    sales_tax_rate === null ? 'rate unknown' : `rate ${formatScaled(sales_tax_rate, 4)} %`,
  ];
  return oneLine(`${name} (${facts.join(', ')})`);
}

/** Throws an `OperatorError` if a state has no such field. */
export function requireField({ code, fields }: State, field: string): void {
  if (fields.some(({ name }) => name === field)) return;
  const names = fields.map(({ name }) => name).join(', ');
  throw new OperatorError(`${code} has no field "${field}". It has ${names}.`, USAGE);
}
