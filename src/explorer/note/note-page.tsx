import { renderToString } from 'preact-render-to-string';
import { RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { formatMonth } from '../../domain/month.ts';
import type { NoteContent, NoteTable, NoteValue, PlaceNote } from '../../records/note/content.ts';
import { type ChartData, eventsOn } from '../chart/chart-data.ts';
import type { draw } from '../chart/draw.ts';
import { layOut } from '../chart/layout.ts';
import { directionOf, showFigure, showSigned } from '../words/figures.ts';
import { SVG_DOCUMENT } from './svg-document.ts';

/** The text of `note.css` and of the page's styles, which the build puts here. */
declare const NOTE_STYLE: string;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
/** Of the chart, as wide as the page is on paper. Its texts then stand at whole pixels: see `SVG_DOCUMENT`. */
const SIZE = { width: 720, height: 124, em: 10 };
const ENDS = /<\/(?:title|style|h1|h2|p|tr|li|svg)>/g;

/** Writes a note as one page of HTML that needs nothing else: no script, no picture, no font. */
export function noteHtml(note: PlaceNote, drawWith: typeof draw): string {
  const html = renderToString(<NotePage note={note} chart={chartOf(note, drawWith)} />);
  // people edit notes
  return `<!doctype html>\n${html.replace(ENDS, '$&\n')}\n`;
}

function NotePage({ note, chart }: { note: PlaceNote; chart: ReturnType<typeof chartOf> }) {
  const { title, lines, sample, sentences, tables, events, sources, foot } = note;
  const { figures, months, parts, nearest, restated } = tables;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: NOTE_STYLE }} />
      </head>
      <body class="note" style={`--print-size: ${printSize(note)}`}>
        <h1>{title}</h1>
        <p class="hint">{lines.join(' ')}</p>
        {sample !== null && <p class="sample">{sample}</p>}
        <p class="told">
          {/* a difference in brackets stays on one line */}
          {sentences
            .join(' ')
            .split(/(\([+−]\$[^)]*\))/)
            .map((text, at) => (at % 2 === 0 ? text : <span class="one-line">{text}</span>))}
        </p>
        <Figures table={figures} />
        <h2>{months.title}</h2>
        <p class="hint">
          <i class="swatch bars tone-main" /> payment <i class="swatch ticks tone-before" /> a year before
        </p>
        <div
          class="chart plot"
          role="img"
          aria-label="Payments of thirteen months, and those of a year before"
        >
          {chart}
        </div>
        {events.length > 0 && <p class="hint">{eventsText(events)}</p>}
        <Figures table={months} isBare />
        <div class="pair">
          <Figures table={parts} />
          <Figures table={nearest} />
        </div>
        <Figures table={restated} />
        <h2>Where the payments come from</h2>
        <ul class="sources">
          {sources.map((text) => (
            <li>{text}</li>
          ))}
        </ul>
        <p class="hint">{foot}</p>
      </body>
    </html>
  );
}

function eventsText(events: PlaceNote['events']): string {
  const texts = events.map(({ from, to, text }) => {
    const name = from === to ? formatMonth(from) : `${formatMonth(from)} to ${formatMonth(to)}`;
    return `${name}: ${text.replace(/\.$/, '')}.`;
  });
  return `What explains months of payment, each with a line in the chart. ${texts.join(' ')}`;
}

/** Bars of the months, and a tick for the payment of a year before each, as on the page. */
function chartOf({ chart, events }: PlaceNote, drawWith: typeof draw) {
  const slots = chart.map(({ month, label, isLoaded }) => ({
    ...{ key: month, name: label, tick: label.slice(0, 3), isLoaded },
  }));
  const dollars = (cents: number | null) => cents && cents / UNIT_SCALES.amount;
  const data: ChartData = {
    ...{ title: '', measure: 'amount', slots, events: eventsOn(slots, events) },
    missing: chart.map(({ isMissing }) => isMissing),
    series: [
      {
        ...{ id: 'payment', label: 'Payment', shape: 'bars', tone: 'main' },
        values: chart.map(({ value }) => dollars(value)),
      },
      {
        ...{ id: 'before', label: 'A year before', shape: 'ticks', tone: 'before' },
        values: chart.map(({ yearAgo }) => dollars(yearAgo)),
      },
    ],
  };
  const drawn: unknown = drawWith(layOut(data, SIZE), SIZE, SVG_DOCUMENT as never);
  return (drawn as ReturnType<typeof SVG_DOCUMENT.createElementNS>).toElement();
}

function Figures({ table, isBare = false }: { table: NoteTable; isBare?: boolean }) {
  const { title, columns, rows, total, remark, none = 'None.' } = table;
  // a column without a value says nothing
  const shown = columns.flatMap(([head, content], at) =>
    rows.some((row) => (row[at] ?? null) !== null) ? [{ head, content, at }] : [],
  );
  const all = total && rows.length > 0 ? [...rows, total] : rows;
  return (
    <div class="table">
      {!isBare && <h2>{title}</h2>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              {shown.map(({ head, content }) => (
                <th class={content === 'text' ? 'text' : undefined}>{head}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.map((row) => (
              <tr class={row === total ? 'total' : undefined}>
                {shown.map(({ content, at }) => (
                  <td class={kindOf(row[at] ?? null, content)}>{showCell(row[at] ?? null, content)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {(rows.length === 0 || remark) && <p class="hint">{rows.length === 0 ? none : remark}</p>}
    </div>
  );
}

function kindOf(value: NoteValue, content: NoteContent): string {
  if (content === 'text') return content;
  return content === 'change' && typeof value === 'number'
    ? `figure ${directionOf(value / RATIO_SCALE)}`
    : 'figure';
}

/** Dollars to the cent, or a percentage. */
function showCell(value: NoteValue, content: NoteContent): string {
  if (value === null) return '';
  if (typeof value !== 'number' || content === 'text') return String(value);
  if (content === 'amount') return showFigure(value / UNIT_SCALES.amount, 'amount');
  if (content === 'difference') return showSigned(value / UNIT_SCALES.amount, 'amount');
  const change = showFigure(value / RATIO_SCALE, 'change');
  return content === 'share' ? change.replace('+', '') : change;
}

/** The height of a page, of what all notes have on it, and of a line, in pixels as browsers print them. */
const [PAGE, ALWAYS, LINE] = [950, 540, 14.5];
const SMALLEST = 0.7;

/** How large letters may be for the note to be printed on one page. 1 is the usual size. */
function printSize({ title, sample, sentences, tables, events, sources }: PlaceNote): number {
  const { figures, parts, nearest, restated } = tables;
  const linesOf = (letters: number, texts: readonly unknown[]) =>
    texts.reduce<number>((sum, text) => sum + Math.ceil(String(text).length / letters), 0);
  const names = linesOf(
    20,
    nearest.rows.map(([name]) => name),
  );
  const lines =
    linesOf(30, [title]) +
    linesOf(100, [sentences.join(' '), events.length > 0 ? eventsText(events) : '']) +
    2 * Number(sample !== null) +
    figures.rows.length +
    Math.max(parts.rows.length + 1, names) +
    restated.rows.length +
    linesOf(85, sources) / 3;
  return Math.max(SMALLEST, Math.min(1, Math.floor((100 * PAGE) / (ALWAYS + LINE * lines)) / 100));
}
