import { UNIT_SCALES } from '../../domain/allocation.ts';
import {
  FINDING_SEVERITY,
  type Finding,
  type FindingCode,
  formatFinding,
  type Subject,
} from '../../domain/findings/finding.ts';
import { column, describe } from '../description.ts';
import {
  placeGroup,
  reportGroup,
  SALES_OF,
  type ShownPlace,
  type ShownReport,
  STATE,
} from './shared-columns.ts';

/** A current finding with its place. */
export interface ShownFinding extends Omit<Finding, keyof Subject> {
  text: string;
  advice: string;
  /** The run that first found it. */
  run_id: number;
  state: string;
  jurisdiction: ShownPlace | null;
  allocation_period: string | null;
  sales_period: string | null;
  /** The report of the finding; null if there is none. */
  report: ShownReport | null;
}

const SEVERITIES = ['error', 'warning', 'info'] as const;
const EXAMPLE_CODE: FindingCode = 'total-jump';
const CODES: readonly [FindingCode, ...FindingCode[]] = [
  EXAMPLE_CODE,
  ...[...FINDING_SEVERITY.keys()].filter((code) => code !== EXAMPLE_CODE),
];

/** The floor of unusual payments in dollars, unless the request asks for others. */
const USUAL_MINIMUM = 10_000;

/** From how many cents on a request lists unusual payments. */
export function leastUnusual({ minimum, ...asked }: Readonly<Record<string, unknown>>): number {
  const isNamed = [asked.code, asked.jurisdictions, asked.run].some((one) => one !== undefined);
  return Number(minimum ?? (isNamed ? 0 : USUAL_MINIMUM)) * UNIT_SCALES.amount;
}

export const findingRecord = describe<ShownFinding>()({
  name: 'findings',
  one: 'finding',
  address: '/api/findings',
  tag: 'dataset',
  title: 'List what the checks found: errors, then warnings, then infos',
  notes:
    'You can combine all parameters. Within a severity, the list is sorted by state, then by newest month. Unusual payments come after the others of their severity and state, the largest first. Those below $10,000 a month are left out, unless the request names a minimum, a code or jurisdictions. A finding stays in the list until a run no longer finds it.',
  filters: {
    state: { kind: 'choice', of: 'state', meaning: 'Only findings about this state' },
    severity: { kind: 'choice', meaning: 'Only findings of this severity', choices: SEVERITIES },
    code: { kind: 'choice', meaning: 'Only findings with this code', choices: CODES },
    jurisdictions: {
      kind: 'ids',
      meaning: 'Only findings about these jurisdictions or their rows',
    },
    allocation_period: { kind: 'month', meaning: 'Only this allocation period' },
    minimum: {
      kind: 'count',
      meaning:
        'Leave out unusual payments of places with fewer dollars in the month and in the months around it',
      example: 100_000,
      most: 1_000_000_000,
    },
    run: {
      kind: 'count',
      meaning: 'Only findings that this run reported first',
      example: 12,
      isForCommand: true,
    },
  },
  members: [
    column('severity', 'choice', 'Severity', 'How much it matters', { choices: SEVERITIES }),
    column('code', 'text', 'Code', 'docs/reference/findings.md lists the codes', { example: EXAMPLE_CODE }),
    column('text', 'text', 'What happened', 'What happened'),
    column('advice', 'text', 'What to do', 'What to do. Empty if there is nothing to do'),
    column('facts', 'facts', 'Facts', 'The figures and names in the text. Amounts are in cents', {
      read: ({ facts }) => ({ ...facts }),
    }),
    STATE,
    placeGroup(
      'null if the finding is about a report, a row without a code, or the whole state',
      ({ jurisdiction }) => jurisdiction,
    ),
    column(
      'allocation_period',
      'month?',
      'Month',
      'null if the finding is about a report or a row without a month',
    ),
    SALES_OF,
    reportGroup('The report that shows it. null if there is none', ({ report }) => report),
    column('sheet', 'text?', 'Sheet', 'null if the format has no sheets'),
    column('row', 'number?', 'Row', 'Row number in the report, from 1'),
    column('column', 'text?', 'Column', 'Header of the column, or name of the field'),
  ],
  shown: [
    'severity',
    'code',
    'state',
    'allocation_period',
    'sales_period',
    'jurisdiction_name',
    'report_file_name',
    'row',
    'text',
  ],
  lineOf: (item) => {
    const { state, allocation_period: month, sales_period: sales, jurisdiction, report } = item;
    const when = month && `${month.slice(0, 7)}${sales ? ` (sales of ${sales.slice(0, 7)})` : ''}`;
    const about = [state, when, jurisdiction?.name, report?.file_name];
    return formatFinding(about.filter((text) => text !== undefined && text !== null).join(' '), item);
  },
  examples: ['--severity warning', '--state tx --code total-jump'],
});
