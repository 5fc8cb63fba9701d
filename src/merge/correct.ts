import type { Unit } from '../domain/allocation.ts';
import { type Finding, type FindingCode, factsOf, finding, rowFinding } from '../domain/findings/finding.ts';
import { placeName } from '../domain/findings/template.ts';
import { type Figure, formatMoney, formatScaled } from '../domain/money.ts';
import { formatMonth } from '../domain/month.ts';
import type { Correction, StoredRow } from '../domain/report.ts';
import { fieldInWords } from '../domain/text/wording.ts';
import type { State } from '../states/state.ts';

/** The findings about figures that the register of corrections names. */
const OF_THE_REGISTER: readonly FindingCode[] = ['figure-corrected', 'correction-misfit'];

/** Applies the corrections of one jurisdiction and kind to its counting rows. */
export function correctRows(
  rows: readonly StoredRow[],
  corrections: readonly Correction[],
): { rows: readonly StoredRow[]; findings: Finding[] } {
  if (corrections.length === 0) return { rows, findings: [] };
  const findings: Finding[] = [];
  const corrected = rows.map((row) => {
    const figures = { ...row.figures };
    const names = new Set<string>();
    for (const known of corrections.filter(({ month }) => month === row.month)) {
      const { field, publishedText, correctText, reason, source } = known;
      const subject = { code: row.code, name: row.name, month: row.month, field };
      if (row.figures[field] === known.published) {
        figures[field] = known.correct;
        names.add(field);
        const facts = {
          ...{ ...subject, published: publishedText || 'blank', correct: correctText || 'blank' },
          ...{ reason, source },
        };
        findings.push(rowFinding('figure-corrected', facts, row, field));
      } else {
        const printed = textOf(row.figures[field] ?? null, known.unit) || 'blank';
        const where = `${placeName(row.name, row.code)}, ${formatMonth(row.month)}`;
        const facts = {
          what: `${where}: corrections.json expects ${fieldInWords(field)} to be ${publishedText || 'blank'}, but the report has ${printed}. The dataset keeps the printed figure.`,
          advice: isOpposite(row.figures[field], known.published)
            ? 'If the entry copies the sign of the report, give both of its figures the opposite sign. corrections.json uses the signs of the dataset.'
            : 'If the state corrected the figure, remove the entry from corrections.json.',
        };
        findings.push(rowFinding('correction-misfit', facts, row, field));
      }
    }
    return names.size > 0 ? { ...row, figures, corrected: names } : row;
  });
  return { rows: corrected, findings };
}

/** A figure as registers write it; blank if there is none. */
function textOf(figure: Figure | null, unit: Unit): string {
  if (figure === null) return '';
  return unit === 'amount' ? formatMoney(figure) : formatScaled(figure, 6);
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
  before: readonly Finding[],
  now: readonly Finding[],
): Finding[] {
  const isKnown = ({ month, column }: Finding) =>
    now.some((item) => OF_THE_REGISTER.includes(item.code) && item.month === month && item.column === column);
  return before
    .filter((item) => !isKnown(item))
    .flatMap((item) => {
      const correction = factsOf('figure-corrected', item);
      return correction ? [finding('correction-lapsed', { state: code, ...correction }, aboutOf(item))] : [];
    });
}

function aboutOf({ sheet, row, column, reportId, jurisdictionId, month }: Finding) {
  return { sheet, row, column, reportId, jurisdictionId, month };
}

/** Whether a finding says that a correction does not fit the reports. */
export function isMisfit({ code }: Pick<Finding, 'code'>): boolean {
  return code === 'correction-misfit';
}
