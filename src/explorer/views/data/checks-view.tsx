import type { Finding, Overview } from '../../../client/generated/types.gen.ts';
import { findingRecord } from '../../../records/descriptions/finding.ts';
import { linkTo } from '../../address/address.ts';
import { linkHere, parametersNamed, readParameter } from '../../address/navigation.ts';
import { Why } from '../../parts/change.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Choices } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { findingsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import { describedColumns, type TableColumn } from '../../table/columns.ts';
import { countOf } from '../../words/figures.ts';
import { shortPaidIn } from '../../words/sales.ts';
import { DataHead, StateChoice } from '../part-tabs.tsx';
import { PagedList } from './paged-list.tsx';

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** What the checks found, by severity, state and code. */
export function ChecksView() {
  const { states } = useOverview();
  return (
    <>
      <DataHead current="/data/checks" />
      <p class="lead">The checks found {countFindings(states)}.</p>
      <FindingChoices />
      <PagedList
        name="findings"
        noun="finding"
        path="/api/findings"
        chosenBy={['state', 'severity', 'code']}
        question={findingsQuestion}
        columns={columnsOf(states)}
        keyOf={({ code, text, report }) => `${code} ${text} ${report?.sha256}`}
        none="The checks found nothing of this kind."
      />
    </>
  );
}

/** `3 errors, 12 warnings and 40 notes`. */
function countFindings(states: Overview['states']): string {
  const [errors, warnings, notes] = SEVERITIES.map((name) => {
    const count = states.reduce((sum, { findings }) => sum + findings[name], 0);
    return countOf(count, name === 'info' ? 'note' : name);
  });
  return `${errors}, ${warnings} and ${notes}`;
}

function FindingChoices() {
  // the kinds to choose from are those without this choice
  const found = useAnswer(findingsQuestion(parametersNamed('state', 'severity'))).value?.data ?? [];
  const kinds = new Set([...found.map(({ code }) => code), readParameter('code') ?? '']);
  return (
    <Choices>
      <StateChoice />
      <Choice
        label="Severity"
        parameter="severity"
        options={[['', 'All severities'], ...SEVERITIES.map((name) => [name, name] as const)]}
        forgotten={['code']}
      />
      <Choice
        label="Kind"
        parameter="code"
        options={[...kinds].sort().map((code) => [code, nameCode(code) || 'All kinds'] as const)}
        usual=""
      />
    </Choices>
  );
}

function columnsOf(states: Overview['states']): TableColumn<Finding>[] {
  return describedColumns<Finding>(findingRecord.members, {
    severity: { show: (_finding, text) => <span class={`severity ${text}`}>{text}</span> },
    code: {
      ...{ head: 'Kind', meaning: 'What was checked' },
      show: (_finding, code) => <a href={linkHere({ code, page: null })}>{nameCode(code)}</a>,
    },
    text: {
      ...{ head: 'What was found', isTelling: true },
      show: ({ advice }, text) => (
        <>
          {text} {advice && <Why short="For the operator" text={advice} />}
        </>
      ),
    },
    jurisdiction_name: {
      head: 'Place',
      show: ({ jurisdiction, allocation_period }, name) => (
        <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`, { figure: allocation_period })}>{name}</a>
      ),
    },
    allocation_period: { show: (finding) => shortPaidIn(states, finding) },
    report_file_name: { head: 'Report', show: (finding, name) => `${name}${placeIn(finding)}` },
  });
}

/** `unusual-payment` as `unusual payment`. */
function nameCode(code: string): string {
  return code.replaceAll('-', ' ');
}

/** `, sheet Statement, row 145, column Net Payment`. */
function placeIn({ sheet, row, column }: Finding): string {
  const parts = Object.entries({ sheet, row, column }).filter(([, value]) => value !== null);
  return parts.map(([name, value]) => `, ${name} ${value}`).join('');
}
