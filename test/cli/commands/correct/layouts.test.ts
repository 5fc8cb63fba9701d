import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, read, refuse, succeed, write } = openProgramFolder();
const KIND = 'ca/monthly-statement';

beforeAll(() => {
  const known = statement([{ code: '01001', month: '2024-05', net: 100 }]);
  write('two.csv', known.replace('Net Payment', 'Net Paymnt').replace('Current Advance', 'Current Advnce'));
});

beforeEach(() => rmSync(join(folder, 'layouts.json'), { force: true }));

/** The words of a command in a message, as a shell reads them. */
function wordsIn(message: string): string[] {
  const [, command = ''] = /run: allocations (layouts add .*?)\. This/.exec(message) ?? [];
  return [...command.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
}

describe('layouts add', () => {
  test('is the command of the message about two renamed columns, after which the report is loaded', () => {
    const refused = allocations('ingest', 'two.csv');
    expect(refused.status).toBe(1);
    const words = wordsIn(refused.stdout);
    expect(words).toEqual([
      ...['layouts', 'add', '--kind', KIND],
      ...['--column', 'Current Advnce=current_advance', '--column', 'Net Paymnt=net_payment'],
    ]);
    expect(succeed(...words)).toContain(`${KIND}: "Net Paymnt" is net_payment.`);
    expect(JSON.parse(read('layouts.json'))).toEqual({
      aliases: [
        { kind: KIND, field: 'current_advance', headers: ['Current Advnce'] },
        { kind: KIND, field: 'net_payment', headers: ['Net Paymnt'] },
      ],
    });
    expect(allocations('ingest', 'two.csv', '--layouts', 'layouts.json').status).toBe(0);
  });

  test('is needed by a rebuild, which else puts nothing in place', () => {
    const said = refuse('rebuild', '--db', 'rebuilt.sqlite');
    expect(said).toContain(
      '1 archived report has a header that no layout knows: two.csv. Nothing was written. Name the layout file that you used before with --layouts.',
    );
    expect(existsSync(join(folder, 'rebuilt.sqlite'))).toBe(false);
  });

  test('adds to every kind that has the fields, or to the one that is named', () => {
    succeed('layouts', 'add', '--column', 'Amount Paid=net_payment');
    const { aliases } = JSON.parse(read('layouts.json'));
    const kinds = aliases.map(({ kind }: { kind: string }) => kind);
    expect(kinds).toEqual(expect.arrayContaining([KIND, 'tx/payment-detail']));
    succeed('layouts', 'add', '--kind', KIND, '--ignore', 'Fund', '--layouts', 'layouts.json');
    expect(JSON.parse(read('layouts.json'))).toEqual({
      aliases,
      ignored: [{ kind: KIND, headers: ['Fund'] }],
    });
  });

  test.each([
    [[], 'Name a column: --column "Amount Paid=net_payment".'],
    [['--column', 'Amount Paid'], 'Write the header, =, and the field: "Amount Paid=net_payment".'],
    [['--column', 'Paid=netpayment'], 'No report kind has the field netpayment.'],
    [['--ignore', 'Fund'], 'Name the report kind whose column to skip: --kind.'],
    [['--kind', KIND, '--column', 'Net Payment=current_advance'], 'names both'],
  ])('refuses %j and writes nothing', (args, reason) => {
    expect(refuse('layouts', 'add', ...args)).toContain(reason);
    expect(existsSync(join(folder, 'layouts.json'))).toBe(false);
  });

  test('refuses a file that is not a layout file, and does not change it', () => {
    write('layouts.json', '[]');
    refuse('layouts', 'add', '--column', 'Amount Paid=net_payment');
    expect(read('layouts.json')).toBe('[]');
  });
});
