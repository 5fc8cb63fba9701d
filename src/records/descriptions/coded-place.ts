import { column, type WrittenColumn, within } from '../description.ts';
import type { ShownPlace } from './shared-columns.ts';

/** A jurisdiction with its code. */
export interface CodedPlace extends ShownPlace {
  name: string;
  sales_tax_id: string;
}

export const CODED_COLUMNS: readonly WrittenColumn<CodedPlace>[] = [
  column('jurisdiction_id', 'number', 'Jurisdiction id', 'Never changes', { read: ({ id }) => id }),
  column(
    'sales_tax_id',
    'text',
    'Code',
    'The code that the state gives the jurisdiction. North Carolina and some places of Illinois have none: it is made of the name',
  ),
  column('name', 'text', 'Jurisdiction', 'Its newest name'),
  column('type', 'text?', 'Type', 'city, county, transit or special_district'),
  column('county', 'text?', 'County', 'Its county, without the word County'),
];

/** Those columns in files, for rows that JSON nests or does not repeat the jurisdiction in. */
export function jurisdictionInFiles<Row>(placeOf: (row: Row) => CodedPlace): WrittenColumn<Row>[] {
  return within(placeOf, CODED_COLUMNS).map((one) => ({ ...one, isForFiles: true }));
}
