import { escapeXml } from '../../domain/text/printable.ts';
import { shortHash } from '../../domain/text/short-hash.ts';
import { chartSvg } from './chart.ts';
import { type NoteColumn, type NoteTable, type NoteValue, type PlaceNote, totalRow } from './content.ts';
import { shownCell } from './tables.ts';

const STYLE = `
@page { margin: 9mm 11mm }
* { box-sizing: border-box }
body { font: 14px/1.4 system-ui, -apple-system, "Segoe UI", Arial, sans-serif; color: #1a1a1a; background: #fff; max-width: 820px; margin: 0 auto; padding: 16px }
h1 { font-size: 22px; line-height: 1.2; margin: 0 }
h2 { font-size: 13px; margin: 14px 0 3px }
p { margin: 4px 0 }
.about, .remark, .foot { color: #555; font-size: 12px }
.sample { border: 1px solid #b36b00; padding: 4px 8px; font-size: 12px }
.told { font-size: 15px; margin: 10px 0 }
.scroll { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: 12px }
th, td { padding: 2px 8px 2px 0; text-align: left; vertical-align: top; border-bottom: 1px solid #e3e3e3 }
th { font-weight: 600; border-bottom-color: #999; vertical-align: bottom }
.n { text-align: right; font-variant-numeric: tabular-nums; padding: 2px 8px 2px 10px }
td.n, .whole { white-space: nowrap }
td:first-child { min-width: 120px }
.dated tr:not(.total) td { white-space: nowrap }
.total td { font-weight: 600; border-top: 1px solid #999 }
svg { display: block; min-width: 480px }
.key { font-size: 12px; color: #555 }
.key b { color: #2f6f9f } .key i { color: #c25b12; font-style: normal; font-weight: 600 }
.sources { font-size: 10px; line-height: 1.35; columns: 320px 2; column-gap: 24px; padding: 0; margin: 0; list-style: none; overflow-wrap: anywhere }
@media print {
  body { font-size: 9.5pt; max-width: none; padding: 0; zoom: var(--print-size) }
  h1 { font-size: 15pt } h2 { font-size: 8.5pt; margin: 5pt 0 1pt }
  p { margin: 1.5pt 0 } .told { font-size: 9.5pt; margin: 4pt 0 }
  table { font-size: 7.5pt; line-height: 1.2 } th, td { padding-top: .5pt; padding-bottom: .5pt } .n { padding-top: .5pt; padding-bottom: .5pt }
  .about, .remark, .foot, .sample, .key { font-size: 7.5pt; line-height: 1.25 }
  svg { min-width: 0; max-height: 28mm } .pair { display: flex; gap: 10pt } .pair > div { flex: 1 1 auto } .scroll { overflow: visible }
  td:first-child { min-width: 0 } .pair table { font-size: 7pt } .pair .n { padding-left: 4pt; padding-right: 1pt } .pair .remark { max-width: 280pt }
  .sources { font-size: 5.5pt; line-height: 1.2; columns: 3; column-gap: 10pt }
}`;

/** Writes a note as one page of HTML that needs nothing else: no script, no picture, no font. */
export function noteHtml(note: PlaceNote): string {
  const { title, lines, sample, sentences, tables, chart, events, foot } = note;
  const { figures, months, parts, nearest, restated, sources } = tables;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escapeXml(title)}</title>
