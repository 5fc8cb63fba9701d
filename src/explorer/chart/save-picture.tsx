import { render } from 'preact';
import { saveFile } from '../table/save-file.ts';
import type { ChartData } from './chart-data.ts';
import { Marks } from './marks.tsx';
import { type ChartSize, layOut } from './scales.ts';

interface PictureProps {
  data: ChartData;
  fileName: string;
  credit: string;
  fromZero: boolean;
}

const SIZE: ChartSize = { width: 1000, height: 460, em: 14 };
const HEAD = 76;
const FOOT = 34;
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
];

/** Buttons that save the chart: always wide and in light colors, whatever the window is like. */
export function SavePicture(props: PictureProps) {
  const { fileName } = props;
  return (
    <p class="actions">
      <button type="button" onClick={() => saveFile(`${fileName}.svg`, svgOf(props))}>
        Save chart as SVG
      </button>
      <button type="button" onClick={async () => saveFile(`${fileName}.png`, await pngOf(svgOf(props)))}>
        PNG
      </button>
    </p>
  );
}

function svgOf(props: PictureProps): Blob {
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
    element.removeAttribute('class');
  }
  const text = svg ? new XMLSerializer().serializeToString(svg) : '';
  render(null, holder);
  holder.remove();
  return new Blob([text], { type: 'image/svg+xml' });
}

function Picture({ data, credit, fromZero }: PictureProps) {
  const { width, height, em } = SIZE;
  const layout = layOut(data, { ...SIZE, width: width - 2 * em }, fromZero);
  const full = height + HEAD + FOOT;
  let x = em;
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
      <text class="picture-title" x={em} y={em * 2.2}>
        {data.title}
      </text>
      {data.series.map(({ id, label, tone }) => {
        const start = x;
        x += em * 2.6 + label.length * em * 0.56;
        return (
          <g key={id} class={`series tone-${tone}`}>
            <rect class="bar" x={start} y={em * 3.4} width={em} height={em * 0.8} />
            <text x={start + em * 1.4} y={em * 4.15}>
              {label}
            </text>
          </g>
        );
      })}
      <g transform={`translate(${em} ${HEAD})`}>
        <Marks data={data} layout={layout} />
      </g>
      <text class="picture-credit" x={em} y={full - em}>
        {credit}
        {data.series.some(({ doubtful }) => doubtful?.includes(true)) && ' ○ The checks doubt a payment.'}
      </text>
    </svg>
  );
}

/** Draws an SVG on a canvas. */
async function pngOf(svg: Blob): Promise<Blob> {
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
