import type { FindingCounts } from '../../domain/findings/finding.ts';
import type { JurisdictionType } from '../../domain/jurisdiction.ts';
import { firstDay, type Month } from '../../domain/month.ts';
import { column, describe, within } from '../description.ts';
import { FIRST_SALES, LAST_SALES, STATE } from './shared-columns.ts';

/** How many jurisdictions of each type a state has. */
type TypeCounts = Readonly<Partial<Record<JurisdictionType | 'unknown', number>>>;

interface StateContent {
  state: string;
  first_month: Month | null;
  last_month: Month | null;
  first_sales_month: string | null;
  last_sales_month: string | null;
  datapoints: number;
  jurisdictions: TypeCounts;
  findings: FindingCounts;
}

/** A type that the state does not have is not counted. */
const OF_SOME_TYPES = { isNullable: true, isLeftOut: true } as const;

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
    column('first_month', 'month', 'First', 'The first allocation period. null without datapoints', {
      isNullable: true,
      read: ({ first_month: month }) => month && firstDay(month),
    }),
    column('last_month', 'month', 'Last', 'The last allocation period. null without datapoints', {
      isNullable: true,
      read: ({ last_month: month }) => month && firstDay(month),
    }),
    FIRST_SALES,
    LAST_SALES,
    column('datapoints', 'count', 'Datapoints', 'One for each jurisdiction and allocation period'),
    {
      group: 'jurisdictions',
      columns: within(
        ({ jurisdictions }) => jurisdictions,
        [
          column<TypeCounts>('city', 'count', 'Cities', 'Cities', OF_SOME_TYPES),
          column('county', 'count', 'Counties', 'Counties', OF_SOME_TYPES),
          column('transit', 'count', 'Transit', 'Transit authorities', OF_SOME_TYPES),
          column('special_district', 'count', 'Districts', 'Special districts', OF_SOME_TYPES),
          column('unknown', 'count', 'Others', 'Jurisdictions of an unknown type', OF_SOME_TYPES),
        ],
      ),
    },
    {
      group: 'findings',
      columns: within(
        ({ findings }) => findings,
        [
          column<FindingCounts>('error', 'count', 'Errors', 'Findings of the severity error'),
          column('warning', 'count', 'Warnings', 'Findings of the severity warning'),
          column('info', 'count', 'Infos', 'Findings of the severity info'),
        ],
      ),
    },
  ],
  examples: ['', '--format json'],
});
