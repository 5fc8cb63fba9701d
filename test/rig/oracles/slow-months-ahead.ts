/** The forecast of twelve months once more: every state in an array of its own, and simple smoothing as a weighted sum. */

const ALPHAS = [0.05, 0.1, 0.2, 0.35, 0.5];

/** `payments` are all months up to the last known one, all above zero, at least 24 and at most 96. */
export function slowMonthsAhead(payments: readonly number[]): number[] {
  const y = payments.map((payment) => Math.log(payment));
  const n = y.length;
  const sumX = (n * (n - 1)) / 2;
  const sumXX = y.reduce((sum, _, x) => sum + x * x, 0);
  let slope = 0;
  for (let at = 12; at < n; at += 1) slope += ((y[at] as number) - (y[at - 12] as number)) / 12 / (n - 12);
  const raw: number[] = [];
  for (let month = 0; month < 12; month += 1) {
    let [sum, count] = [0, 0];
    for (let at = month; at < n; at += 12) {
      sum += (y[at] as number) - slope * at;
      count += 1;
    }
    raw.push(sum / count);
  }
  const start = raw.reduce((sum, one) => sum + one, 0) / 12;
  const season = raw.map((one) => one - start);

  let damped = { squares: Number.POSITIVE_INFINITY, amounts: [] as number[] };
  for (const alpha of ALPHAS)
    for (const beta of [0, alpha / 10])
      for (const gamma of [0.02, 0.1, 0.25])
        for (const phi of [0.9, 0.98]) {
          const fit = holtWinters(y, { level: start - slope, slope, season }, { alpha, beta, gamma, phi });
          if (fit.squares < damped.squares) damped = fit;
        }

  const adjusted = y.map((one, at) => one - (season[at % 12] as number));
  const mean = adjusted.slice(0, 12).reduce((sum, one) => sum + one, 0) / 12;
  let simple = { squares: Number.POSITIVE_INFINITY, level: 0, alpha: 0 };
  for (const alpha of ALPHAS) {
    const levels = adjusted.map((_, at) => levelAt(adjusted, mean, alpha, at));
    const squares = adjusted.reduce((sum, one, at) => sum + (one - (levels[at] as number)) ** 2, 0);
    if (squares < simple.squares) simple = { squares, level: levelAt(adjusted, mean, alpha, n), alpha };
  }
  const lineY = adjusted.reduce((sum, one) => sum + one, 0);
  const lineXY = adjusted.reduce((sum, one, x) => sum + x * one, 0);
  const drift = (n * lineXY - sumX * lineY) / (n * sumXX - sumX * sumX) / 2;

  const sumOf = (from: number, to?: number) => payments.slice(from, to).reduce((sum, one) => sum + one, 0);
  const growth = Math.log(sumOf(-12) / sumOf(-24, -12));
  return Array.from({ length: 12 }, (_, at) => {
    const theta =
      simple.level +
      drift * (at + 1 / simple.alpha - (1 - simple.alpha) ** n / simple.alpha) +
      (season[(n + at) % 12] as number);
    const half = (y[n - 12 + at] as number) + growth / 2;
    return Math.exp(((damped.amounts[at] as number) + theta + half) / 3);
  });
}

/** The level that the first so many months leave. */
function levelAt(series: readonly number[], first: number, alpha: number, months: number): number {
  let level = first * (1 - alpha) ** months;
  for (let at = 0; at < months; at += 1)
    level += alpha * (1 - alpha) ** (months - 1 - at) * (series[at] as number);
  return level;
}

function holtWinters(
  y: readonly number[],
  { level, slope, season }: { level: number; slope: number; season: readonly number[] },
  { alpha, beta, gamma, phi }: { alpha: number; beta: number; gamma: number; phi: number },
) {
  const [levels, trends, seasons] = [[level], [slope], [...season]];
  let squares = 0;
  for (let t = 0; t < y.length; t += 1) {
    const before = (levels[t] as number) + phi * (trends[t] as number);
    const error = (y[t] as number) - before - (seasons[t] as number);
    squares += error ** 2;
    levels.push(before + alpha * error);
    trends.push(phi * (trends[t] as number) + beta * error);
    seasons.push((seasons[t] as number) + gamma * error);
  }
  const n = y.length;
  const amounts = Array.from({ length: 12 }, (_, at) => {
    let value = (levels[n] as number) + (seasons[n + at] as number);
    for (let step = 1; step <= at + 1; step += 1) value += phi ** step * (trends[n] as number);
    return value;
  });
  return { squares, amounts };
}
