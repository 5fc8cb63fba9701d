import { describe, expect, it } from 'vitest';
import { capFindings, countFindings, FINDING_SEVERITY, finding } from '../../src/domain/finding.ts';

describe('finding', () => {
  it('takes its severity from its code and stands nowhere unless told', () => {
    expect(finding('bad-amount', 'text')).toEqual({
      severity: 'error',
      code: 'bad-amount',
      message: 'text',
      sheet: null,
      row: null,
      column: null,
    });
    expect(finding('control-total', 'text', { row: 3 }).severity).toBe('warning');
    expect(finding('note-row', 'text', { sheet: 'A', row: 7 })).toMatchObject({
      severity: 'info',
      sheet: 'A',
      row: 7,
      column: null,
    });
  });

  it('has codes of one spelling, each with one severity', () => {
    expect(FINDING_SEVERITY.size).toBeGreaterThan(40);
    for (const [code, severity] of FINDING_SEVERITY) {
      expect(code).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(['error', 'warning', 'info']).toContain(severity);
    }
  });
});

it('counts findings by severity', () => {
  const findings = [finding('bad-code', ''), finding('bad-code', ''), finding('note-row', '')];
  expect(countFindings(findings)).toEqual({ error: 2, warning: 0, info: 1 });
  expect(countFindings([])).toEqual({ error: 0, warning: 0, info: 0 });
});

describe('capFindings', () => {
  const notes = Array.from({ length: 5 }, (_, at) => finding('note-row', `note ${at}`));
  const bad = Array.from({ length: 3 }, (_, at) => finding('bad-code', `code ${at}`));

  it('keeps the first of each code and says how many were left out', () => {
    const kept = capFindings([...notes, ...bad], 3);
    expect(kept.filter(({ code }) => code === 'bad-code')).toHaveLength(3);
    const keptNotes = kept.filter(({ code }) => code === 'note-row').map(({ message }) => message);
    expect(keptNotes.slice(0, 3)).toEqual(['note 0', 'note 1', 'note 2']);
    expect(keptNotes).toHaveLength(4);
    expect(keptNotes[3]).toContain('2 more');
  });

  it('leaves lists within the limit alone', () => {
    expect(capFindings([...notes, ...bad], 5)).toEqual([...notes, ...bad]);
    expect(capFindings([], 5)).toEqual([]);
  });
});
