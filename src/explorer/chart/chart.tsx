import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useOverview } from '../service/overview.ts';
import { useOffer } from '../table/offers.tsx';
import { saveFile, useSavedName } from '../table/save-file.ts';
import { STEPS } from './brush.tsx';
import {
  type ChartData,
  doubtsOfSums,
  eventsAt,
  fewPoints,
  lastSlot,
  panelsOf,
  sentenceOf,
  showAt,
} from './chart-data.ts';
import type { draw } from './draw.ts';
import { layOut, type Panel, sizeOf } from './layout.ts';
import type { PictureProps } from './picture.tsx';

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
  /** What to do with slots that the mouse was dragged across. */
  onSpan?(first: number, last: number): void;
  /** What stands below the plot. */
  children?: ComponentChildren;
}

/** A chart that is read one slot at a time, or a sentence if it has too few points. */
export function Chart(props: ChartProps) {
  const { data, children } = props;
  const few = fewPoints(data);
  const doubts = doubtsOfSums(data);
  if (few === null) return <Drawn {...props} />;
  return (
    <figure class="chart">
      <figcaption class="chart-title">{data.title}</figcaption>
      <p class="few">{few}</p>
      {children}
      {doubts && <p class="hint">{doubts}</p>}
    </figure>
  );
}

/** Where the mouse is in a chart, in pixels. */
interface Pointed {
  panel: Panel;
  y: number;
}

/**
 * It is read by mouse, finger, arrow keys or screen reader. The figures of a slot stand above the plot, and beside the
 * mouse where they cover nothing that is read.
 */
function Drawn({ data, fileName, credit, fromZero = true, about, onSpan, children }: ChartProps) {
  usePictureOffer({ data, fileName, credit, fromZero });
  const [plot, { width, em }] = useSize();
  const [chosen, setChosen] = useState<string | null>(null);
  const [near, setNear] = useState<string | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const [size, panels] = useMemo(() => {
    const known = sizeOf(data, width, em);
    return [known, layOut(data, known, fromZero)] as const;
  }, [data, width, em, fromZero]);
  const found = data.slots.findIndex(({ key }) => key === chosen);
  const at = found < 0 ? lastSlot(data) : found;
  const last = data.slots.length - 1;
  const read = (next: number) => setChosen(data.slots[Math.min(last, Math.max(0, next))]?.key ?? null);
  const readUnder = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const far = (one: Panel) =>
      Math.max(one.left - x, x - one.right, 0) + Math.max(one.top - y, y - one.bottom, 0);
    const [panel] = [...panels].sort((one, other) => far(one) - far(other));
    if (!panel) return at;
    const slot = Math.floor((x - panel.left) / panel.slotWidth);
    read(slot);
    setPointed(event.pointerType === 'mouse' ? { panel, y } : null);
    if (data.isOfEquals) setNear(nearestLine(panel, slot, y));
    return Math.min(last, Math.max(0, slot));
  };
  const leave = () => {
    setNear(null);
    setPointed(null);
    setFrom(null);
  };
  const endSpan = () => {
    if (from !== null && from !== at) onSpan?.(Math.min(from, at), Math.max(from, at));
    setFrom(null);
  };
  const [first] = panels;
  const doubts = doubtsOfSums(data);
  const edges = { '--plot-left': `${first?.left}px`, '--plot-right': `${width - (first?.right ?? 0)}px` };
  return (
    <figure class="chart" style={edges}>
      <figcaption class="chart-title">{data.title}</figcaption>
      <div class="readout">
        <p class="readout-slot">
          {data.slots[at]?.name} {data.slots[at] && about?.(data.slots[at].key)}
        </p>
        <Values data={data} at={at} near={near} onNear={data.isOfEquals ? setNear : undefined} />
      </div>
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
          read(at + step);
        }}
        onPointerMove={readUnder}
        onPointerDown={(event) => {
          const slot = readUnder(event);
          // a finger scrolls the page
          if (!onSpan || event.pointerType !== 'mouse') return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(slot);
        }}
        onPointerUp={endSpan}
        onPointerLeave={leave}
      >
        {/* behind bars and texts */}
        <svg class="cursor" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          {panels.map((panel) => (
            <Cursor key={`${panel.left} ${panel.top}`} {...{ panel, at }} from={from ?? at} />
          ))}
        </svg>
        <Marks {...{ panels, size, near }} />
        {pointed && (
          <div class="tip" aria-hidden="true" style={besideOf(pointed, at, size.width, size.height, em)}>
            <b>{data.slots[at]?.name}</b>
            <Values data={data} at={at} near={near} />
          </div>
        )}
      </div>
      {/* its line is always there: what is below never moves */}
      {data.events && <p class="readout-event">{eventsAt(data, at)}</p>}
      {children}
      {doubts && <p class="hint">{doubts}</p>}
    </figure>
  );
}

/** Beside the slot, where there is more room, and away from the mouse. */
function besideOf({ panel, y }: Pointed, at: number, width: number, height: number, em: number) {
  const x = panel.x(at);
  const gap = panel.slotWidth / 2 + em;
  const side = x < width / 2 ? { left: `${x + gap}px` } : { right: `${width - x + gap}px` };
  const isLow = y > (panel.top + panel.bottom) / 2;
  return { ...side, ...(isLow ? { top: `${panel.top}px` } : { bottom: `${height - panel.bottom}px` }) };
}

