import { CATALOGUE, type FindingCode } from '../../../src/domain/findings/catalogue.ts';
import { FINDING_SEVERITY } from '../../../src/domain/findings/finding.ts';
import { templateInWords } from '../../../src/domain/findings/template.ts';
import { MEANINGS } from '../findings/meanings.ts';
import { code as asCode, sentence, table } from '../pages.ts';

/** Codes about the archive and corrections.json, not about the content of a report. */
const OF_THE_ARCHIVE: ReadonlySet<FindingCode> = new Set<FindingCode>([
  'damaged-origin',
  'withdrawn-report',
  'correction-misfit',
  'correction-lapsed',
  'figure-corrected',
]);

/** The catalogue of findings: those of reports by severity, then those of the archive and of corrections. */
export function findingTables(): Record<string, string> {
  const codes = [...FINDING_SEVERITY.keys()];
  const ofSeverity = (severity: string) =>
    table(
      ['code', 'meaning', 'what to do'],
      codes
        .filter((code) => FINDING_SEVERITY.get(code) === severity && !OF_THE_ARCHIVE.has(code))
        .map((code) => [asCode(code), MEANINGS[code], adviceOf(code)]),
    );
  return {
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    infos: ofSeverity('info'),
    'archive-findings': table(
      ['code', 'severity', 'meaning', 'what to do'],
      codes
        .filter((code) => OF_THE_ARCHIVE.has(code))
        .map((code) => [asCode(code), CATALOGUE[code].severity, MEANINGS[code], adviceOf(code)]),
    ),
  };
}

function adviceOf(code: FindingCode): string {
  const { advice } = CATALOGUE[code];
  if (advice === '{advice}') return 'The message says it.';
  return advice === '' ? 'Nothing.' : sentence(templateInWords(advice));
}
