import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useOverview } from '../service/overview.ts';
import { useOffer } from '../table/offers.tsx';
import { saveFile, useSavedName } from '../table/save-file.ts';
import { STEPS } from './brush.tsx';
import {
  type ChartData,
  doubtsOfSums,
  eventsAt,
  lastSlot,
  panelsOf,
  sentenceOf,
  showAt,
} from './chart-data.ts';
import { Marks } from './marks.tsx';
import type { PictureProps } from './picture.tsx';
import { type ChartLayout, type ChartSize, layOut, slotAt } from './scales.ts';

interface ChartProps {
  data: ChartData;
  /** The name of saved pictures, without the ending. */
  fileName: string;
  /** What a saved picture says of its source. */
  credit: string;
  /** Whether the vertical axis starts at zero. Default: it does. */
  fromZero?: boolean;
  /** What to offer for the slot that is being read, such as a link to its source. */
  about?(key: string): ComponentChildren;
  /** What stands below the plot. */
  children?: ComponentChildren;
}

const WIDE: ChartSize = { width: 900, height: 340, em: 13 };

/**
 * A chart that is read one slot at a time: by mouse, finger, arrow keys or screen reader. The figures of the slot stand
 * above it, so nothing covers the lines.
 */
export function Chart({ data, fileName, credit, fromZero = true, about, children }: ChartProps) {
  usePictureOffer({ data, fileName, credit, fromZero });
  const [plot, size] = useSize();
  const [chosen, setChosen] = useState<string | null>(null);
  const [near, setNear] = useState<string | null>(null);
  const found = data.slots.findIndex(({ key }) => key === chosen);
  const at = found < 0 ? lastSlot(data) : found;
  const layout = layOut(data, size, fromZero);
  const read = (next: number) => setChosen(data.slots[next]?.key ?? null);
  const readUnder = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const slot = slotAt(layout, event.clientX - left, data.slots.length);
    read(slot);
    if (data.isOfEquals) setNear(nearestLine(layout, slot, event.clientY - top));
  };
  const last = data.slots.length - 1;
  const doubts = doubtsOfSums(data);
  return (
    <figure
      class="chart"
      style={{ '--plot-left': `${layout.left}px`, '--plot-right': `${layout.width - layout.right}px` }}
    >
      <figcaption class="chart-title">{data.title}</figcaption>
      <Readout data={data} at={at} about={about} />
      {/* a slider says its value when it changes, in every screen reader */}
      <div
        ref={plot}
        class="plot"
        role="slider"
        tabIndex={0}
        aria-label={`${data.title}. Use the arrow keys to read it`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last)}
        aria-valuenow={Math.max(0, at)}
        aria-valuetext={sentenceOf(data, at)}
        onKeyDown={(event) => {
          const step = STEPS[event.key];
          if (step === undefined) return;
          event.preventDefault();
          read(Math.min(last, Math.max(0, at + step)));
        }}
        onPointerMove={readUnder}
        onPointerDown={readUnder}
        onPointerLeave={() => setNear(null)}
      >
        <svg
          width={layout.width}
          height={layout.height}
          viewBox={`0 0 ${layout.width} ${layout.height}`}
          aria-hidden="true"
        >
          <Marks layout={layout} near={near} />
          <Cursor layout={layout} at={at} />
        </svg>
      </div>
      {/* its line is always there: what is below never moves */}
      {data.events && <p class="readout-event">{eventsAt(data, at)}</p>}
      {children}
      {doubts && <p class="hint">{doubts}</p>}
    </figure>
  );
}

/** The line nearest to a height in a slot; `null` if the slot has none. */
function nearestLine({ panels: [panel] }: ChartLayout, slot: number, height: number): string | null {
  const lines = (panel?.data.series ?? []).flatMap(({ id, shape, values }) => {
    const value = values[slot] ?? null;
    return !panel || value === null || shape !== 'line'
      ? []
      : [{ id, far: Math.abs(panel.y(value) - height) }];
  });
  return lines.sort((a, b) => a.far - b.far)[0]?.id ?? null;
}

/** The figures of one slot, which are the key to the colors too. */
function Readout({ data, at, about }: Pick<ChartProps, 'data' | 'about'> & { at: number }) {
  const slot = data.slots[at];
  return (
    <div class="readout">
      <p class="readout-slot">
        {slot?.name} {slot && about?.(slot.key)}
      </p>
      <dl>
        {panelsOf(data).flatMap(({ measure, series: all }) =>
          all.map((series) => {
            const { id, label, tone, shape, values, isExpected, isEstimate, doubtful } = series;
            const value = values[at] ?? null;
            const isMissing = value === null && (isExpected?.[at] ?? true);
            const none = isEstimate ? 'for later months' : '–';
            return (
              <div key={id}>
                <dt>
                  <i class={`swatch ${shape} tone-${tone}`} /> {label}
                </dt>
                <dd class={value === null ? 'none' : ''}>
                  {value === null && !isMissing ? none : showAt(series, at, measure)}
                  {doubtful?.[at] && <span class="hint"> ○ doubtful</span>}
                </dd>
              </div>
            );
          }),
        )}
      </dl>
    </div>
  );
}

function Cursor({ layout: { panels, x, top, bottom }, at }: { layout: ChartLayout; at: number }) {
  if (at < 0) return null;
  return (
    <g class="cursor">
      <line x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      {panels.flatMap(({ data, y }) =>
        // the subject is drawn last, over the others
        [...data.series].reverse().map(({ id, tone, shape, values }) => {
          const value = values[at] ?? null;
          if (value === null || shape !== 'line') return null;
          return <circle key={id} class={`tone-${tone}`} cx={x(at)} cy={y(value)} r={4.5} />;
        }),
      )}
    </g>
  );
}

/** The size of an element and of its letters, which follows the window. */
function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(WIDE);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(current).fontSize);
      const width = Math.max(240, current.clientWidth);
      const height = Math.round(Math.min(340, Math.max(220, width * 0.42)) + em * 2);
      setSize((old) => (old.width === width && old.em === em ? old : { width, height, em }));
    };
    // at once, so that the chart is never drawn in another size
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, size] as const;
}

/** Offers the chart: always wide and in light colors, whatever the window is like. */
function usePictureOffer({ fileName, ...shown }: Omit<PictureProps, 'origin'> & { fileName: string }): void {
  const { version } = useOverview();
  const name = useSavedName(fileName);
  // loaded when a reader asks for it
  const saveAs = async (ending: 'svg' | 'png') => {
    const { svgOf, pngOf } = await import('./picture.tsx');
    const svg = svgOf({ ...shown, origin: `Version ${version.slice(0, 8)}. ${location.href}` });
    saveFile(`${name}.${ending}`, ending === 'svg' ? svg : await pngOf(svg));
  };
  useOffer({
    kind: 'chart',
    name: shown.data.title,
    ways: { PNG: () => saveAs('png'), SVG: () => saveAs('svg') },
  });
}
