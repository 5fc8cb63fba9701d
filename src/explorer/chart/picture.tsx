import { render } from 'preact';
import { measureInWords } from '../words/figures.ts';
import { type ChartData, doubtsInWords, hasBelow, isRinged, panelsOf } from './chart-data.ts';
import type { draw } from './draw.ts';
import { layOut, sizeOf } from './layout.ts';

export interface PictureProps {
  data: ChartData;
  /** The source, and the newest month. */
  credit: string;
  fromZero: boolean;
  /** Which figures they are: the version of the dataset, and the address of the view. */
  origin: string;
  /** What draws on the page too. */
  drawWith: typeof draw;
}

const SIZE = { width: 1000, height: 460, em: 14 };
/** The height of a line of text. */
const LINE = 24;
/** As much as fits into a line of the title, and of other text: an address breaks after a comma or sign. */
const TITLE_LINES = /.{1,84}(?:\s|$)/g;
const LINES = /.{1,110}(?:[\s,&?]|$)/g;
/** Points for each pixel, so that a picture is sharp in print. */
const SHARPNESS = 2;

const STYLED = [
  'fill',
  'stroke',
  'stroke-width',
  'paint-order',
  'stroke-dasharray',
  'opacity',
  'font-size',
  'font-weight',
  'text-anchor',
];

/** Draws a chart as a file that needs no style sheet. */
export function svgOf(props: PictureProps): Blob {
  const holder = document.createElement('div');
  holder.className = 'picture chart';
  document.body.append(holder);
  render(<Picture {...props} />, holder);
  const svg = holder.querySelector('svg');
  // a file has no style sheet, so each element carries its style; all are read before one changes
  const elements = [...holder.querySelectorAll('svg *:not(title)')];
  const styles = elements.map((element) => {
    const style = getComputedStyle(element);
    return STYLED.map((name) => [name, style.getPropertyValue(name)] as const);
  });
  for (const [at, element] of elements.entries()) {
    for (const [name, value] of styles[at] ?? []) element.setAttribute(name, value);
    for (const name of ['class', 'aria-label']) element.removeAttribute(name);
  }
  const text = svg ? new XMLSerializer().serializeToString(svg) : '';
  render(null, holder);
  holder.remove();
  return new Blob([text], { type: 'image/svg+xml' });
}

/** From the top down: the title, the units, the key to the colors, the chart, and where it comes from. */
function Picture({ data, credit, fromZero, origin, drawWith }: PictureProps) {
  const { width, em } = SIZE;
  const size = data.isSplit ? sizeOf(data, width - 2 * em, em) : { ...SIZE, width: width - 2 * em };
  const { height } = size;
  const place = (holder: SVGGElement | null) => {
    const drawn = drawWith(layOut(data, size, fromZero), size);
    if (drawn) holder?.replaceChildren(...drawn.childNodes);
  };
  const panels = panelsOf(data);
  const series = panels.flatMap((panel) => panel.series);
  const title = data.title.match(TITLE_LINES) ?? [data.title];
  const units = new Set(panels.map(({ measure }) => measureInWords(measure)));
  const hasRings = series.some((one) => isRinged(one) && one.doubtful?.includes(true));
  const rings = hasRings ? ' ○ The checks doubt a payment.' : '';
  const foot = [`${credit}${rings}`, doubtsInWords(data) ?? '', origin].flatMap(
    (text) => text.match(LINES) ?? [],
  );
  const head = LINE * (title.length + series.length + 1.5);
  const full = head + height + LINE * (foot.length + 1);
  const mark = { y: -em * 0.7, height: em * 0.8 };
  const lineAt = (at: number) => LINE * (at + 1.2);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      width={width}
      height={full}
      viewBox={`0 0 ${width} ${full}`}
      font-family="system-ui, 'Segoe UI', Helvetica, Arial, sans-serif"
    >
      <title>{data.title}</title>
      <rect class="paper" width={width} height={full} />
      {title.map((text, at) => (
        <text key={text} class="picture-title" x={em} y={lineAt(at)}>
          {text.trimEnd()}
        </text>
      ))}
      <text x={em} y={lineAt(title.length)}>
        {data.base ?? [...units].join(', and ')}
      </text>
      {series.map((one, at) => (
        <g
          key={one.id}
          class={`series tone-${one.tone}`}
          transform={`translate(${em} ${lineAt(title.length + 1 + at)})`}
        >
          {one.shape === 'line' ? (
            <path class="line" d={`M0 ${-em * 0.3}h${em * 1.6}`} />
          ) : (
            <rect class={one.shape === 'band' ? 'band' : 'bar'} {...mark} width={em * 1.6} />
          )}
          {hasBelow(one) && <rect class="bar below" {...mark} x={em * 0.8} width={em * 0.8} />}
          <text x={em * 2}>{one.label}</text>
        </g>
      ))}
      <g ref={place} transform={`translate(${em} ${head})`} text-anchor="middle" />
      {foot.map((text, at) => (
        <text key={text} x={em} y={head + height + lineAt(at)}>
          {text}
        </text>
      ))}
    </svg>
  );
}

/** Draws an SVG on a canvas. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const address = URL.createObjectURL(svg);
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width * SHARPNESS;
    canvas.height = image.height * SHARPNESS;
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((done, fail) =>
      canvas.toBlob((png) => (png ? done(png) : fail(new Error('the browser made no PNG'))), 'image/png'),
    );
  } finally {
    URL.revokeObjectURL(address);
  }
}
