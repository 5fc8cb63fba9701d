import { FaultNotice, Waiting } from '../../parts/fault-notice.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { overviewQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { showTime } from '../../words/figures.ts';
import type { ViewProps } from '../view.ts';
import { Citation } from './citation.tsx';
import { Findings, summarizeFindings } from './findings.tsx';
import { StateReports } from './state-reports.tsx';
import { Versions } from './versions.tsx';

/** What the dataset has and lacks, and how to get it and cite it. */
export function AboutData({ address }: ViewProps) {
  const { value, fault, again } = useAnswer(overviewQuestion());
  usePageTitle('Data');
  if (fault) return <FaultNotice fault={fault} again={again} />;
  if (!value) return <Waiting />;
  const { data } = value;
  return (
    <>
      <h1>Data</h1>
      <p class="lead">
        {data.updated_at === null ? 'Empty so far.' : `Updated ${showTime(data.updated_at)}.`} The checks
        found {summarizeFindings(data)}.
      </p>
      <section aria-label="Months and downloads">
        <h2>Months and downloads</h2>
        {data.states.map((state) => (
          <StateReports key={state.state} state={state} />
        ))}
      </section>
      <Findings address={address} overview={data} />
      <Versions overview={data} />
      <Citation overview={data} />
      <section aria-label="For programs">
        <h2>For programs</h2>
        <ul class="bullets">
          <li>
            <a href="docs">Documentation of the HTTP API</a>, to try it in the browser
          </li>
          <li>
            <a href="openapi.json">OpenAPI document</a>, to generate a client
          </li>
          <li>
            <span class="code">allocations export --help</span> writes CSV and XLSX files of any selection
          </li>
        </ul>
      </section>
    </>
  );
}
