/** Findings that an earlier version stored, with a message instead of facts. */

import type { Finding, FindingCode } from './finding.ts';

/** Codes of earlier versions, and the codes that replaced them. */
const CODE_NOW: Readonly<Record<string, FindingCode>> = {
  'bad-amount': 'unreadable-cell',
  'bad-code': 'unreadable-cell',
  'bad-date': 'unreadable-cell',
  'bad-month': 'unreadable-cell',
  'bad-name': 'unreadable-cell',
  'bad-percent': 'unreadable-cell',
  'bad-type': 'unreadable-cell',
  'correction-outdated': 'correction-misfit',
  'correction-unmatched': 'correction-misfit',
  'current-retained': 'row-arithmetic',
  'export-placeholder': 'not-a-report',
  'file-changed': 'unreadable-file',
  'html-page': 'not-a-report',
  'malformed-csv': 'malformed-file',
  'malformed-json': 'malformed-file',
  'mixed-report-kinds': 'several-tables',
  'net-payment': 'row-arithmetic',
  'no-rows': 'empty-file',
  'old-workbook': 'unsupported-format',
  'row-above-header': 'unread-row',
  'second-header': 'several-tables',
  'service-fee': 'row-arithmetic',
  'total-collections': 'row-arithmetic',
  'workbook-too-large': 'file-too-large',
};

type EarlierFinding = Omit<Finding, 'code' | 'facts'> & { code: string; message: string };

/** Reads a finding from a stored run summary, of this version or an earlier one. */
export function storedFinding(item: Finding | EarlierFinding): Finding {
  if ('facts' in item) return item;
  const { message, code, ...known } = item;
  const facts = { earlierText: message, earlierCode: code };
  return { ...known, code: CODE_NOW[code] ?? (code as FindingCode), facts };
}
