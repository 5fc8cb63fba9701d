import {
  atPlace,
  describeFinding,
  type Finding,
  type FindingCode,
  findingMessage,
  isCapped,
} from '../../domain/findings/finding.ts';
import { nameFew, plural } from '../../domain/text/wording.ts';
import type { ReportSummary } from '../../pipeline/summary.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

/** The topic of missing periods tells this one as long as it holds. */
const TOLD_ELSEWHERE: FindingCode = 'missing-report';

/** The warnings that updates found since the last one that was told. */
export function newWarnings({ units, run, untold }: UpdateOutcome): Notice {
  const fetched = new Set(units.filter(({ isChanged }) => isChanged).map(({ file }) => file));
  const reports = [
    // a new download that changes nothing: it was withdrawn, or another report wins
    ...run.reports.filter(({ path, status }) => status === 'unchanged' && fetched.has(path)),
    ...untold.flatMap((one) => one.reports).filter(({ status }) => status === 'loaded'),
  ];
  const others = untold.flatMap((one) => one.others).filter(isTold);
  const ofReports = reports.flatMap(firstOfEach);
  const count = others.length + ofReports.length;
  const headlines = [...others.map(nameOf), ...ofReports.map(({ name }) => name)];
  return {
    summary: `${plural(count, 'new warning')}: ${nameFew([...new Set(headlines)])}`,
    details: [
      ...others.map((item) => `${item.code}: ${findingMessage(item)}`),
      ...ofReports.map(({ text }) => text),
    ],
  };
}

function isTold({ code, severity }: Finding): boolean {
  return severity === 'warning' && code !== TOLD_ELSEWHERE;
}

/** A headline, if the finding has one of its own. A whole text is too long for a first line. */
function nameOf(item: Finding): string {
  const { headline, text } = describeFinding(item);
  return text === `${headline}.` ? item.code : headline;
}

/** For each code, a report's first warning with its place, and the number of others. */
function firstOfEach({ path, findings }: ReportSummary): { name: string; text: string }[] {
  const codes = new Set(findings.filter(isTold).map(({ code }) => code));
  return [...codes].flatMap((code) => {
    const ofCode = findings.filter((item) => item.code === code);
    const [first, ...more] = ofCode;
    if (!first) return [];
    const atLeast = isCapped(ofCode) ? 'at least ' : '';
    const others = more.length > 0 ? ` (and ${atLeast}${more.length} more of this code)` : '';
    return [
      { name: nameOf(first), text: `${atPlace(path, first)}: ${code}: ${findingMessage(first)}${others}` },
    ];
  });
}
