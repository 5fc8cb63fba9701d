import { roundedDollars } from '../../domain/text/rounded.ts';
import { linear, linePath } from './scales.ts';

interface SparklineProps {
  /** What the line shows: for people who hear it, and for those who point at it. */
  label: string;
  /** Dollars from the first month to the last; `null` is a gap. */
  values: readonly (number | null)[];
  width: number;
  height: number;
}

const EDGE = 3;

/** A small line without axes, from its lowest value to its highest, which its title names. */
export function Sparkline({ label, values, width, height }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = linear([0, values.length - 1], [EDGE, width - EDGE]);
  const y = linear([least, most === least ? least + 1 : most], [height - EDGE, EDGE]);
  const path = linePath(values.map((value, at) => (value === null ? null : [x(at), y(value)])));
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} role="img">
      <title>
        {label}. Lowest {roundedDollars(least)}, highest {roundedDollars(most)}
      </title>
      <path class="line" d={path} />
    </svg>
  );
}
