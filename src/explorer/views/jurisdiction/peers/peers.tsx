import type {
  AnalyzedMonth,
  ComparisonLine,
  Jurisdiction,
  NearPlacePage,
  StateOverview,
} from '../../../../client/generated/types.gen.ts';
import { nearestInSize } from '../../../../derive/place/nearest.ts';
import { linkTo } from '../../../address/address.ts';
import { placeLink } from '../../../address/navigation.ts';
import { questionOfPlace, questionOfState } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable } from '../../../table/figure-table.tsx';
import { showFigure, showTypes } from '../../../words/figures.ts';
import type { MonthDate } from '../../../words/months.ts';
import { countedMonth, paidMonth, salesLagOf } from '../../../words/sales.ts';
import { comparedColumns, markDoubts, PAYMENT, ROLLING_YEAR, type ViewedPlace } from '../series.tsx';
import { placeOnScale, standingOf } from './standing.ts';

type NearPlace = NearPlacePage['data'][number];

/** So many of its county are shown, as the service gives of its state. */
const NEAREST = 5;

/** The rank of a place, the changes of all of its type, and those that are nearest in size. */
export function Peers({ record, place, state, series }: ViewedPlace) {
  const month = record.allocation_period;
  const { basis } = series;
  const counted = countedMonth(series, month);
  const nearestAnswer = useAnswer(questionOfPlace(place.id, 'nearest', { month: counted, basis }));
  const allAnswer = useAnswer(
    place.type === null
      ? null
      : questionOfState(state.state, 'comparison', { allocation_period: month, type: place.type }),
  );
  const [nearest, all] = [nearestAnswer.value, allAnswer.value];
  const rank = <RankLine record={record} place={place} state={state} />;
  // both answers are shown at once, so that neither moves the other
  if (nearestAnswer.isWaiting || allAnswer.isWaiting) return <div aria-busy="true">{rank}</div>;
  const ofCounty = nearestOfCounty(place, all?.data ?? []);
  const isTold = ({ jurisdiction }: NearPlace) =>
    nearest?.data.some((known) => known.jurisdiction.id === jurisdiction.id) ?? false;
  const changes = all?.data.flatMap(({ change, doubt }) => (change === null || doubt ? [] : [change])) ?? [];
  return (
    <div aria-busy="false">
      {rank}
      {place.type !== null && (
        <ChangeStrip changes={changes} own={record.change} place={place} state={state} />
      )}
      {nearest && nearest.data.length > 0 && (
        <NearPlaces
          title={`The ${showTypes(place.type ?? '').toLowerCase()} of ${state.name} nearest in size, by their sums of twelve months.`}
          place={place}
          hasCounties={state.has_counties}
          rows={nearest.data}
        />
      )}
      {nearest && !ofCounty.every(isTold) && (
        <NearPlaces title={`Those of ${place.county} County.`} place={place} rows={ofCounty} />
      )}
    </div>
  );
}

/** The places of the same county that are nearest in size, among all of the type. */
function nearestOfCounty(place: Jurisdiction, lines: readonly ComparisonLine[]): NearPlace[] {
  const sized = lines.flatMap(({ jurisdiction, rolling_year, ...line }) =>
    jurisdiction !== null && rolling_year !== null && jurisdiction.county === place.county
      ? [{ ...line, jurisdiction, rolling_year, id: jurisdiction.id, size: rolling_year }]
      : [],
  );
  const own = sized.find(({ id }) => id === place.id);
  if (!own || place.county === null) return [];
  return nearestInSize(own, sized, NEAREST).map((line) => ({
    ...line,
    same_county: 'yes',
    size_ratio: line.size / own.size,
  }));
}

interface NearPlacesProps {
  title: string;
  place: Jurisdiction;
  /** Whether to name the county of each. */
  hasCounties?: boolean;
  rows: readonly NearPlace[];
}

/** Places that are near in size, and a way to compare them. */
function NearPlaces({ title, place, hasCounties = false, rows }: NearPlacesProps) {
  const ids = [place, ...rows.map(({ jurisdiction }) => jurisdiction)].map(({ id }) => id);
  return (
    <>
      <p>
        {title} <a href={linkTo('/compare', { ids: ids.join(',') })}>Compare them</a>
      </p>
      <FigureTable
        caption={`${title} Near ${place.name}`}
        columns={hasCounties ? [...NEAREST_COLUMNS, COUNTY] : NEAREST_COLUMNS}
        rows={rows}
        keyOf={({ jurisdiction }) => String(jurisdiction.id)}
      />
    </>
  );
}

const [PAID, , GROWTH] = comparedColumns<NearPlace>(PAYMENT, 'amount', (row) => row, null);
const [YEAR, , YEAR_GROWTH] = comparedColumns<NearPlace>(
  ROLLING_YEAR,
  'amount',
  (row) => row,
  'Twelve months',
);

