import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { NotThere } from '../../parts/not-there.tsx';
import { SaveList } from '../../table/save-list.tsx';
import { countOf, showTime } from '../../words/figures.ts';
import { longMonth, shortMonth } from '../../words/months.ts';
import { NEWEST } from '../rankings/ranking.ts';
import { GridKey, MonthGrid, reportKinds } from './month-grid.tsx';

/** The reports of one state: which months are there, what is missing, expected or held. */
export function StateReports({ state }: { state: StateOverview }) {
  const { name, first_period, last_period, jurisdictions, expected, missing, held } = state;
  if (first_period === null || last_period === null)
    return (
      <section aria-label={name} data-state={state.state}>
        <h3>{name}</h3>
        <p class="notice">No report of {name} is loaded yet.</p>
        <Held held={held} />
      </section>
    );
  return (
    <section class="state" aria-label={name} data-state={state.state}>
      <h3>{name}</h3>
      <p>
        {longMonth(first_period)} to {longMonth(last_period)}, {countOf(jurisdictions, 'jurisdiction')}.{' '}
        <a href={linkTo(`/rankings/${state.state}/${NEWEST}`)}>Ranking of the newest month</a>
      </p>
      <div class="calendars">
        {reportKinds(state).map((kind) => (
          <MonthGrid key={kind} state={state} kind={kind} />
        ))}
      </div>
      <GridKey />
      <ul class="expected-reports">
        {reportKinds(state).map((kind) => (
          <NotThere key={kind} kind={kind} missing={missing} expected={expected} />
        ))}
      </ul>
      <Held held={held} />
      <Download state={state} />
    </section>
  );
}

function Held({ held }: Pick<StateOverview, 'held'>) {
  return (
    <>
      {held.map(({ sha256, file_name, kind, first_period, last_period, at, doubts }) => (
        <div key={sha256} class="notice held" data-report={sha256}>
          <p>
            <b>Held for review: {file_name}</b>
          </p>
          <p class="hint">
            {kind}, {spanOf(first_period, last_period)}, held on {showTime(at)}. Its figures are not in the
            dataset until a person accepts it.
          </p>
          <ul class="bullets">
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </div>
      ))}
    </>
  );
}

function spanOf(first: string, last: string): string {
  return first === last ? shortMonth(first) : `${shortMonth(first)} to ${shortMonth(last)}`;
}

/** All records of the state. */
function Download({ state: { state, months, name } }: { state: StateOverview }) {
  return (
    <p class="actions">
      <SaveList
        name={`all months of ${name}`}
        total={months.reduce((sum, { jurisdictions }) => sum + jurisdictions, 0)}
        fileName={`${state}-sales-tax-allocations`}
        path={`/api/${state}/sales-tax/allocations`}
      />
    </p>
  );
}
