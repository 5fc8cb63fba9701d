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

/** All slots in small: what a chart shows is between two handles. It keeps at least a year. */
export function Brush({ values, nameOf, range: [first, end], onMove, onEnd }: BrushProps) {
  const last = values.length - 1;
  const handle = (label: string, at: number, rangeTo: (at: number) => ShownRange) => (
    <input
      type="range"
      aria-label={label}
      max={last}
      value={at}
      aria-valuetext={nameOf(at)}
      onInput={({ currentTarget }) => onMove(rangeTo(Number(currentTarget.value)))}
      onChange={onEnd}
    />
  );
  return (
    <div class="brush" style={{ '--from': first / last, '--to': end / last }}>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        <path class="line" d={smallLine(values, WIDTH, HEIGHT, 0)} />
      </svg>
      <div class="window" />
      {handle('First month shown', first, (at) => [Math.min(at, end - FEWEST + 1), end])}
      {handle('Last month shown', end, (at) => [first, Math.max(at, first + FEWEST - 1)])}
    </div>
  );
}
