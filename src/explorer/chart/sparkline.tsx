import { roundedDollars } from '../../domain/text/rounded.ts';
import { smallLine } from './scales.ts';

interface SparklineProps {
  /** What the line shows: for people who hear it, and for those who point at it. */
  label: string;
  /** Dollars from the first month to the last; `null` is a gap. */
  values: readonly (number | null)[];
  width: number;
  height: number;
}

/** A small line without axes, from its lowest value to its highest, which its title names. */
export function Sparkline({ label, values, width, height }: SparklineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length === 0) return null;
  return (
    <svg class="sparkline" viewBox={`0 0 ${width} ${height}`} role="img">
      <title>
        {label}. Lowest {roundedDollars(Math.min(...known))}, highest {roundedDollars(Math.max(...known))}
      </title>
      <path class="line" d={smallLine(values, width, height, 3)} />
    </svg>
  );
}
