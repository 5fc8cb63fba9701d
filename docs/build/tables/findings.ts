import { listFindingCodes } from '../findings/reference.ts';
import { code as asCode, sentence, table } from '../pages.ts';

/** Codes about the archive and corrections.json, not about the content of a report. */
const OF_THE_ARCHIVE: ReadonlySet<string> = new Set([
  'damaged-archive',
  'damaged-origin',
  'withdrawn-report',
  'correction-misfit',
  'correction-lapsed',
  'figure-corrected',
]);

/** The catalogue of findings: those of reports by severity, then those of the archive and of corrections. */
export function findingTables(): Record<string, string> {
  const listed = listFindingCodes();
  const ofSeverity = (severity: string) =>
    table(
      ['code', 'meaning', 'what to do'],
      listed
        .filter((one) => one.severity === severity && !OF_THE_ARCHIVE.has(one.code))
        .map(({ code, meaning, advice }) => [asCode(code), meaning, adviceOf(advice)]),
    );
  return {
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    infos: ofSeverity('info'),
    'archive-findings': table(
      ['code', 'severity', 'meaning', 'what to do'],
      listed
        .filter((one) => OF_THE_ARCHIVE.has(one.code))
        .map(({ code, severity, meaning, advice }) => [asCode(code), severity, meaning, adviceOf(advice)]),
    ),
  };
}

function adviceOf(advice: string): string {
  return advice === '' ? 'Nothing.' : sentence(advice);
}