const NEAREST_COLUMNS: readonly TableColumn<NearPlace>[] = [
  {
    ...{ id: 'name', head: 'Place' },
    value: ({ jurisdiction }) => jurisdiction.name,
    show: ({ jurisdiction }, text) => <a href={placeLink(jurisdiction.id)}>{text}</a>,
  },
  { ...PAID, head: 'Month' },
  markDoubts(GROWTH, ({ doubt }) => doubt?.text ?? null),
  YEAR,
  YEAR_GROWTH,
];

const COUNTY: TableColumn<NearPlace> = {
  ...{ id: 'county', head: 'County' },
  value: ({ jurisdiction }) => jurisdiction.county,
  show: ({ same_county }, text) => (same_county === 'yes' ? `${text} (the same)` : text),
};

interface ChangeStripProps {
  /** Of all places of the type that the checks do not doubt. */
  changes: readonly number[];
  own: number | null;
  place: Jurisdiction;
  state: StateOverview;
}

/** Each change of the type as a line on one scale, with this place in it, and in words what it shows. */
function ChangeStrip({ changes, own, place, state }: ChangeStripProps) {
  const standing = standingOf(changes, own);
  if (!standing) return null;
  const { places, grew, middle, lowerShare, scale } = standing;
  const at = (change: number) => placeOnScale(standing, change);
  const types = showTypes(place.type ?? '').toLowerCase();
  return (
    <>
      <p>
        {showFigure(grew, 'count')} of the {showFigure(places, 'count')} {state.name} {types} here grew; the
        middle is {showFigure(middle, 'change')}.
        {lowerShare !== null &&
          ` ${place.name}, with ${showFigure(own, 'change')}, is ${nameStanding(lowerShare)}.`}
      </p>
      <div class="strip" aria-hidden="true">
        <svg viewBox="0 0 100 20" preserveAspectRatio="none" aria-hidden="true">
          <path class="others" d={changes.map((change) => `M${at(change).toFixed(2)} 3v14`).join('')} />
          <path class="nothing" d={`M${at(0).toFixed(2)} 0v20`} />
          {own !== null && <path class="own" d={`M${at(own).toFixed(2)} 0v20`} />}
        </svg>
        <p class="hint">
          <span>{showFigure(scale[0], 'change')} or less</span>
          {at(0) > 20 && at(0) < 80 && (
            <span class="zero" style={{ left: `${at(0)}%` }}>
              0%
            </span>
          )}
          <span>{showFigure(scale[1], 'change')} or more</span>
        </p>
      </div>
    </>
  );
}

/** `the highest`, or `above 78% of the others`. */
function nameStanding(lowerShare: number): string {
  if (lowerShare === 1) return 'the highest';
  return lowerShare === 0 ? 'the lowest' : `above ${Math.round(lowerShare * 100)}% of the others`;
}

/** How large the figure is among those of the same type that the dataset has. */
export function RankLine({ record, place, state }: Pick<ViewedPlace, 'record' | 'place' | 'state'>) {
  const { allocation_period, value, rank, ranked } = record;
  if (!value || rank === null || ranked === null || place.type === null) return null;
  if (areAllEqual(record)) return null;
  const types = showTypes(place.type).toLowerCase();
  const shares = isClearlyIncomplete(state, allocation_period) ? [] : sharesOf(record, place, state);
  return (
    <p class="standing">
      Rank {showFigure(rank, 'count')} of {showFigure(ranked, 'count')} {state.name} {types} here,{' '}
      {paidMonth(allocation_period, salesLagOf(state))}.
      {shares.length > 0 && ` Share of those here: ${shares.join(', ')}.`}
    </p>
  );
}

/** `22.00% of Bluestem County’s cities`, `20.00% of Texas’s`. A county is all of its county. */
function sharesOf(
  { share_of_county, share_of_state }: AnalyzedMonth,
  { type, county }: Jurisdiction,
  { name }: StateOverview,
): string[] {
  const wholes: [number | null, string][] = [
    [type === 'county' ? null : share_of_county, `${county} County’s`],
    [share_of_state, `${name}’s`],
  ];
  return wholes
    .filter(([share]) => share !== null)
    .map(([share, whole], at) => {
      const what = at === 0 ? ` ${showTypes(type ?? '').toLowerCase()}` : '';
      return `${showFigure(share, 'share')} of ${whole}${what}`;
    });
}

/** The first of all has the mean only if all have the same. */
function areAllEqual({ rank, ranked, share_of_state }: AnalyzedMonth): boolean {
  if (ranked === 1) return true;
  return rank === 1 && share_of_state !== null && Math.abs(share_of_state * (ranked ?? 0) - 1) < 1e-5;
}

/** A month with fewer than this part of the jurisdictions of the months before has no useful shares. */
const WHOLE = 0.9;
const MONTHS_BEFORE = 12;

function isClearlyIncomplete({ months }: StateOverview, month: MonthDate): boolean {
  const at = months.findIndex(({ allocation_period }) => allocation_period === month);
  const counts = months.slice(Math.max(0, at), at + 1 + MONTHS_BEFORE).map((one) => one.jurisdictions);
  return (counts[0] ?? 0) < WHOLE * Math.max(...counts);
}
