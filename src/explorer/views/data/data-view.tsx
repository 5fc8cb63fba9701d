import type { StateOverview } from '../../../client/generated/types.gen.ts';
import { BASE } from '../../address/navigation.ts';
import { SITE } from '../../address/site.ts';
import { CopyButton } from '../../parts/copy-button.tsx';
import { useOverview } from '../../service/overview.ts';
import { SaveList } from '../../table/save-list.tsx';
import { longDay } from '../../words/months.ts';
import { namePeriod } from '../../words/periods.ts';
import { citationOf } from '../../words/sources.ts';
import { DataHead } from '../part-tabs.tsx';

/** How to get the dataset, and how to cite it. */
export function AboutData() {
  const data = useOverview();
  const citation = citationOf(data, BASE.href);
  return (
    <>
      <DataHead current="/data" />
      <p class="lead">
        {data.updated_at === null ? 'Empty so far.' : `Updated on ${longDay(data.updated_at)}.`}
      </p>
      {SITE !== null && (
        <p class="lines">
          This site is a copy of one version. Only the service has whole lists as files, and the HTTP API.
        </p>
      )}
      <section aria-label="Download" hidden={SITE !== null}>
        <h2>Download</h2>
        <ul class="downloads">
          {data.states.map((state) => (
            <Download key={state.state} state={state} />
          ))}
        </ul>
        <p class="lines">
          For programs: <a href="docs">documentation of the HTTP API</a> ·{' '}
          <a href="openapi.json">OpenAPI document</a>
        </p>
      </section>
      <section aria-label="How to cite">
        <h2>How to cite</h2>
        <blockquote class="citation">{citation}</blockquote>
        <p class="actions">
          <CopyButton label="Copy" textOf={() => citation} />
        </p>
      </section>
    </>
  );
}

/** All records of a state. */
function Download({ state: { state, name, months, first_period, last_period } }: { state: StateOverview }) {
  if (first_period === null || last_period === null) return null;
  return (
    <li>
      <b>{name}</b> <span class="hint">{namePeriod({ first: first_period, last: last_period })}</span>
      <span class="actions">
        <SaveList
          name={`all months of ${name}`}
          total={months.reduce((sum, { jurisdictions }) => sum + jurisdictions, 0)}
          fileName={`${state}-sales-tax-allocations`}
          path={`/api/${state}/sales-tax/allocations`}
        />
      </span>
    </li>
  );
}
