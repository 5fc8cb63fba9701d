import type { Line, StateOverview } from '../../../../client/generated/types.gen.ts';
import { linkTo } from '../../../address/address.ts';
import { placeLink } from '../../../address/navigation.ts';
import { type MonthRecord, PAYMENT } from '../../../figures.ts';
import type { PlaceOrGroup } from '../../../selection.ts';
import { questionAbout, questionOfState } from '../../../service/questions.ts';
import { useAnswer } from '../../../service/use-answer.ts';
import type { TableColumn } from '../../../table/columns.ts';
import { FigureTable } from '../../../table/figure-table.tsx';
import { showFigure, showTypes } from '../../../words/figures.ts';
import type { MonthDate } from '../../../words/months.ts';
import { countedMonth, paidMonth, salesLagOf } from '../../../words/sales.ts';
import { comparedColumns, markDoubts, type ViewedPlace } from '../series.tsx';
import { placeOnScale, standingOf } from './standing.ts';

type NearPlace = Line & { jurisdiction: NonNullable<Line['jurisdiction']> };

/** The rank of a place, the changes of all of its type, and those that are nearest in size. */
export function Peers({ record, place, state, series }: ViewedPlace) {
  const { month } = record;
  const { basis } = series;
  const counted = countedMonth(series, month).slice(0, 7);
  const ofState = useAnswer(
    questionOfState(state.state, 'compare', { months: counted, basis, near: place.id }),
  );
  const own = useAnswer(questionAbout(place, 'compare', { months: counted, basis }));
  const ofType = useAnswer(
    place.type === null
      ? null
      : questionOfState(state.state, 'compare', { months: month.slice(0, 7), type: place.type }),
  );
  const rank = <RankLine record={record} place={place} state={state} />;
  // all answers are shown at once, so that none moves another
  if ([ofState, own, ofType].some(({ isWaiting }) => isWaiting)) return <div aria-busy="true">{rank}</div>;
  const near = placesIn(ofState.value?.data);
  const self = placesIn(own.value?.data).map((line) => ({ ...line, size: 1 }));
  const changes = placesIn(ofType.value?.data).filter(({ sum }) => sum.doubtful === 0);
  return (
    <div aria-busy="false">
      {rank}
      {place.type !== null && <ChangeStrip lines={changes} place={place} state={state} />}
      {near.length > 0 && (
        <NearPlaces
          title={`The ${showTypes(place.type ?? '').toLowerCase()} of ${state.name} nearest in size, by their sums of twelve months.`}
          place={place}
          hasCounties={state.has_counties}
          rows={[...self, ...near]}
        />
      )}
    </div>
  );
}

function placesIn(lines: readonly Line[] = []): NearPlace[] {
  return lines.flatMap(({ jurisdiction, ...line }) => (jurisdiction ? [{ ...line, jurisdiction }] : []));
}

interface NearPlacesProps {
  title: string;
  place: PlaceOrGroup;
  /** Whether to name the county of each. */
  hasCounties: boolean;
  rows: readonly NearPlace[];
}

/** Places that are near in size, and a way to compare them. */
function NearPlaces({ title, place, hasCounties, rows }: NearPlacesProps) {
  const ids = rows.map(({ jurisdiction }) => jurisdiction.id);
  return (
    <>
      <p>
        {title} <a href={linkTo('/compare', { ids: ids.join(',') })}>Compare them</a>
      </p>
      <FigureTable
        caption={`${title} Near ${place.name}`}
        columns={hasCounties ? [...NEAREST_COLUMNS, countyBeside(place)] : NEAREST_COLUMNS}
        rows={rows}
        keyOf={({ jurisdiction }) => String(jurisdiction.id)}
      />
    </>
  );
}

const [PAID, , GROWTH] = comparedColumns<NearPlace>(
  { ...PAYMENT, of: 'sum' },
  'amount',
  ({ sum }) => sum,
  null,
);
const NEAREST_COLUMNS: readonly TableColumn<NearPlace>[] = [
  {
    ...{ id: 'name', head: 'Place' },
    value: ({ jurisdiction }) => jurisdiction.name,
    show: ({ jurisdiction }, text) => <a href={placeLink(jurisdiction.id)}>{text}</a>,
  },
  { ...PAID, head: 'Payment' },
  markDoubts(GROWTH, ({ doubt }) => doubt?.text ?? null),
  { ...{ id: 'size', head: 'Size', content: 'share' }, value: ({ size }) => size },
];

function countyBeside({ county: own }: PlaceOrGroup): TableColumn<NearPlace> {
  return {
    ...{ id: 'county', head: 'County' },
    value: ({ jurisdiction }) => jurisdiction.county,
    show: ({ jurisdiction: { county } }, text) =>
      county !== null && county === own ? `${text} (the same)` : text,
  };
}

interface ChangeStripProps {
  /** All places of the type that the checks do not doubt. */
  lines: readonly NearPlace[];
  place: PlaceOrGroup;
  state: StateOverview;
}

/** Each change of the type as a line on one scale, with this place in it, and in words what it shows. */
function ChangeStrip({ lines, place, state }: ChangeStripProps) {
  const changes = lines.flatMap(({ sum }) => sum.change ?? []);
  const own = lines.find(({ jurisdiction }) => jurisdiction.id === place.id)?.sum.change ?? null;
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
  const { month, payment, rank, ranked } = record;
  if (!payment.value || rank === null || ranked === null || place.type === null) return null;
  if (areAllEqual(record)) return null;
  const types = showTypes(place.type).toLowerCase();
  const shares = isClearlyIncomplete(state, month) ? [] : sharesOf(record, place, state);
  return (
    <p class="standing">
      Rank {showFigure(rank, 'count')} of {showFigure(ranked, 'count')} {state.name} {types},{' '}
      {paidMonth(month, salesLagOf(state))}.
      {shares.length > 0 && ` Share of those here: ${shares.join(', ')}.`}
    </p>
  );
}

/** `22.00% of Bluestem County’s cities`, `20.00% of Texas’s`. A county is all of its county. */
function sharesOf(
  { share_of_county, share_of_state }: MonthRecord,
  { type, county }: PlaceOrGroup,
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
function areAllEqual({ rank, ranked, share_of_state }: MonthRecord): boolean {
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
