import { escapeUnprintable } from '../../domain/text/printable.ts';
import { formatTable, oneLine } from './print.ts';

/** A short text for people: a subject, then a table or a list for each topic. */
export interface Note {
  /** One line, for example the subject of a mail. */
  subject: string;
  sections: readonly NoteSection[];
  /** Sentences at the end. */
  closing: readonly string[];
}

export type NoteSection =
  | { title: string; items: readonly string[] }
  | {
      title: string;
      head: readonly string[];
      rows: readonly (readonly string[])[];
      right: readonly string[];
    };

/** Formats a note for a mail or a terminal. */
export function formatNote({ subject, sections, closing }: Note): string {
  const parts = sections.map((section) => {
    if ('items' in section)
      return [`${section.title}:`, ...section.items.map((item) => `  ${oneLine(item)}`)].join('\n');
    const table = formatTable(section.head, section.rows, section.right);
    return `${section.title}:\n${table.replace(/^/gm, '  ')}`;
  });
  return [oneLine(subject), ...parts, closing.map(oneLine).join('\n')].filter(Boolean).join('\n\n');
}

export function formatMarkdownNote({ subject, sections, closing }: Note): string {
  const parts = sections.map((section) => {
    const body =
      'items' in section ? section.items.map((item) => `- ${escapeMarkdown(item)}`) : markdownTable(section);
    return [`## ${section.title}`, '', ...body].join('\n');
  });
  return [`# ${escapeMarkdown(subject)}`, ...parts, ...closing.map(escapeMarkdown)].join('\n\n');
}

function markdownTable({ head, rows, right }: Extract<NoteSection, { head: readonly string[] }>): string[] {
  const line = (cells: readonly string[]) => `| ${cells.map(escapeMarkdown).join(' | ')} |`;
  const rule = head.map((name) => (right.includes(name) ? '---:' : '---'));
  return [line(head), `| ${rule.join(' | ')} |`, ...rows.map(line)];
}

/** Names and reasons come from files: none of their characters is markup. */
function escapeMarkdown(text: string): string {
  return escapeUnprintable(text).replace(/[\\`*_[\]<>|#]/g, (character) => `\\${character}`);
}
