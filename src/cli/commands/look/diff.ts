import { Command } from 'commander';
import type { Config } from '../../../config.ts';
import { formatCount, formatScaled } from '../../../domain/money.ts';
import { plural } from '../../../domain/text/wording.ts';
import { compareDatasets, type Difference } from '../../../store/compare/differences.ts';
import { readDataset } from '../../../store/dataset.ts';
import { ATTENTION } from '../../exit-codes.ts';
import { addExamples } from '../../help.ts';
import { jsonFiguresOption } from '../../options.ts';
import { formatFigure } from '../../output/figure.ts';
import { formatTable, MOST_PRINTED, print, printJson } from '../../output/print.ts';

/** `allocations diff`: compares two datasets, figure by figure. */
export function diffCommand(_: Config): Command {
  const command = new Command('diff')
    .description('Compare two datasets, figure by figure')
    .argument('<db-a>', 'First dataset')
    .argument('<db-b>', 'Second dataset')
    .addOption(jsonFiguresOption())
    .action((a: string, b: string, { json }: { json?: true }) => {
      const differences = readDataset(a, (before) =>
        readDataset(b, (after) => [...compareDatasets(before, after)]),
      );
      if (differences.length > 0) process.exitCode = ATTENTION;
      if (json) printJson({ same: differences.length === 0, differences });
      else print(formatDifferences(differences));
    });
  return addExamples(
    command,
    'allocations diff september.sqlite data/allocations.sqlite',
    'allocations diff old.sqlite new.sqlite --json',
  );
}

function formatDifferences(differences: readonly Difference[]): string {
  if (differences.length === 0) return 'The datasets contain the same figures.';
  const head = ['jurisdiction', 'month', 'field', 'first', 'second'];
  const rows = differences
    .slice(0, MOST_PRINTED)
    .map((difference) => [
      `${difference.state} ${difference.jurisdiction_id} ${difference.jurisdiction}`,
      difference.month ?? '',
      difference.field,
      formatValue(difference, difference.before),
      formatValue(difference, difference.after),
    ]);
  const more = differences.length - rows.length;
  const end = more > 0 ? [`${formatCount(more)} more are not shown. --json lists all.`] : [];
  return [
    `${plural(differences.length, 'difference')}:`,
    formatTable(head, rows, ['first', 'second']),
    ...end,
  ].join('\n');
}

function formatValue({ state, month, field }: Difference, value: Difference['before']): string {
  if (typeof value !== 'number') return value === null ? '-' : String(value);
  if (field === 'sales_tax_rate') return `${formatScaled(value, 4)} %`;
  return month === null ? String(value) : formatFigure(state, field, value);
}
