import { firstDay, type Month } from '../../../domain/month.ts';
import { column, describe } from '../../description.ts';
import { OF_PLACE } from '../../filters/shared-filters.ts';

const EVENT_KINDS = [
  'tax_began',
  'tax_ended',
  'tax_changed',
  'sharing_changed',
  'restated',
  'doubted',
  'not_loaded',
  'own',
] as const;

/** What explains the figures of a place in some months, both included. */
export interface PlaceEvent {
  from: Month;
  to: Month;
  kind: (typeof EVENT_KINDS)[number];
  text: string;
}

export const eventRecord = describe<PlaceEvent>()({
  name: 'events',
  one: 'event',
  address: '/api/jurisdictions/:id/events',
  tag: 'jurisdictions',
  title: 'List what explains the figures of a place in time',
  notes:
    'In the order of time. Months are months of payment. The changes of taxes and of sharing are those that the comparable changes of months name. An event that began before the second month of the place is not known.',
  filters: OF_PLACE,
  uses: 'events',
  members: [
    column('from', 'month', 'From', 'The first month of payment', {
      example: '2024-05-01',
      read: ({ from }) => firstDay(from),
    }),
    column('to', 'month', 'To', 'The last month of payment. The same in an event of one month', {
      example: '2024-05-01',
      read: ({ to }) => firstDay(to),
    }),
    column(
      'kind',
      'choice',
      'Kind',
      'tax_changed: a rate changed, or a tax was not paid for some months. sharing_changed: the county divides its tax another way. restated: a later report changed the payment. doubted: the checks doubt the payment. not_loaded: no payment in the life of the place. own: from the register of events',
      { choices: EVENT_KINDS, filter: 'value' },
    ),
    column('text', 'text', 'Event', 'What happened, in at most twelve words', {
      example: 'Article 46 began',
    }),
  ],
  examples: ['"Alder Creek"', 'Sangamon --state il --kind tax_began'],
});
