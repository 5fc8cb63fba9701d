import { h, type VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { RATIO_SCALE, UNIT_SCALES } from '../../domain/allocation.ts';
import { formatMonth } from '../../domain/month.ts';
import type { NoteRow, PlaceNote } from '../../records/note/note.ts';
import { type ChartData, eventsOn } from '../chart/chart-data.ts';
import { layOut } from '../chart/layout.ts';
import { directionOf, showFigure, showSigned } from '../words/figures.ts';

// apart, or what draws charts would be in the part of the page that loads first
const { draw } = await import('../chart/draw.ts');

/** The text of `note.css` and of the page's styles, which the build puts here. */
declare const NOTE_STYLE: string;

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";
/** Of the chart, as wide as the page is on paper. Its texts then stand at whole pixels: see `SVG_DOCUMENT`. */
const SIZE = { width: 720, height: 124, em: 10 };
const ENDS = /<\/(?:title|style|h1|h2|p|tr|li|svg)>/g;

/**
 * Writes a note as one page of HTML that needs nothing else: no script, no picture, no font. Its chart is drawn in a
 * document.
 */
export function noteHtml(note: PlaceNote, document: Document): string {
  // people edit notes
  return `<!doctype html>\n${renderToString(<NotePage {...{ note, document }} />).replace(ENDS, '$&\n')}\n`;
}

function NotePage({ note, document }: { note: PlaceNote; document: Document }) {
  const { title, about, sample, sentences, sums, remark, months, events, parts, nearest, sources, foot } =
    note;
  return (
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content={POLICY} />
        <title>{title}</title>
        <style dangerouslySetInnerHTML={{ __html: NOTE_STYLE }} />
      </head>
      <body class="note">
        <h1>{title}</h1>
        <p class="hint">{about}</p>
        {sample !== null && <p class="sample">{sample}</p>}
        <p class="told">{sentences.join(' ')}</p>
        <Figures title="Payment and sums" rows={sums} shown={COMPARED} hint={remark} />
        <h2>Thirteen months</h2>
        <p class="hint">
          <i class="swatch bars tone-main" /> payment <i class="swatch ticks tone-before" /> a year before
        </p>
        <div class="chart plot" role="img" aria-label="Payments, and those of a year before">
          {chartOf(note, document)}
        </div>
        {events.length > 0 && <p class="hint">{eventsText(events)}</p>}
        <Figures rows={months} shown={COMPARED} />
        <div class="pair">
          <Figures title="Parts" rows={parts} shown={['value', 'ago', 'difference']} />
          <Figures
            title="Places nearest in size"
            rows={nearest ?? []}
            shown={['value', 'ago', 'change']}
            hint={nearest ? '' : 'Left out: this site does not have all places of the state.'}
          />
        </div>
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
  return `The lines in the chart, by month of payment. ${texts.join(' ')}`;
}

/** Bars of the months, and a tick for the payment of a year before each, as on the page. */
function chartOf({ months, events }: PlaceNote, document: Document) {
  const shown = [...months].reverse();
  const slots = shown.map(({ paid, name, isLoaded }) => ({
    ...{ key: paid, name, tick: name.slice(0, 3), isLoaded },
  }));
  const valuesOf = (name: 'value' | 'ago') => shown.map((row) => dollars(row[name] ?? null));
  const data: ChartData = {
    ...{ title: '', measure: 'amount', slots, events: eventsOn(slots, events) },
    missing: shown.map(({ isMissing }) => isMissing),
    series: [
      { id: 'payment', label: 'Payment', shape: 'bars', tone: 'main', values: valuesOf('value') },
      { id: 'before', label: 'A year before', shape: 'ticks', tone: 'before', values: valuesOf('ago') },
    ],
  };
  const drawn = draw(layOut(data, SIZE), SIZE, document);
  return drawn && toElement(drawn);
}

function dollars(cents: number | null): number | null {
  return cents && cents / UNIT_SCALES.amount;
}

type Figure = Exclude<keyof NoteRow, 'label' | 'doubtful'>;

const HEADS: Readonly<Record<Figure, string>> = {
  value: 'Amount',
  ago: 'Year before',
  difference: 'Difference',
  change: 'Change',
  comparableChange: 'Without change of tax',
};
const COMPARED: readonly Figure[] = ['value', 'ago', 'change', 'comparableChange'];
const DOUBTFUL = '? marks a change with a payment that the checks doubt.';

interface FiguresProps {
  title?: string;
  rows: readonly NoteRow[];
  shown: readonly Figure[];
  hint?: string;
}

function Figures({ title, rows, shown, hint = '' }: FiguresProps) {
  // a column without a value says nothing
  const columns = shown.filter((name) => rows.some((row) => typeof row[name] === 'number'));
  const hasDoubt = columns.includes('change') && rows.some(({ doubtful = 0 }) => doubtful > 0);
  const hints = [hint, ...(hasDoubt ? [DOUBTFUL] : [])].filter(Boolean);
  return (
    <div class="table">
      {title && <h2>{title}</h2>}
      {rows.length > 0 && (
        <table>
          <thead>
            <tr>
              <th class="text" />
              {columns.map((name) => (
                <th>{HEADS[name]}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                <td class="text">{row.label}</td>
                {columns.map((name) => figureCell(row, name))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {hints.length > 0 && <p class="hint">{hints.join(' ')}</p>}
    </div>
  );
}

/** Dollars to the cent, or a percentage. */
function figureCell({ doubtful = 0, ...row }: NoteRow, name: Figure) {
  const value = row[name] ?? null;
  if (value === null) return <td class="figure" />;
  if (name !== 'change' && name !== 'comparableChange') {
    const show = name === 'difference' ? showSigned : showFigure;
    return <td class="figure">{show(dollars(value), 'amount')}</td>;
  }
  const change = value / RATIO_SCALE;
  const mark = doubtful > 0 ? ' ?' : '';
  return <td class={`figure ${directionOf(change)}`}>{`${showFigure(change, 'change')}${mark}`}</td>;
}

const NUMBER = /-?[\d.]+/g;
const LONG_FRACTION = /\d+\.\d{3,}/g;

/** What is drawn in a document, as an element of a note: the same text wherever it is made. */
function toElement(node: Element): VNode {
  const attributes = Array.from(node.attributes, ({ name, value }) => [name, shortOf(node, name, value)]);
  const children = Array.from(node.childNodes, (child) =>
    child.nodeType === 1 ? toElement(child as Element) : child.textContent,
  );
  return h(node.localName, Object.fromEntries(attributes.filter(([, text]) => text !== '')), ...children);
}

/** Some screens get their drawings moved by half a pixel. */
function shortOf({ localName }: Element, name: string, value: string): string {
  if (localName !== 'g' || name !== 'transform')
    return value.replace(LONG_FRACTION, (number) => String(+(+number).toFixed(2)));
  const moved = value.replace(NUMBER, (number) => String(Math.floor(+number)));
  return moved === 'translate(0,0)' ? '' : moved;
}
