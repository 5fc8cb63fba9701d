import { column, describe } from '../../description.ts';
import { SALES_OF, STATE } from '../shared-columns.ts';

const KINDS = ['month', 'restatement', 'due'] as const;

/** Something new, told in sentences. */
export interface Update {
  /** Never changes. */
  key: string;
  kind: (typeof KINDS)[number];
  state: string;
  /** A time in UTC. */
  at: string;
  /** The first day of the month; `null` if it is about several. */
  allocation_period: string | null;
  /** The month of its sales, as the first day. */
  sales_period: string | null;
  title: string;
  text: string;
  /** The path of the page that shows it. */
  page: string;
}

export const updateRecord = describe<Update>()({
  name: 'updates',
  one: 'update',
  address: '/api/updates',
  tag: 'dataset',
  title: 'Tell what is new: months, restatements, reports that are due',
  notes:
    'Newest first. The texts are made from the figures of the present version. /updates.atom has the newest ones as an Atom feed, for feed readers; /api/changes has the single figures.',
  changesDaily: true,
  filters: { state: { kind: 'state', meaning: 'Only updates of this state' } },
  members: [
    column('key', 'text', 'Key', 'Names the update, and never changes', { example: 'month-ca-2026-10' }),
    column(
      'kind',
      'choice',
      'Kind',
      'month: a month came. restatement: a run changed figures of earlier months. due: a report should be there and is not',
      { choices: KINDS, filter: 'value' },
    ),
    STATE,
    column(
      'at',
      'time',
      'When',
      'When the first report of the month came, the run ended, or the report was due',
    ),
    column('allocation_period', 'month?', 'Month', 'The month of payment. null if it is about several'),
    SALES_OF,
    column('title', 'text', 'Title', 'What is new, in a line', { example: 'California: October 2026 came' }),
    column('text', 'text', 'Text', 'What is new, in a few sentences'),
    column('page', 'text', 'Page', 'The path of the page that shows it', { example: '/rankings/ca/2026-10' }),
  ],
  lineOf: ({ at, title, text }) => `${at.slice(0, 10)}  ${title}\n            ${text}\n`,
  examples: ['', '--state ca --kind month'],
});
