import { escapeUnprintable } from '../../domain/text/printable.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { type NoteTable, type PlaceNote, totalRow, withoutRows } from './content.ts';
import { shownCell } from './tables.ts';

/** Writes a note as Markdown, with tables as GitHub reads them. */
export function noteMarkdown({ title, lines, sample, sentences, tables, foot }: PlaceNote): string {
  const { sources, ...others } = tables;
  return [
    `# ${escaped(title)}`,
    lines.map(escaped).join(' '),
    ...(sample === null ? [] : [`**${escaped(sample)}**`]),
    sentences.map(escaped).join(' '),
    ...[...Object.values(others), shortened(sources)].flatMap(sectionOf),
    `${escaped(foot)}\n`,
  ].join('\n\n');
}

function sectionOf(table: NoteTable): string[] {
  const { title, columns, rows, remark } = table;
  if (rows.length === 0) return [`## ${escaped(title)}`, escaped(withoutRows(table))];
  const total = totalRow(table);
  const lines = [
    rowOf(columns.map(({ heading }) => escaped(heading))),
    rowOf(columns.map(({ type }) => (type === 'text' ? '---' : '---:'))),
    ...[...rows, ...(total ? [total] : [])].map((row) =>
      rowOf(columns.map((column, at) => escaped(shownCell(row[at] ?? null, column)))),
    ),
  ];
  return [`## ${escaped(title)}`, lines.join('\n'), ...(remark === undefined ? [] : [escaped(remark)])];
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Text that Markdown takes for nothing else, and HTML in it neither. */
function escaped(text: string): string {
  return escapeUnprintable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/[\\`*_[\]|#~]/g, (one) => `\\${one}`);
}

/** The last column has hashes: their first digits identify a report. */
function shortened(sources: NoteTable): NoteTable {
  const rows = sources.rows.map((row) => [...row.slice(0, -1), shortHash(String(row.at(-1)))]);
  return { ...sources, rows };
}
