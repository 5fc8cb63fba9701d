import * as z from 'zod';
import { ID } from '../../records/filters/readers.ts';
import { listingOf } from '../../records/listings.ts';
import { STATES } from '../../states/index.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { Refusal } from '../http/errors.ts';

/** The state whose records the examples of the documentation use. */
export const EXAMPLE = listingOf(STATES[0]).example;

/** The path parameters of addresses of one jurisdiction. */
export const jurisdictionPath = z.strictObject({
  id: z
    .string()
    .regex(ID, `must be the id of a jurisdiction, a whole number such as ${EXAMPLE.id}.`)
    .transform(Number)
    .meta({ type: 'integer', description: 'Id of the jurisdiction', example: EXAMPLE.id }),
});

/** Returns the jurisdiction of a path. Throws a `Refusal` if it does not exist. */
export function jurisdictionAt(
  { jurisdictions }: DatasetView,
  { id }: z.output<typeof jurisdictionPath>,
): StoredJurisdiction {
  const stored = jurisdictions.get(id);
  if (stored) return stored;
  throw new Refusal(
    404,
    `No jurisdiction has the id ${id}. Find ids by name with /api/jurisdictions?q=<name>.`,
  );
}
