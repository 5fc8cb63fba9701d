import { readFileSync } from 'node:fs';
import { FORMATS } from '../../../src/extract/formats/formats.ts';
import {
  columnsOf,
  fieldsTakenAway,
  type Presence,
  type ReportKind,
} from '../../../src/extract/layouts/report-kind.ts';
import { REPORT_KINDS } from '../../../src/states/index.ts';
import { code, codes, table } from '../pages.ts';

const REQUIRED: Readonly<Record<Presence, string>> = {
  always: 'yes',
  printed: 'yes, except in JSON',
  optional: 'no',
};

/** The report kinds with their fields, and the headers that the built-in layouts know. */
export function reportTables(): Record<string, string> {
  const kinds = REPORT_KINDS;
  const parts = kinds.map((kind) => `### ${code(kind.name)}\n\n${fieldsOf(kind)}`);
  const taken = kinds.flatMap((kind) =>
    fieldsTakenAway(kind).length > 0 ? [[code(kind.name), codes(fieldsTakenAway(kind))]] : [],
  );
  return {
    formats: table(
      ['format', 'usual endings'],
      FORMATS.map(({ title, endings }) => [title, codes(endings)]),
    ),
    'report-kinds': parts.join('\n\n'),
    'layout-example': `\`\`\`json\n${readFileSync('fixtures/layouts.example.json', 'utf8').trim()}\n\`\`\``,
    'fields-taken-away': table(['report kind', 'fields'], taken),
  };
}

function fieldsOf(kind: ReportKind): string {
  const rows = [...columnsOf(kind)].map(([field, { holds, presence }]) => {
    const headers = kind.layouts.flatMap((layout) => layout.headers[field] ?? []);
    return [code(field), codes([...new Set(headers)]), holds, REQUIRED[presence]];
  });
  return table(['field', 'known headers', 'holds', 'required'], rows);
}
