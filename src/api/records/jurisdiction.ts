import * as z from 'zod';
import { RATIO_SCALE } from '../../domain/allocation.ts';
import { JURISDICTION_TYPES, slugOf } from '../../domain/jurisdiction.ts';
import { STATE_CODES, STATES } from '../../states/index.ts';
import type { State } from '../../states/state.ts';
import type { StoredJurisdiction } from '../../store/query/jurisdictions.ts';
import type { DatasetView } from '../../store/query/view.ts';
import { Refusal } from '../http/errors.ts';
import { type Listing, listingOf } from '../listings.ts';
import { ID } from '../parameters.ts';

/** The state whose records the examples of the documentation use. */
const FIRST_LISTING = listingOf(STATES[0]);
export const EXAMPLE = FIRST_LISTING.example;

/** The fields of a jurisdiction in all records. */
function jurisdictionFields({ hasNumericTaxId, example }: Listing) {
  const description = 'The code that the state gives the jurisdiction';
  return {
    id: z.int().meta({ description: 'Never changes', examples: [example.id] }),
    name: z.string().meta({ examples: [example.name] }),
    slug: z.string().meta({
      description: 'The name in lower case, with hyphens between words',
      examples: [slugOf(example.name)],
    }),
    state: z.enum(STATE_CODES),
    type: z.enum(JURISDICTION_TYPES).nullable().meta({ description: 'null if no report names the type' }),
    sales_tax_rate: z
      .number()
      .nullable()
      .meta({ description: 'A fraction: 0.0775 is 7.75 %. null if unknown', examples: [0.0775] }),
    sales_tax_id: hasNumericTaxId
      ? z.int().meta({ description, examples: [Number(example.taxId)] })
      : z.string().meta({ description, examples: [example.taxId] }),
  };
}

/** The schema of the jurisdiction in a state's records. */
export function jurisdictionSchema(state: State) {
  const listing = listingOf(state);
  return z
    .object({ ...jurisdictionFields(listing), state: z.literal(state.code) })
    .meta({ id: `${state.code}_${listing.subject}` });
}

const period = z.string().nullable();

/** A jurisdiction with its county and periods. */
export const foundJurisdiction = z
  .object({
    ...jurisdictionFields(FIRST_LISTING),
    sales_tax_id: z.union([z.string(), z.int()]).meta({
      description:
        'The code that the state gives the jurisdiction: text or an integer, as in the records of the state',
    }),
    county: z
      .string()
      .nullable()
      .meta({
        description: 'The county of the jurisdiction, without "County". null if unknown',
        examples: ['Los Angeles'],
      }),
    first_period: period.meta({
      format: 'date',
      description: 'First allocation period in the dataset. null without records',
      examples: ['2018-06-01'],
    }),
    last_period: period.meta({
      format: 'date',
      description: 'Last allocation period in the dataset. null without records',
      examples: ['2026-10-01'],
    }),
    former_name: z.string().optional().meta({
      description: 'The former name that matches q. Present only if no other name matches',
    }),
  })
  .meta({ id: 'Jurisdiction' });

/** The path parameters of addresses of one jurisdiction. */
export const jurisdictionPath = z.strictObject({
  id: z
    .string()
    .regex(ID, `must be the id of a jurisdiction, a whole number such as ${EXAMPLE.id}.`)
    .transform(Number)
    .meta({ type: 'integer', description: 'Id of the jurisdiction', 'x-example': EXAMPLE.id }),
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

/** The record of a jurisdiction, with its rate as a fraction. */
export function toJurisdictionRecord(state: State, stored: StoredJurisdiction) {
  const { id, name, slug, type, sales_tax_rate, sales_tax_id } = stored;
  return {
    id,
    name,
    slug,
    state: state.code,
    type,
    sales_tax_rate: sales_tax_rate === null ? null : sales_tax_rate / RATIO_SCALE,
    sales_tax_id: listingOf(state).hasNumericTaxId ? Number(sales_tax_id) : sales_tax_id,
  };
}
