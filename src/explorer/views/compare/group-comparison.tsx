import type { ComparisonLine, StateOverview } from '../../../client/generated/types.gen.ts';
import { type Address, linkWith, type Parameters } from '../../address/address.ts';
import { goTo } from '../../address/navigation.ts';
import { Chart } from '../../chart/chart.tsx';
import { Choice } from '../../parts/choice.tsx';
import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { LikeForLike } from '../../parts/like-for-like.tsx';
import { comparisonQuestion } from '../../service/questions.ts';
import { useAnswers } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { countOf } from '../../words/figures.ts';
import { longMonth, type MonthDate } from '../../words/months.ts';
import { creditOf } from '../../words/sources.ts';
import { type ChartSpan, lastYears, monthSlots, spanOf } from '../jurisdiction/charts.ts';
import { comparedColumns, SHARED, YEAR_TO_DATE } from '../jurisdiction/series.ts';
import type { CompareChoice } from './choice.ts';
import type { Compared } from './compared-series.ts';
import { nameOfGroup } from './group.ts';
import { GroupLines } from './group-lines.tsx';

interface GroupComparisonProps {
  address: Address;
  choice: CompareChoice;
  state: StateOverview;
  one: Compared;
}

/** What a jurisdiction can be compared with. */
const GROUPS = ['county', 'type', 'state'] as const;
type Group = (typeof GROUPS)[number];

/** One jurisdiction beside its county, type or state: the figures of a month, and both month by month. */
export function GroupComparison({ address, choice, state, one }: GroupComparisonProps) {
  const { place, records } = one;
  const groups = GROUPS.filter((name) => name === 'state' || place[name] !== null);
  const group = groups.find((name) => name === address.parameters.get('with')) ?? groups[0] ?? 'state';
  const months = records.map(({ allocation_period }) => allocation_period);
  const month = months.find((known) => known === address.parameters.get('month')) ?? months[0];
  if (month === undefined) return null;
  const name = groupName(group, one, state);
  return (
    <section aria-label="Against its group">
      <h2>{place.name} beside its group</h2>
      <div class="choices">
        <nav class="tabs" aria-label="Groups">
          {groups.map((known) => (
            <a
              key={known}
              href={linkWith(address, { with: known === groups[0] ? null : known })}
              aria-current={known === group ? 'true' : undefined}
            >
              {groupName(known, one, state)}
            </a>
          ))}
        </nav>
        <Choice
          label="Month"
          value={month}
          options={months.map((known) => [known, longMonth(known)])}
          onChoose={(value) => goTo(linkWith(address, { month: value === months[0] ? null : value }))}
        />
      </div>
      <SixFigures state={state} one={one} group={group} month={month} name={name} />
      <GroupLines state={state} one={one} choice={choice} filter={filterOf(group, one)} name={name} />
      <Share state={state} one={one} group={group} name={name} span={choice.years} />
    </section>
  );
}

/** `Cities of Alameda County`. */
function groupName(group: Group, { place: { type, county } }: Compared, state: StateOverview): string {
  const chosen = {
    county: { type, county },
    type: { type, county: null },
    state: { type: null, county: null },
  }[group];
  return nameOfGroup({ state: state.state, ...chosen }, state);
}

interface GroupProps {
  one: Compared;
  group: Group;
  name: string;
}

/** The figures of a month beside those of the group, both as the service gives them. */
function SixFigures({
  state,
  one,
  group,
  month,
  name,
}: GroupProps & { state: StateOverview; month: MonthDate }) {
  const { place, field } = one;
  const asked = { allocation_period: month };
  const [own, whole] = useAnswers([
    comparisonQuestion(state.state, { ...asked, jurisdictions: place.id }),
    comparisonQuestion(state.state, { ...asked, ...filterOf(group, one), group }),
  ]);
  for (const answer of [own, whole])
    if (answer?.fault) return <FaultNotice fault={answer.fault} again={answer.again} />;
  if (!own?.value || !whole?.value) return <Waiting />;
  const lines = [...own.value.data, ...whole.value.data];
  const [sum] = whole.value.data;
  const usual = state.fields.find((known) => known.name === state.headline);
  const nameOf = ({ jurisdiction }: ComparisonLine) => jurisdiction?.name ?? name;
  return (
    <div class="dense">
      <FigureTable
        caption={`${place.name} and ${name} in ${longMonth(month)}`}
        columns={groupColumns(nameOf)}
        rows={lines}
        keyOf={({ jurisdiction }) => String(jurisdiction?.id ?? 'group')}
        fileName={`${place.slug}-beside-${group}-${month.slice(0, 7)}`}
      >
        <span class="hint">
          The second line is the sum of {countOf(sum?.members ?? 0, 'jurisdiction')}, {place.name} included.
          {field.name !== state.headline &&
            ` The service compares groups by ${usual?.label.toLowerCase()} only.`}
        </span>
      </FigureTable>
      {sum && <LikeForLike sum={sum} beside={['year_to_date', 'fiscal_year_to_date', 'rolling_year']} />}
    </div>
  );
}

function groupColumns(nameOf: (line: ComparisonLine) => string): TableColumn<ComparisonLine>[] {
  return [
    { id: 'name', head: 'Of', value: nameOf },
    ...SHARED.flatMap((figure) =>
      comparedColumns<ComparisonLine>(figure, 'amount', (line, id) => line[id]).map((column) =>
        column.id === YEAR_TO_DATE.before ? { ...column, isHidden: false } : column,
      ),
    ),
  ];
}

/** The parameters that choose the members of a group. */
function filterOf(group: Group, { place: { type, county } }: Compared): Parameters {
  return { county: { county, type }, type: { type }, state: {} }[group];
}

/** The share of each month. The service gives shares of the same type only. */
function Share({
  state,
  one: { place, series },
  group,
  name,
  span,
}: GroupProps & { state: StateOverview; span: ChartSpan }) {
  // shares are of the same type
  if (group === 'state') return null;
  const id = group === 'county' ? 'share_of_county' : 'share_of_state';
  const months = lastYears(series.months, span);
  const isKnown = months.some(({ record }) => record?.[id] !== null);
  if (!isKnown) return <p class="notice">Shares are there for amounts only. Choose another figure.</p>;
  return (
    <Chart
      data={{
        title: `${place.name}: ${series.field.label.toLowerCase()} as a share. ${name}, ${spanOf(months)}`,
        measure: 'share',
        slots: monthSlots(months.map(({ month }) => month)),
        series: [
          {
            id,
            label: 'Share',
            shape: 'line',
            tone: 'main',
            values: months.map(({ record, isExpected }) => (isExpected ? (record?.[id] ?? null) : null)),
            isExpected: months.map(({ isExpected }) => isExpected),
          },
        ],
      }}
      fileName={`${place.slug}-${id.replaceAll('_', '-')}`}
      credit={creditOf([state])}
    />
  );
}
