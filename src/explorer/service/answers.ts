import type { StateOverview } from '../../client/generated/types.gen.ts';

/** A field of a state's records. */
export type FieldOverview = StateOverview['fields'][number];
