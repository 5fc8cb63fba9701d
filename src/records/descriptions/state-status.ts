import type { FindingCounts } from '../../domain/findings/finding.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { column, describe, part } from '../description.ts';
import { FIRST_SALES, LAST_SALES, STATE } from './shared-columns.ts';

/** How many jurisdictions of each type a state has. */
type TypeCounts = Readonly<Partial<Record<JurisdictionType | 'unknown', number>>>;

export interface StateContent {
  state: string;
  first_month: Month | null;
  last_month: Month | null;
  first_sales_month: string | null;
  last_sales_month: string | null;
  datapoints: number;
  jurisdictions: TypeCounts;
  findings: FindingCounts;
}

export const stateRecord = describe<StateContent>()({
  name: 'states',
  one: 'state',
  address: null,
  command: 'status',
  tag: 'dataset',
  title: 'Show what is loaded, what is missing, and the latest runs',
  notes: 'The answer can change with the day, because reports become due.',
  changesDaily: true,
  filters: {},
  members: [
    STATE,
    column('first_month', 'month?', 'First', 'The first allocation period. null without datapoints', {
      read: ({ first_month: month }) => month && firstDay(month),
    }),
    column('last_month', 'month?', 'Last', 'The last allocation period. null without datapoints', {
      read: ({ last_month: month }) => month && firstDay(month),
    }),
    FIRST_SALES,
    LAST_SALES,
    column('datapoints', 'count', 'Datapoints', 'One for each jurisdiction and allocation period'),
    part('jurisdictions', 'How many it has of each type', ({ jurisdictions }) => jurisdictions, [
      column<TypeCounts>('city', 'count?', 'Cities', 'Cities'),
      column<TypeCounts>('county', 'count?', 'Counties', 'Counties'),
      column<TypeCounts>('transit', 'count?', 'Transit', 'Transit authorities'),
      column<TypeCounts>('special_district', 'count?', 'Districts', 'Special districts'),
      column<TypeCounts>('unknown', 'count?', 'Others', 'Jurisdictions of an unknown type'),
    ]),
    part('findings', 'How many findings it has', ({ findings }) => findings, [
      column<FindingCounts>('error', 'count', 'Errors', 'Findings of the severity error'),
      column<FindingCounts>('warning', 'count', 'Warnings', 'Findings of the severity warning'),
      column<FindingCounts>('info', 'count', 'Infos', 'Findings of the severity info'),
    ]),
  ],
  examples: ['', '--format json'],
});
