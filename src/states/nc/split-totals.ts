import { type Finding, finding } from '../../domain/findings/finding.ts';
import { parseTotal } from '../../domain/money.ts';
import { normalizeHeader } from '../../extract/layouts/header.ts';

/** How a county shares its tax with its municipalities: `(PER CAPITA)` or `(AD VALOREM)` after its name. */
type Method = 'per' | 'ad';

/** Taxes of counties and transit, which no method shares. They have a line of their own below the grand total. */
const COUNTY_AND_TRANSIT = ['ARTICLE 43', 'ARTICLE 45', 'ARTICLE 46'].map(normalizeHeader);
const TOTAL = normalizeHeader('TOTAL');

/** The lines below the grand total that split it, and what they add up. */
const LINES: readonly { name: RegExp; methods: readonly Method[]; isOfTransit: boolean }[] = [
  { name: /^per\s*capita distributable/i, methods: ['per'], isOfTransit: false },
  { name: /^ad\s*valorem distributable/i, methods: ['ad'], isOfTransit: false },
  { name: /^county\W*transit distributable/i, methods: ['per', 'ad'], isOfTransit: true },
];

/** Adds up the lines of a sheet as the state splits its grand total, and checks the split. */
export class SplitTotals {
  private readonly headers: readonly string[];
  private readonly columns: readonly string[];
  private readonly sums: Readonly<Record<Method, number[]>>;

  /** `headers` are those of the figures. */
  constructor(headers: readonly string[]) {
    this.headers = headers;
    this.columns = headers.map(normalizeHeader);
    this.sums = { per: headers.map(() => 0), ad: headers.map(() => 0) };
  }

  /** Adds a line of a county's section. */
  add(method: Method, figures: readonly string[]): void {
    const sums = this.sums[method];
    for (const at of sums.keys()) sums[at] = (sums[at] ?? 0) + (parseTotal(figures[at]) ?? 0);
  }

  /** Says how a line of the split differs from its sections. No figure of the dataset depends on it. */
  check(name: string, figures: readonly string[], place: Pick<Finding, 'sheet' | 'row'>): Finding[] {
    const line = LINES.find((known) => known.name.test(name));
    if (!line) return [];
    const sums = this.columns.map((_, at) => this.sumOf(line, at));
    const differing = [...sums.keys()].filter((at) => (parseTotal(figures[at]) ?? sums[at]) !== sums[at]);
    // the sum of all columns tells most, and stands last
    const at = differing.at(-1);
    if (at === undefined) return [];
    const facts = {
      ...{ line: name, printed: parseTotal(figures[at]) ?? 0, sum: sums[at] ?? 0 },
      more: differing.length - 1,
    };
    return [finding('split-total', facts, { ...place, column: `${this.headers[at]}`.trim() })];
  }

  private sumOf(line: (typeof LINES)[number], at: number): number {
    const isTotal = this.columns[at] === TOTAL;
    const counting = isTotal ? [...this.columns.keys()].filter((one) => one !== at) : [at];
    const ofLine = counting.filter(
      (one) => COUNTY_AND_TRANSIT.includes(this.columns[one] ?? '') === line.isOfTransit,
    );
    return line.methods.reduce(
      (sum, method) => ofLine.reduce((all, one) => all + (this.sums[method][one] ?? 0), sum),
      0,
    );
  }
}