/** The line nearest to a height in a slot, or right of the last slot that whose name is; `null` if there is none. */
function nearestLine({ data, ends, y: heightOf }: Panel, slot: number, y: number): string | null {
  const lines = data.series.flatMap(({ id, shape, values }) => {
    const value = values[slot] ?? null;
    return value === null || shape !== 'line' ? [] : [{ id, y: heightOf(value) }];
  });
  const all = slot >= data.slots.length ? ends : lines;
  return [...all].sort((one, other) => Math.abs(one.y - y) - Math.abs(other.y - y))[0]?.id ?? null;
}

let loaded: typeof draw | null = null;

/** What Plot draws, once its script is there. Its room is kept until then. */
function Marks({
  panels,
  size,
  near,
}: {
  panels: readonly Panel[];
  size: ReturnType<typeof sizeOf>;
  near: string | null;
}) {
  const holder = useRef<HTMLDivElement>(null);
  const [drawWith, setDraw] = useState(() => loaded);
  const [isFault, setFault] = useState(false);
  useEffect(() => {
    if (drawWith) return;
    import('./draw.ts').then(
      (module) => {
        loaded = module.draw;
        setDraw(() => module.draw);
      },
      () => setFault(true),
    );
  }, []);
  useLayoutEffect(() => {
    const svg = drawWith?.(panels, size);
    if (svg) holder.current?.replaceChildren(svg);
  }, [drawWith, panels, size]);
  useLayoutEffect(() => {
    for (const one of holder.current?.querySelectorAll('[data-of]') ?? []) {
      const isNear = one.getAttribute('data-of') === near;
      one.classList.toggle('faded', near !== null && !isNear);
      one.classList.toggle('raised', isNear);
    }
  }, [near, panels, size, drawWith]);
  return (
    <>
      <div
        ref={holder}
        class="marks"
        aria-busy={!drawWith && !isFault}
        style={{ height: `${size.height}px` }}
      />
      {isFault && <p class="notice">The chart did not load. Load the page again.</p>}
    </>
  );
}

interface ValuesProps {
  data: ChartData;
  at: number;
  near: string | null;
  onNear?: ((id: string | null) => void) | undefined;
}

/** The figures of one slot, which are the key to the colors too. */
function Values({ data, at, near, onNear }: ValuesProps) {
  return (
    <dl>
      {panelsOf(data).flatMap(({ measure, series: all }) =>
        all.map((series) => {
          const { id, label, tone, shape, values, isExpected, doubtful } = series;
          const value = values[at] ?? null;
          const isMissing = value === null && (isExpected?.[at] ?? true);
          return (
            <div
              key={id}
              class={id === near ? 'raised' : ''}
              onPointerEnter={() => onNear?.(id)}
              onPointerLeave={() => onNear?.(null)}
            >
              <dt>
                <i class={`swatch ${shape} tone-${tone}`} /> {label}
              </dt>
              <dd class={value === null ? 'none' : ''}>
                {value === null && !isMissing ? '–' : showAt(series, at, measure)}
                {doubtful?.[at] && <span class="hint"> ○ doubtful</span>}
              </dd>
            </div>
          );
        }),
      )}
    </dl>
  );
}

/** The slot that is being read, and those that the mouse was dragged across. */
function Cursor({ panel, at, from }: { panel: Panel; at: number; from: number }) {
  const { data, x, y, top, bottom, slotWidth } = panel;
  if (at < 0) return null;
  return (
    <>
      {from !== at && (
        <rect
          {...{ x: x(Math.min(from, at)) - slotWidth / 2, y: top }}
          {...{ width: (Math.abs(from - at) + 1) * slotWidth, height: bottom - top }}
        />
      )}
      <line x1={x(at)} x2={x(at)} y1={top} y2={bottom} />
      {/* the subject is drawn last, over the others */}
      {[...data.series].reverse().map(({ id, tone, shape, values }) => {
        const value = values[at] ?? null;
        if (value === null || shape !== 'line') return null;
        return <circle key={id} class={`tone-${tone}`} cx={x(at)} cy={y(value)} r={4.5} />;
      })}
    </>
  );
}

/** The width of an element and the size of its letters, which follow the window. */
function useSize() {
  const element = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 900, em: 13 });
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(current).fontSize);
      const width = Math.max(240, current.clientWidth);
      setSize((old) => (old.width === width && old.em === em ? old : { width, em }));
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
function usePictureOffer({
  fileName,
  ...shown
}: Omit<PictureProps, 'origin' | 'drawWith'> & { fileName: string }): void {
  const { version } = useOverview();
  const name = useSavedName(fileName);
  // loaded when a reader asks for it
  const saveAs = async (ending: 'svg' | 'png') => {
    const [{ svgOf, pngOf }, { draw: drawWith }] = await Promise.all([
      import('./picture.tsx'),
      import('./draw.ts'),
    ]);
    const svg = svgOf({ ...shown, drawWith, origin: `Version ${version.slice(0, 8)}. ${location.href}` });
    saveFile(`${name}.${ending}`, ending === 'svg' ? svg : await pngOf(svg));
  };
  useOffer({
    kind: 'chart',
    name: shown.data.title,
    ways: { PNG: () => saveAs('png'), SVG: () => saveAs('svg') },
  });
}
