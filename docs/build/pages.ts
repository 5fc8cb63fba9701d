import { readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** The documents that people read, by their path in the repository. */
export function listPages(): string[] {
  const inDocs = readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => posix.join('docs', name));
  return ['README.md', 'CONTRIBUTING.md', ...inDocs.sort()];
}

const TABLE = /^<!-- table: ([\w-]+) -->\n[\s\S]*?^<!-- end -->$/gm;

/** The names of the generated tables of a page. */
export function tablesOf(page: string): string[] {
  return [...page.matchAll(TABLE)].map(([, name = '']) => name);
}

/** The page with its generated tables as they are now. */
export function fillTables(page: string, tables: Readonly<Record<string, string>>): string {
  return page.replace(TABLE, (_, name: string) => {
    const table = tables[name];
    if (table === undefined) throw new Error(`no table is named ${name}`);
    return `<!-- table: ${name} -->\n\n${table.trim()}\n\n<!-- end -->`;
  });
}

/** The anchors of a page's headings, as GitHub makes them. */
export function anchorsOf(page: string): string[] {
  const seen = new Map<string, number>();
  return [...withoutCode(page).matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) => {
    const anchor = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    const count = seen.get(anchor) ?? 0;
    seen.set(anchor, count + 1);
    return count === 0 ? anchor : `${anchor}-${count}`;
  });
}

/** Where the links of a page lead, without those to other sites. */
export function linksOf(page: string): string[] {
  const targets = [...withoutCode(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  return targets.filter((target) => !/^[a-z]+:/.test(target));
}

/** A page without its code blocks, whose comments look like headings. */
export function withoutCode(page: string): string {
  return page.replace(/^ *```[\s\S]*?^ *```$/gm, '');
}

/** A Markdown table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|').replace(/\s+/g, ' ').trim()).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n');
}

/** Words set as code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Several words set as code. */
export function codes(texts: readonly string[]): string {
  return texts.map(code).join(', ');
}

/** A text as a sentence: with a capital and an end. */
export function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!}\]]$/.test(capital) ? capital : `${capital}.`;
}
