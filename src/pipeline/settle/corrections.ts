import type { Unit } from '../../domain/allocation.ts';
import { type Finding, type FindingCode, factsOf, finding } from '../../domain/findings/finding.ts';
import { placeName } from '../../domain/findings/template.ts';
import { type Figure, formatMoney, formatScaled } from '../../domain/money.ts';
import { formatMonth } from '../../domain/month.ts';
import { isKindOf, type StoredRow } from '../../domain/report.ts';
import { fieldInWords } from '../../domain/text/wording.ts';
import type { Correction } from '../../registers/corrections.ts';
import type { SeriesRemark, State } from '../../states/state.ts';
import type { StateStore } from '../../store/write/state-store.ts';
import { monthFinding, type PlacedFinding } from '../../store/write/stored-findings.ts';

/** The findings about figures that the register of corrections names. */
const OF_THE_REGISTER: readonly FindingCode[] = ['figure-corrected', 'correction-misfit'];

/** A figure as registers write it; blank if there is none. */
function textOf(figure: Figure | null, unit: Unit): string {
  if (figure === null) return '';
  return unit === 'amount' ? formatMoney(figure) : formatScaled(figure, 6);
}

/** Applies the corrections of one jurisdiction and kind to its counting rows. */
export function correctRows(
  rows: readonly StoredRow[],
  corrections: readonly Correction[],
): { rows: readonly StoredRow[]; remarks: SeriesRemark[] } {
  if (corrections.length === 0) return { rows, remarks: [] };
  const remarks: SeriesRemark[] = [];
  const corrected = rows.map((row) => {
    const figures = { ...row.figures };
    const names = new Set<string>();
    for (const known of corrections.filter(({ month }) => month === row.month)) {
      const { field, publishedText, correctText, reason, source } = known;
      const place = { month: row.month, row, field };
      const subject = { code: row.code, name: row.name, month: row.month, field };
      if (row.figures[field] === known.published) {
        figures[field] = known.correct;
        names.add(field);
        const facts = {
          ...{ ...subject, published: publishedText || 'blank', correct: correctText || 'blank' },
          ...{ reason, source },
        };
        remarks.push({ code: 'figure-corrected', facts, ...place });
      } else {
        const printed = textOf(row.figures[field] ?? null, known.unit) || 'blank';
        const subject = `${placeName(row.name, row.code)}, ${formatMonth(row.month)}`;
        const facts = {
          what: `${subject}: corrections.json expects ${fieldInWords(field)} to be ${publishedText || 'blank'}, but the report has ${printed}. The dataset keeps the printed figure.`,
          advice: isOpposite(row.figures[field], known.published)
            ? 'If the entry copies the sign of the report, give both of its figures the opposite sign. corrections.json uses the signs of the dataset.'
            : 'If the state corrected the figure, remove the entry from corrections.json.',
        };
        remarks.push({ code: 'correction-misfit', facts, ...place });
      }
    }
    return names.size > 0 ? { ...row, figures, corrected: names } : row;
  });
  return { rows: corrected, remarks };
}

function isOpposite(figure: Figure | null | undefined, published: Figure | null): boolean {
  return Boolean(figure) && figure === -(published ?? 0);
}

/**
 * Finds figures of a series whose correction is no longer in the register, so that they are as published again. The
 * run may use another register than the last run did.
 */
export function lapsedCorrections(
  { code }: State,
  before: readonly PlacedFinding[],
  now: readonly PlacedFinding[],
): PlacedFinding[] {
  const isKnown = ({ month, column }: PlacedFinding) =>
    now.some((item) => OF_THE_REGISTER.includes(item.code) && item.month === month && item.column === column);
  return before
    .filter((item) => !isKnown(item))
    .flatMap((item) => {
      const correction = factsOf('figure-corrected', item);
      if (correction === null) return [];
      const { sheet, row, column } = item;
      const facts = { state: code, ...correction };
      return [{ ...item, ...finding('correction-lapsed', facts, { sheet, row, column }) }];
    });
}

export function correctionsOf({ code }: State, corrections: readonly Correction[]): Correction[] {
  return corrections.filter(({ kind }) => isKindOf(code, kind));
}

/** The corrections of one state without a row in any report. */
export function unmatchedCorrections(store: StateStore, corrections: readonly Correction[]): PlacedFinding[] {
  return corrections
    .filter(({ kind, code, month }) => !store.rowsOf(kind).hasMonth(store.state.idOf(code), month))
    .map(({ kind, code, month, field }) => {
      const facts = {
        what: `corrections.json corrects ${fieldInWords(field)} of ${code} in ${formatMonth(month)}, but no ${kind} report has that row.`,
        advice: 'Correct the entry of corrections.json, or remove it.',
      };
      return monthFinding('correction-misfit', facts, month, null);
    });
}

/** Whether a finding says that a correction does not fit the reports. */
export function isMisfit({ code }: Pick<Finding, 'code'>): boolean {
  return code === 'correction-misfit';
}
