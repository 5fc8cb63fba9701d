import { listFindingCodes } from '../../../src/domain/findings/reference.ts';
import { code as asCode, sentence, table } from '../pages.ts';

/** The catalogue of findings, by severity. */
export function findingTables(): Record<string, string> {
  const listed = listFindingCodes();
  const ofSeverity = (severity: string) =>
    table(
      ['code', 'meaning', 'what to do'],
      listed
        .filter((one) => one.severity === severity)
        .map(({ code, meaning, advice }) => [
          asCode(code),
          meaning,
          advice === '' ? 'Nothing.' : sentence(advice),
        ]),
    );
  return {
    errors: ofSeverity('error'),
    warnings: ofSeverity('warning'),
    infos: ofSeverity('info'),
  };
}
