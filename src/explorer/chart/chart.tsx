import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { useMeasured } from '../parts/use-measured.ts';
import { useOverview } from '../service/overview.ts';
import { saveFile, useOffer, useSavedName } from '../table/offers.tsx';
import {
  type ChartData,
  doubtsInWords,
  enoughOf,
  eventsAt,
  fewPoints,
  lastSlot,
  sentenceOf,
} from './chart-data.ts';
import type { draw } from './draw.ts';
import { type ChartSize, layOut, type Panel, sizeOf } from './layout.ts';
import type { PictureProps } from './picture.tsx';
import { Cursor, nearestLine, type Pointed, SlotValues, Tip } from './readout.tsx';

const USUAL = { width: 900, em: 13 };
/** How many slots a key moves. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

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
  const [data, left] = enoughOf(props.data);
  const [few, doubts] = [fewPoints(data), doubtsInWords(data)];
  const credit = [left, props.credit].filter(Boolean).join(' ');
  const below = [props.children, <p class="hint">{[doubts, credit].filter(Boolean).join(' ')}</p>];
  if (few === null) return <Drawn {...{ ...props, data, credit }}>{below}</Drawn>;
  return (
    <figure class="chart">
      <figcaption class="chart-title">{data.title}</figcaption>
      <p class="few">{few}</p>
      {below}
    </figure>
  );
}

/**
 * It is read by mouse, finger, arrow keys or screen reader. The figures of a slot stand above the plot, and beside the
 * mouse where they cover nothing that is read.
 */
function Drawn({ data, fileName, credit, fromZero = true, about, onSpan, children }: ChartProps) {
  usePictureOffer({ data, fileName, credit, fromZero });
  const [plot, { width, em }] = useMeasured<HTMLDivElement, typeof USUAL>(USUAL, widthOf);
  const [chosen, setChosen] = useState<string | null>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const [from, setFrom] = useState<number | null>(null);
  const [isPinned, setPinned] = useState(false);
  const [size, panels] = useMemo(() => {
    const known = sizeOf(data, width, em);
    return [known, layOut(data, known, fromZero)] as const;
  }, [data, width, em, fromZero]);
  const found = data.slots.findIndex(({ key }) => key === chosen);
  const at = found < 0 ? lastSlot(data) : found;
  const last = data.slots.length - 1;
  const near = data.isOfEquals && pointed ? nearestLine(pointed) : null;
  const read = (next: number) => {
    const slot = Math.min(last, Math.max(0, next));
    setChosen(data.slots[slot]?.key ?? null);
    return slot;
  };
  const readUnder = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    const far = (one: Panel) =>
      Math.max(one.left - x, x - one.right, 0) + Math.max(one.top - y, y - one.bottom, 0);
    const [panel] = [...panels].sort((one, other) => far(one) - far(other));
    if (!panel) return at;
    const slot = Math.floor((x - panel.left) / panel.slotWidth);
    setPointed({ panel, slot, y, isMouse: event.pointerType === 'mouse' });
    return read(slot);
  };
  const [first] = panels;
  const edges = { '--plot-left': `${first?.left}px`, '--plot-right': `${width - (first?.right ?? 0)}px` };
  return (
    <figure class="chart" style={edges}>
      <figcaption class="chart-title">{data.title}</figcaption>
      <div class="readout">
        <p class="readout-slot">
          {data.slots[at]?.name} {data.slots[at] && about?.(data.slots[at].key)}
        </p>
        <SlotValues data={data} at={at} near={near} />
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
        onPointerMove={(event) => {
          if (!isPinned) readUnder(event);
        }}
        onPointerEnter={() => setPinned(false)}
        onPointerDown={(event) => {
          setPinned(false);
          const slot = readUnder(event);
          // a finger scrolls the page
          if (!onSpan || event.pointerType !== 'mouse') return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setFrom(slot);
        }}
        onPointerUp={() => {
          if (from !== null && from !== at) onSpan?.(Math.min(from, at), Math.max(from, at));
          setFrom(null);
          // a click fixes a month, so that the way to its link reads no other one
          setPinned(true);
        }}
        onPointerLeave={() => {
          setPointed(null);
          setFrom(null);
        }}
      >
        {/* behind bars and texts */}
        <svg class="cursor" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          {panels.map((panel) => (
            <Cursor key={`${panel.left} ${panel.top}`} {...{ panel, at }} from={from ?? at} />
          ))}
        </svg>
        <Marks {...{ panels, size, near }} />
        {pointed?.isMouse && <Tip {...{ data, at, near, pointed, size }} />}
      </div>
      {/* its line is always there: what is below never moves */}
      {data.events && <p class="readout-event">{eventsAt(data, at)}</p>}
      {children}
    </figure>
  );
}

let loaded: typeof draw | null = null;

interface MarksProps {
  panels: readonly Panel[];
  size: ChartSize;
  /** The line that is raised. */
  near: string | null;
}

/** What Plot draws, once its script is there. Its room is kept until then. */
function Marks({ panels, size, near }: MarksProps) {
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

/** The width of a plot and the size of its letters. */
function widthOf(plot: HTMLElement) {
  const em = Number.parseFloat(getComputedStyle(plot).fontSize);
  return { width: Math.max(240, plot.clientWidth), em };
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
