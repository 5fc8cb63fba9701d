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
const [WIDTH, HEIGHT] = [1000, 40];

/** All slots in small: what a chart shows is between two handles, or moves as a whole. */
export function Brush({ values, nameOf, range, onMove, onEnd }: BrushProps) {
  const grabbed = useRef<{ x: number; range: ShownRange } | null>(null);
  const last = values.length - 1;
  const handle = (label: string, at: number, ends: ShownRange) => (
    <input
      type="range"
      aria-label={label}
      max={last}
      value={at}
      aria-valuetext={nameOf(at)}
      onInput={({ currentTarget }) => onMove(moved(range, ends, Number(currentTarget.value) - at, last))}
      onChange={onEnd}
    />
  );
  return (
    <div class="brush" style={{ '--from': range[0] / last, '--to': range[1] / last }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d={smallLine(values, WIDTH, HEIGHT, 0)} />
      </svg>
      <div
        class="window"
        onPointerDown={({ currentTarget, pointerId, clientX }) => {
          currentTarget.setPointerCapture(pointerId);
          grabbed.current = { x: clientX, range };
        }}
        onPointerMove={({ currentTarget, clientX }) => {
          if (!grabbed.current) return;
          const width = currentTarget.parentElement?.clientWidth ?? 1;
          const by = Math.round(((clientX - grabbed.current.x) / width) * last);
          onMove(moved(grabbed.current.range, [1, 1], by, last));
        }}
        onPointerUp={() => {
          grabbed.current = null;
          onEnd();
        }}
      />
      {handle('First month shown', range[0], [1, 0])}
      {handle('Last month shown', range[1], [0, 1])}
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
