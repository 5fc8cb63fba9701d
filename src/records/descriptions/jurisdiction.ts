import { JURISDICTION_TYPES, type JurisdictionType } from '../../domain/jurisdiction.ts';
import { type ColumnType, column, describe, type StoredValue, type WrittenColumn } from '../description.ts';
import { STATE } from './shared-columns.ts';

export interface ListedJurisdiction {
  id: number;
  name: string;
  slug: string;
  state: string;
  type: JurisdictionType | null;
  sales_tax_rate: number | null;
  /** With leading zeros. */
  sales_tax_id: string;
  /** Whether JSON shows the code as an integer. */
  has_numeric_id: boolean;
  county: string | null;
  /** All of them as one text; see `StoredCounties`. */
  counties: string | null;
  printed_name: string;
  /** First allocation period in the dataset; null without datapoints. */
  first_period: string | null;
  first_sales_period: string | null;
  /** Allocation period and fields of the newest datapoint; null without datapoints. */
  newest: Readonly<Record<string, StoredValue>> | null;
  last_sales_period: string | null;
  /** The former name that a search matched; null if something else matched. */
  former_name: string | null;
}

const UNKNOWN = 'null without records, and if no source states it';

/** A figure of the newest datapoint. */
function newest(
  name: string,
  type: ColumnType,
  heading: string,
  meaning: string,
  figure: string,
): WrittenColumn<ListedJurisdiction> {
  return { name, type, heading, meaning, isNullable: true, read: (row) => row.newest?.[figure] ?? null };
}

export const jurisdictionRecord = describe<ListedJurisdiction>()({
  name: 'jurisdictions',
  one: 'jurisdiction',
  address: '/api/jurisdictions',
  command: 'list',
  tag: 'jurisdictions',
  title: 'Find jurisdictions and their ids',
  notes:
    'You can combine all parameters. The list is sorted by name, then by id. With q, the order is: ids and codes, whole names, whole former names, names that begin with the text, names that contain it, former names that begin with it or contain it.',
  item: 'Get one jurisdiction',
  filters: {
    q: {
      kind: 'text',
      meaning:
        'An id, a code, or part of a present or former name, also with the state after it (Paris, TX). Ignores case and accents, and one typing error if nothing else fits. The best matches come first, and the largest of equal ones',
      example: 'Los A',
    },
    state: { kind: 'state', meaning: 'Only jurisdictions of this state' },
    type: { kind: 'type', meaning: 'Only jurisdictions of this type' },
    county: { kind: 'county', meaning: 'Only jurisdictions in this county, the first or another of theirs' },
    sales_tax_id: {
      kind: 'text',
      meaning: 'The code that the state gives the jurisdiction, with or without leading zeros',
      example: '19050',
    },
  },
  members: [
    column('id', 'number', 'Id', 'Never changes', { example: 60019050 }),
    column('name', 'text', 'Name', 'The newest name', { example: 'Los Angeles' }),
    column('slug', 'text', 'Name for addresses', 'The name in lower case, with hyphens between words', {
      example: 'los-angeles',
    }),
    STATE,
    column('type', 'choice?', 'Type', 'null if no report names the type', { choices: JURISDICTION_TYPES }),
    column(
      'sales_tax_rate',
      'ratio?',
      'Tax rate',
      'From rates.csv or, in Texas, from comparison sheets; dated-rates.csv is for comparisons. null if unknown',
      { example: 0.0775 },
    ),
    column(
      'sales_tax_id',
      'text',
      'Code',
      'The code that the state gives the jurisdiction. Text, because zeros at its start count. North Carolina and some places of Illinois have none: it is made of the name. In JSON text or an integer, as in the records of the state',
      { isInteger: ({ has_numeric_id }) => has_numeric_id, example: '19050' },
    ),
    column(
      'county',
      'text?',
      'County',
      'Its county, without the word County. Of several counties, the first. null if unknown',
      { example: 'Los Angeles' },
    ),
    column(
      'counties',
      'counties?',
      'Counties',
      'All counties that reports ever listed it in, those of its newest month first, the larger payment before the smaller. Files join them with a semicolon',
    ),
    column('printed_name', 'text', 'Printed name', 'The name as the newest report prints it', {
      isForFiles: true,
    }),
    column(
      'first_period',
      'month?',
      'First month',
      'First allocation period in the dataset. null without records',
      { example: '2018-06-01' },
    ),
    column(
      'first_sales_period',
      'month?',
      'First sales',
      `The month of the sales behind first_period. ${UNKNOWN}`,
      { example: '2018-04-01' },
    ),
    newest(
      'last_period',
      'month',
      'Last month',
      'Last allocation period in the dataset. null without records',
      'allocation_period',
    ),
    column(
      'last_sales_period',
      'month?',
      'Last sales',
      `The month of the sales behind last_period. ${UNKNOWN}`,
    ),
    newest('last_payment', 'amount', 'Last payment', 'The net payment of last_period', 'net_payment'),
    column(
      'former_name',
      'text?',
      'Former name',
      'The former name that matches q. Present only if no other name matches',
      { isLeftOut: true },
    ),
  ],
  shown: [
    'id',
    'state',
    'sales_tax_id',
    'type',
    'county',
    'name',
    'former_name',
    'last_period',
    'last_sales_period',
    'last_payment',
  ],
  examples: ['--state ca', '--q creek'],
  published: { meaning: 'One local taxing authority', key: ['id'] },
});
