import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { SpanSums, spanTo, YEAR } from '../../../derive/span.ts';
import { roundedDollars } from '../../../domain/text/rounded.ts';
import { linkTo } from '../../address/address.ts';
import { placeLink, usePageTitle } from '../../address/navigation.ts';
import { FEWEST_POINTS } from '../../chart/chart-data.ts';
import { smallLine } from '../../chart/scales.ts';
import { Change, WithoutTaxChanges } from '../../parts/change.tsx';
import { SearchBox } from '../../parts/search-box.tsx';
import { idOfGroup } from '../../selection.ts';
import { largestFirst, useOverview } from '../../service/overview.ts';
import { countOf, showTypes } from '../../words/figures.ts';
import { dateOfMonth, longMonth, monthNumber } from '../../words/months.ts';
import { namePeriod, writePeriod } from '../../words/periods.ts';

/** The start page: search, questions that open filled views, and a line for each state. */
export function Home() {
  usePageTitle(null);
  const monthOf = ({ last_period }: StateOverview) => monthNumber(last_period ?? '');
  const loaded = largestFirst(useOverview().states).sort((one, other) => monthOf(other) - monthOf(one));
  const first = loaded.find(({ newest }) => newest?.sum.payment.change != null) ?? loaded[0];
  return (
    <>
      <section class="opening">
        <h1>Local sales tax allocations</h1>
        <p class="lead">
          What each city, county and district was paid, month by month, from the states’ own reports.
        </p>
        <SearchBox />
        {first && <Examples state={first} />}
      </section>
      {loaded.length > 0 ? (
        <ul class="states" aria-label="States">
          <li class="heads" aria-hidden="true">
            {HEADS.map((head) => (
              <span key={head}>{head}</span>
            ))}
          </li>
          {loaded.map((state) => (
            <StateLine key={state.state} state={state} />
          ))}
        </ul>
      ) : (
        <p>
          Nothing is loaded yet. Load your reports: <code>allocations ingest FILE</code>
        </p>
      )}
    </>
  );
}

const HEADS = ['State', 'Payment', 'Month', 'From a year before', 'Twelve months', 'Reports'];
const QUARTER = 3;
/** Of the places of the newest month. */
const LEAST_SHARE = 0.95;

/** Three questions that people ask, with the views that answer them. */
function Examples({ state }: { state: StateOverview }) {
  const { state: code, name, types, newest } = state;
  const [type = null] = types;
  const last = newest?.allocation_period ?? '';
  const quarter = { first: dateOfMonth(monthNumber(last) - QUARTER + 1), last };
  const places = type === null ? 'places' : showTypes(type).toLowerCase();
  const links = [
    [
      `What did ${name} pay in ${longMonth(last)}?`,
      placeLink(idOfGroup({ state: code, type: null, county: null })),
    ],
    [
      `Which ${places} of ${name} lost most in ${namePeriod(quarter)}?`,
      linkTo(`/rankings/${code}/${writePeriod(quarter)}`, { type, sort: 'sum_difference' }),
    ],
    [
      `What did ${name}’s ${places} get each year?`,
      placeLink(idOfGroup({ state: code, type, county: null }), { chart: 'years' }),
    ],
  ] as const;
  return (
    <ul class="examples" aria-label="Questions to start with">
      {links.map(([text, href]) => (
        <li key={text}>
          <a href={href}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

/** The sums of twelve months of a state as a small line; nothing where a month lacks many of the places of the newest. */
function TwelveMonths({ state: { name, months } }: { state: StateOverview }) {
  const least = LEAST_SHARE * (months[0]?.jurisdictions ?? 0);
  const first = monthNumber(months.at(-1)?.allocation_period ?? '');
  const slots: number[] = [];
  for (const { allocation_period, jurisdictions, total } of months)
    if (total !== null && jurisdictions >= least) slots[monthNumber(allocation_period) - first] = total;
  const paid = new SpanSums({ first, slots });
  const sums = Array.from(slots, (_, at) => paid.wholeSum(spanTo(first + at, YEAR)));
  if (sums.filter((sum) => sum !== null).length < FEWEST_POINTS) return <span />;
  return (
    <svg class="spark" viewBox="0 0 160 28" role="img" aria-label={`${name} over twelve months`}>
      <path class="line" d={smallLine(sums, 160, 28, 2)} />
    </svg>
  );
}

/** What a state paid in its newest month, and whether a later one is due. */
function StateLine({ state }: { state: StateOverview }) {
  const { state: code, name, newest, jurisdictions, expected, missing } = state;
  if (newest === null) return null;
  const sum = newest.sum.payment;
  const due = missing.length + expected.length;
  return (
    <li data-state={code}>
      <a href={placeLink(idOfGroup({ state: code, type: null, county: null }))}>{name}</a>{' '}
      <b data-figure="sum_value">{sum.value === null ? '' : roundedDollars(sum.value)}</b>{' '}
      <span>in {longMonth(newest.allocation_period)}</span>{' '}
      <span>
        <Change figure={sum} name="sum_change" /> <WithoutTaxChanges figure={sum} isShort />
      </span>{' '}
      <TwelveMonths state={state} />
      <span class="hint">
        {countOf(jurisdictions, 'place')}
        {due > 0 && ' · '}
        {due > 0 && <a href={linkTo('/data/completeness')}>{countOf(due, 'report')} due</a>}
      </span>
    </li>
  );
}
