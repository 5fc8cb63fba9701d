import { describe, expect, it } from 'vitest';
import {
  atPlace,
  capFindings,
  FINDING_SEVERITY,
  finding,
  findingMessage,
} from '../../../src/domain/findings/finding.ts';

const bad = (text: string) => finding('unreadable-cell', { what: text, expects: 'an amount', advice: '' });

describe('finding', () => {
  it('calls a field a field, and a printed header a column', () => {
    const place = { sheet: null, row: 2, column: 'net_payment' };
    expect(atPlace('may.csv', place)).toBe('may.csv, row 2, field net_payment');
    expect(atPlace('may.csv', { ...place, column: 'Net Payment' })).toBe(
      'may.csv, row 2, column "Net Payment"',
    );
  });

  it('has the severity of its code, and no place unless one is given', () => {
    expect(finding('unread-row', { what: 'short', advice: '' })).toEqual({
      severity: 'error',
      code: 'unread-row',
      facts: { what: 'short', advice: '' },
      sheet: null,
      row: null,
      column: null,
      reportId: null,
      jurisdictionId: null,
      month: null,
    });
    expect(finding('control-total', { printed: 1, sum: 2 }, { row: 3 }).severity).toBe('warning');
    expect(finding('skipped-line', { what: 'a note', text: 'A' }, { sheet: 'A', row: 7 })).toMatchObject({
      severity: 'info',
      sheet: 'A',
      row: 7,
      column: null,
    });
  });

  it('writes every code in lower case with hyphens, and gives it one severity', () => {
    expect(FINDING_SEVERITY.size).toBeGreaterThan(40);
    for (const [code, severity] of FINDING_SEVERITY) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(['error', 'warning', 'info']).toContain(severity);
    }
  });
});

describe('capFindings', () => {
  const notes = Array.from({ length: 5 }, (_, at) =>
    finding('skipped-line', { what: 'a note', text: `note ${at}` }),
  );
  const cells = Array.from({ length: 3 }, (_, at) => bad(`code ${at}`));

  it('keeps the first findings of each code and counts the rest', () => {
    const kept = capFindings([...notes, ...cells], 3);
    expect(kept.filter(({ code }) => code === 'unreadable-cell')).toHaveLength(3);
    const keptNotes = kept.filter(({ code }) => code === 'skipped-line').map(findingMessage);
    const ofNote = (at: number) => expect.stringMatching(new RegExp(`"note ${at}"$`));
    expect(keptNotes.slice(0, 3)).toEqual([ofNote(0), ofNote(1), ofNote(2)]);
    expect(keptNotes).toHaveLength(4);
    expect(keptNotes[3]).toContain('2 more');
  });

  it('does not change lists within the limit', () => {
    expect(capFindings([...notes, ...cells], 5)).toEqual([...notes, ...cells]);
    expect(capFindings([], 5)).toEqual([]);
  });
});
