import { atPlace, describeFinding, findingMessage } from '../../domain/findings/finding.ts';
import { shortHash } from '../../domain/text/sha256.ts';
import { plural } from '../../domain/text/wording.ts';
import { isSuperseded } from '../fetched-units.ts';
import type { Notice, UpdateOutcome } from './notice.ts';

export function refusals({ run, downloads }: UpdateOutcome): Notice {
  const refused = run.reports.filter(
    ({ status, path }) => status === 'refused' && !isSuperseded(path, downloads),
  );
  return {
    summary: `${plural(refused.length, 'report')} refused`,
    details: refused.map(({ path, findings }) => {
      const error = findings.find(({ severity }) => severity === 'error');
      return error ? `${atPlace(path, error)}: ${error.code}: ${findingMessage(error)}` : path;
    }),
  };
}

export function heldReports({ held }: UpdateOutcome): Notice {
  return {
    summary: `${plural(held.length, 'report')} held for your review`,
    details: held.map(({ file_name, sha256, doubts: [first] }) => {
      const hash = shortHash(sha256);
      const reason = first ? `${first.code}: ${describeFinding(first).text} ` : '';
      return `${file_name}: ${reason}Run allocations accept ${hash} --reason TEXT, or allocations reject ${hash} --reason TEXT.`;
    }),
  };
}
