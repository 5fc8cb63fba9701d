import { type Finding, factsOf, finding } from '../../domain/findings/finding.ts';
import type { RowPlace } from '../../domain/report.ts';

/** Marks of footnotes, and what is no text. */
const MARK = /^(?:[*†‡#]|\(?\d{1,2}[.):/]|\(?\[?(?:\d{1,2}|[a-z])[\])]\s|[^\p{L}\p{N}]*$)/iu;
/** The name of a job or of a form, with its number: `SALFIS`, `BWEBDSB_ANN_0420_200603081858`, `STD-404`. */
const JOB = /^[A-Z][A-Z0-9]{2,}(?:[_-][A-Z0-9]+)*$/;
/** How notes begin. */
const BEGINNING =
  /^(?:as of|by authority|compiled|contact|continued|copyright|©|created|data|date|department|disclaimer|downloaded|end\b|(?:applied )?filter|for (?:further|more|questions)|foot|generated|https?:|includes?|excludes?|last|legend|notes?\b|office|page\b|paid|phone|prepared|prelim|printed|produced|published|queried|questions|report|retrieved|revised|run\b|see\b|sorted|source|state of|tel\b|the\b|these|this\b|update|www\.)/i;
/** What only notes speak of. */
const SUBJECT =
  /\b(?:amounts?|audit(?:ed)?|dollars|estimated?|figures|may not (?:add|sum)|page \d+ of \d+|payments?|percentages?|preliminary|restated|revised|round(?:ed|ing)|state tax|total(?:s|ed)? (?:include|exclude|may))\b/i;

/** The findings, with a doubt for each text below the last row that looks like no note: it may stand where rows are missing. */
export function doubtNotes(findings: readonly Finding[], last: RowPlace | undefined): Finding[] {
  return findings.map((item) => {
    const text = factsOf('note-row', item)?.text ?? null;
    const { sheet, row } = item;
    if (text === null || !last || (row ?? 0) < last.row || isKnownNote(text)) return item;
    return finding('unknown-note', { text }, { sheet, row });
  });
}

function isKnownNote(text: string): boolean {
  return [MARK, JOB, BEGINNING, SUBJECT].some((form) => form.test(text));
}
