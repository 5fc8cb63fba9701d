import { useRef } from 'preact/hooks';
import { smallLine } from './scales.ts';

/** The first and the last of the shown slots. */
export type ShownRange = readonly [first: number, last: number];

interface BrushProps {
  values: readonly (number | null)[];
  /** The name of a slot, for people who hear it. */
  nameOf(at: number): string;
  range: ShownRange;
  onMove(range: ShownRange): void;
  /** The end of a drag or the press of a key. */
  onEnd(): void;
}

const FEWEST = 12;
/** How many slots a key moves. */
export const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -12,
  PageUp: 12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};
const [WIDTH, HEIGHT] = [1000, 40];

/** All slots in small: what a chart shows is between two handles, which move by mouse, finger and keys. */
export function Brush({ values, nameOf, range, onMove, onEnd }: BrushProps) {
  const drag = useRef<{ x: number; range: ShownRange } | null>(null);
  const last = values.length - 1;
  const [first, end] = range;
  const moves = (ends: ShownRange) => ({
    onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, range };
    },
    onPointerMove: (event: PointerEvent & { currentTarget: HTMLElement }) => {
      const width = event.currentTarget.parentElement?.clientWidth ?? 1;
      if (!drag.current) return;
      const by = Math.round(((event.clientX - drag.current.x) / width) * last);
      onMove(moved(drag.current.range, ends, by, last));
    },
    onPointerUp: () => {
      drag.current = null;
      onEnd();
    },
  });
  const handle = (label: string, at: number, ends: ShownRange) => (
    <div
      role="slider"
      tabIndex={0}
      class={`handle ${ends[0] ? 'from' : 'to'}`}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at}
      aria-valuetext={nameOf(at)}
      onKeyDown={(event) => {
        const step = STEPS[event.key];
        if (step === undefined) return;
        event.preventDefault();
        onMove(moved(range, ends, step, last));
        onEnd();
      }}
      {...moves(ends)}
    />
  );
  return (
    <div class="brush" style={{ '--from': first / last, '--to': end / last }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d={smallLine(values, WIDTH, HEIGHT, 0)} />
      </svg>
      <div class="window" {...moves([1, 1])} />
      {handle('First month shown', first, [1, 0])}
      {handle('Last month shown', end, [0, 1])}
    </div>
  );
}

/** A range after one of its ends, or both, moved. It stays within the slots, and keeps at least a year. */
export function moved(
  [first, end]: ShownRange,
  [one, other]: ShownRange,
  by: number,
  last: number,
): ShownRange {
  const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
  if (one && other) {
    const step = within(by, -first, last - end);
    return [first + step, end + step];
  }
  return one
    ? [within(first + by, 0, end - FEWEST + 1), end]
    : [first, within(end + by, first + FEWEST - 1, last)];
}
