import type { ComparedFigures } from '../../../derive/analysis.ts';
import { column, describe } from '../../description.ts';
import { BASIS, FIGURE_META, OF_PLACE } from '../../filters/shared-filters.ts';
import {
  COMPARED_PARTS,
  comparableColumns,
  type Doubted,
  doubtfulColumns,
} from '../compared/compared-figures.ts';
import { doubtGroup, type ShownDoubt, type ShownPlace } from '../shared-columns.ts';
import { placeOfLine } from '../year-end/projection.ts';
import { MONTH_OF_PLACE, MONTH_OF_PLACE_META } from './place-month.ts';

/** A place that is near in size to another, with its payment. */
export interface NearPlace extends ComparedFigures, Doubted {
  subject: ShownPlace;
  /** Its sum of twelve months ÷ that of the other, in millionths. */
  sizeRatio: number;
  /** `null` if one of the counties is not known. */
  isOfSameCounty: boolean | null;
  doubt: ShownDoubt | null;
}

/** How many places count as the nearest. */
export const NEAREST = 5;

const AMOUNT = { type: 'amount' } as const;

export const nearestRecord = describe<NearPlace>()({
  name: 'nearest',
  one: 'near_place',
  address: '/api/jurisdictions/:id/nearest',
  tag: 'analysis',
  title: 'Find the five places nearest in size to a jurisdiction',
  notes:
    'One record for each of the five jurisdictions of the same state and type that are nearest in size, nearest first. The size is the sum of the twelve months that end with the month. Of two sizes, the larger is divided by the smaller: the lower the ratio, the nearer. So half and double are equally near. Of equally near ones, the larger comes first, then the lower id. A jurisdiction without such a sum, or with one of 0 or less, is near to none.',
  filters: { ...OF_PLACE, month: MONTH_OF_PLACE, basis: BASIS },
  paging: { largest: 1000, usual: 1000 },
  meta: {
    ...MONTH_OF_PLACE_META,
    basis: FIGURE_META.basis,
    rolling_year: {
      type: 'amount',
      meaning: 'The size of the jurisdiction itself. null if it has none',
      isNullable: true,
    },
  },
  members: [
    placeOfLine<NearPlace>(),
    column('same_county', 'choice', 'Same county', 'Whether it is in the county of the jurisdiction', {
      ...{ choices: ['yes', 'no'], isNullable: true },
      read: ({ isOfSameCounty }) => (isOfSameCounty === null ? null : isOfSameCounty ? 'yes' : 'no'),
    }),
    column('size_ratio', 'ratio', 'Size', 'Its sum of twelve months, divided by the one of the jurisdiction'),
    ...comparableColumns<NearPlace>(COMPARED_PARTS.payment, AMOUNT, ({ payment }) => payment),
    ...comparableColumns<NearPlace>(COMPARED_PARTS.rollingYear, AMOUNT, ({ rollingYear }) => rollingYear),
    doubtGroup(({ doubt }) => doubt),
    ...doubtfulColumns<NearPlace>().filter(({ name }) =>
      ['doubtful', 'rolling_year_doubtful'].includes(name),
    ),
  ],
  shown: ['jurisdiction_id', 'name', 'county', 'size_ratio', 'value', 'year_ago', 'change', 'doubtful'],
  examples: ['"Alder Creek"', '"Cedar Ford" --month 2026-09'],
});
