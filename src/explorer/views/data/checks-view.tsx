import type { Finding, Overview } from '../../../client/generated/types.gen.ts';
import { linkTo } from '../../address/address.ts';
import { linkHere, parametersNamed, readParameter } from '../../address/navigation.ts';
import { Why } from '../../parts/change.tsx';
import { Choice } from '../../parts/choice.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { PageLinks } from '../../parts/page-links.tsx';
import { usePageTitle } from '../../parts/page-title.ts';
import { Choices } from '../../parts/sheet.tsx';
import { useOverview } from '../../service/overview.ts';
import { findingsQuestion } from '../../service/questions.ts';
import { useAnswer } from '../../service/use-answer.ts';
import type { TableColumn } from '../../table/columns.ts';
import { FigureTable } from '../../table/figure-table.tsx';
import { OfferList } from '../../table/save-list.tsx';
import { countOf } from '../../words/figures.ts';
import { shortPaidIn } from '../../words/sales.ts';
import { PartTabs } from '../part-tabs.tsx';

const SEVERITIES = ['error', 'warning', 'info'] as const;

/** How many findings a page has. */
const SHOWN = 100;

/** What the checks found, by severity, state and code. */
export function ChecksView() {
  const overview = useOverview();
  usePageTitle('Checks');
  const of = parametersNamed('state', 'severity');
  const filter = { ...of, code: readParameter('code') };
  const found = useAnswer(findingsQuestion({ ...filter, limit: SHOWN, page: readParameter('page') }));
  // the list of codes to choose from: those of the findings without this filter
  const all = useAnswer(findingsQuestion(of));
  return (
    <>
      <h1>Checks</h1>
      <PartTabs current="/data/checks" />
      <p class="lead">
        The checks found {summarizeFindings(overview)}. A finding stays until a run no longer finds it.
      </p>
      <p class="hint lines">
        After an error or a warning, a figure may be wrong. The dataset has what the state reported, unless
        the text says otherwise. A change that contains a doubted payment is marked ⚠, and is never listed
        among the largest. A line marked info doubts no figure.
      </p>
      <FindingChoices known={all.value?.data ?? []} />
      <Loaded answer={{ ...found, fault: found.fault ?? all.fault }}>
        {({ data, meta }) =>
          meta.total === 0 ? (
            <p class="notice">The checks found nothing of this kind.</p>
          ) : (
            <>
              <OfferList
                name="findings"
                total={meta.total}
                fileName="findings"
                path="/api/findings"
                parameters={filter}
              />
              <div class="findings">
                <FigureTable
                  caption="Findings"
                  columns={columnsOf(overview.states)}
                  rows={data}
                  keyOf={({ code, text, report }) => `${code} ${text} ${report?.sha256}`}
                />
              </div>
              <PageLinks meta={meta} noun="finding" />
            </>
          )
        }
      </Loaded>
    </>
  );
}

function FindingChoices({ known }: { known: readonly Finding[] }) {
  const { states } = useOverview();
  const [state, code] = ['state', 'code'].map((name) => readParameter(name) ?? '');
  const counted = states.filter((one) => !state || one.state === state);
  const countOfSeverity = (name: (typeof SEVERITIES)[number]) =>
    counted.reduce((sum, { findings }) => sum + findings[name], 0);
  const codes = [...new Set([...known.map((finding) => finding.code), ...(code ? [code] : [])])].sort();
  return (
    <Choices>
      <Choice
        label="State"
        parameter="state"
        options={[['', 'All states'], ...states.map((one) => [one.state, one.name] as const)]}
      />
      <Choice
        label="Severity"
        parameter="severity"
        options={[
          ['', 'All severities'],
          ...SEVERITIES.map((name) => [name, `${name} (${countOfSeverity(name)})`] as const),
        ]}
        forgotten={['code']}
      />
      <Choice
        label="Kind"
        parameter="code"
        options={[['', 'All kinds'], ...codes.map((name) => [name, nameCode(name)] as const)]}
      />
    </Choices>
  );
}

function columnsOf(states: Overview['states']): TableColumn<Finding>[] {
  return [
    {
      id: 'severity',
      head: 'Severity',
      value: ({ severity }) => severity,
      show: (_finding, text) => <span class={`severity ${text}`}>{text}</span>,
    },
    {
      id: 'code',
      head: 'Kind',
      value: ({ code }) => code,
      show: (_finding, code) => <a href={linkHere({ code, page: null })}>{nameCode(code)}</a>,
    },
    {
      id: 'text',
      head: 'What was found',
      isTelling: true,
      value: ({ text }) => text,
      show: ({ advice }, text) => (
        <>
          {text} {advice && <Why short="For the operator" text={advice} />}
        </>
      ),
    },
    {
      id: 'jurisdiction',
      head: 'Place',
      value: ({ jurisdiction }) => jurisdiction?.name ?? null,
      show: ({ jurisdiction, allocation_period }, name) => (
        <a href={linkTo(`/jurisdictions/${jurisdiction?.id}`, { figure: allocation_period })}>{name}</a>
      ),
    },
    {
      id: 'allocation_period',
      head: 'Month',
      content: 'month',
      value: ({ allocation_period }) => allocation_period,
      show: (finding) => shortPaidIn(states, finding),
    },
    {
      id: 'report',
      head: 'Report',
      value: ({ report }) => report?.file_name ?? null,
      show: (finding, name) => `${name}${placeIn(finding)}`,
    },
  ];
}

/** `unusual-payment` as `unusual payment`. */
function nameCode(code: string): string {
  return code.replaceAll('-', ' ');
}

/** `, sheet Statement, row 145, column Net Payment`. */
function placeIn({ sheet, row, column }: Finding): string {
  const parts = [
    sheet !== null && `sheet ${sheet}`,
    row !== null && `row ${row}`,
    column !== null && `column ${column}`,
  ];
  return parts.map((part) => (part ? `, ${part}` : '')).join('');
}

/** `3 errors, 12 warnings and 40 notes`, for the head of the page. */
function summarizeFindings({ states }: Overview): string {
  const parts = SEVERITIES.map((name) => {
    const count = states.reduce((sum, { findings }) => sum + findings[name], 0);
    return countOf(count, name === 'info' ? 'note' : name);
  });
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