<style>${STYLE}</style>
</head>
<body style="--print-size: ${printSize(note)}">
<h1>${escapeXml(title)}</h1>
<p class="about">${lines.map(escapeXml).join(' ')}</p>
${sample === null ? '' : `<p class="sample">${escapeXml(sample)}</p>`}
<p class="told">${sentences.map(toldHtml).join(' ')}</p>
${section(figures)}
<h2>${escapeXml(months.title)}</h2>
<p class="key"><b>■</b> payment <i>▬</i> a year before</p>
<div class="scroll">${chartSvg(chart)}</div>
${events.length === 0 ? '' : `<p class="key">${EXPLAINED} ${events.map(escapeXml).join(' ')}</p>\n`}<div class="dated">${tableHtml(months)}</div>
<div class="pair"><div>${section(parts)}</div><div>${section(nearest)}</div></div>
${section(restated)}
<h2>${escapeXml(sources.title)}</h2>
<ul class="sources">${sourceLines(sources).join('')}</ul>
<p class="foot">${escapeXml(foot)}</p>
</body>
</html>
`;
}

/** Of a page, and of what all notes have on it, in pixels as browsers print them. */
const HEIGHT = { page: 950, always: 540, line: 14.5 };
/** The letters of a line of the title, of the sentences, and of the narrowest columns of names and of sources. */
const LETTERS = { title: 60, told: 100, name: 20, source: 85 };
const SOURCE_COLUMNS = 3;
/** What the longest note needs: longer lines then break less often. */
const SMALLEST = 0.72;
const EXPLAINED = 'What explains months of payment, each with a line in the chart.';

/** How large letters may be for the note to be printed on one page. 1 is the usual size. */
function printSize({ title, sample, sentences, tables, events }: PlaceNote): number {
  const { figures, parts, nearest, restated, sources } = tables;
  const linesOf = (letters: number, ...texts: string[]) =>
    texts.reduce((sum, text) => sum + Math.ceil(text.length / letters), 0);
  const lines = [
    2 * linesOf(LETTERS.title, title),
    2 * Number(sample !== null),
    linesOf(LETTERS.told, sentences.join(' ')),
    events.length === 0 ? 0 : 1 + linesOf(LETTERS.told, EXPLAINED + events.join(' ')),
    figures.rows.length,
    Math.max(parts.rows.length + 1, linesOf(LETTERS.name, ...nearest.rows.map(([name]) => String(name)))),
    restated.rows.length,
    linesOf(LETTERS.source, ...sourceLines(sources)) / SOURCE_COLUMNS,
  ];
  const height = HEIGHT.always + HEIGHT.line * lines.reduce((sum, count) => sum + count, 0);
  return Math.max(SMALLEST, Math.min(1, Math.floor((100 * HEIGHT.page) / height) / 100));
}

/** A sentence. A difference in brackets stays on one line. */
function toldHtml(text: string): string {
  return escapeXml(text).replace(/\([+−]\$[^)]*\)/g, '<span class="whole">$&</span>');
}

/** A line for each report and sheet, with the rows of its months. The columns are those of the table of sources. */
function sourceLines({ rows }: NoteTable): string[] {
  const reports = new Map<string, string[]>();
  for (const [month, file, sheet, row, sha256] of rows) {
    const report = `${file}${sheet === null ? '' : `, sheet ${sheet}`} (${shortHash(String(sha256))})`;
    reports.set(report, [...(reports.get(report) ?? []), `${month} row ${row}`]);
  }
  return [...reports].map(([report, months]) => `<li>${escapeXml(`${report}: ${months.join('; ')}`)}</li>`);
}

function section(table: NoteTable): string {
  return `<h2>${escapeXml(table.title)}</h2>\n${tableHtml(table)}`;
}

function tableHtml(table: NoteTable): string {
  const { rows, remark, none = 'None.' } = table;
  if (rows.length === 0) return `<p class="remark">${escapeXml(none)}</p>`;
  // a column without a value says nothing
  const columns = table.columns.flatMap((column, at) =>
    rows.some((row) => (row[at] ?? null) !== null) ? [{ ...column, at }] : [],
  );
  const head = columns.map(({ heading, type }) => `<th${classOf(type)}>${escapeXml(heading)}</th>`).join('');
  const total = totalRow(table);
  const rowHtml = (row: readonly NoteValue[]) =>
    columns
      .map(
        ({ at, ...column }) =>
          `<td${classOf(column.type)}>${escapeXml(shownCell(row[at] ?? null, column))}</td>`,
      )
      .join('');
  return [
    `<div class="scroll"><table><thead><tr>${head}</tr></thead><tbody>`,
    ...rows.map((row) => `<tr>${rowHtml(row)}</tr>`),
    ...(total ? [`<tr class="total">${rowHtml(total)}</tr>`] : []),
    '</tbody></table></div>',
    ...(remark === undefined ? [] : [`<p class="remark">${escapeXml(remark)}</p>`]),
  ].join('\n');
}

function classOf(type: NoteColumn['type']): string {
  return type === 'text' ? '' : ' class="n"';
}
