import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { openProgramFolder } from '../../../rig/datasets/program-folder.ts';
import { statement } from '../../../rig/reports/small-reports.ts';

const { folder, allocations, read, refuse, succeed, write } = openProgramFolder();
const KIND = 'ca/monthly-statement';

beforeAll(() => {
  const known = statement([{ code: '01001', month: '2024-05', net: 100 }]);
  write('two.csv', known.replace('Net Payment', 'Net Paymnt').replace('Current Advance', 'Current Advnce'));
});

beforeEach(() => rmSync(join(folder, 'layouts.json'), { force: true }));

// the guide about strange files runs the command of the message
test('layouts add keeps two columns of a report, and a rebuild needs the file', () => {
  expect(allocations('ingest', 'two.csv').status).toBe(1);
  const columns = ['--column', 'Current Advnce=current_advance', '--column', 'Net Paymnt=net_payment'];
  expect(succeed('layouts', 'add', '--kind', KIND, ...columns)).toContain(
    `${KIND}: "Net Paymnt" is net_payment.`,
  );
  expect(allocations('ingest', 'two.csv', '--layouts', 'layouts.json').status).toBe(0);
  const said = refuse('rebuild', '--db', 'rebuilt.sqlite');
  expect(said).toContain(
    '1 archived report has a header that no layout knows: two.csv. Nothing was written. Name the layout file that you used before with --layouts.',
  );
  expect(existsSync(join(folder, 'rebuilt.sqlite'))).toBe(false);
});

test('layouts add adds to every kind that has the fields, or to the one that is named, and keeps the rest', () => {
  const signs = [{ kind: 'ca/quarterly-allocations', field: 'county_share_amount', sign: 'negative' }];
  write('layouts.json', JSON.stringify({ signs, ignored: [] }));
  succeed('layouts', 'add', '--column', 'Amount Paid=net_payment');
  const { aliases } = JSON.parse(read('layouts.json'));
  const kinds = aliases.map(({ kind }: { kind: string }) => kind);
  expect(kinds).toEqual(expect.arrayContaining([KIND, 'tx/payment-detail']));
  succeed('layouts', 'add', '--kind', KIND, '--ignore', 'Fund', '--layouts', 'layouts.json');
  expect(JSON.parse(read('layouts.json'))).toEqual({
    ...{ signs, aliases },
    ignored: [{ kind: KIND, headers: ['Fund'] }],
  });
});

test('layouts add passes over a line that every report has, as the message says', () => {
  write('page.csv', `${statement([{ code: '01001', month: '2024-05', net: 100 }])}Page 1 of 1\n`);
  const { status, stdout } = allocations('ingest', 'page.csv');
  expect(status).toBe(1);
  const [, command = ''] = /run: allocations (.*)$/m.exec(stdout) ?? [];
  expect(command).toBe(`layouts add --kind ${KIND} --note "Page"`);
  expect(succeed(...command.replaceAll('"', '').split(' '))).toContain(
    `${KIND}: lines that begin with "Page" are passed over.`,
  );
  expect(JSON.parse(read('layouts.json'))).toEqual({ notes: [{ kind: KIND, beginnings: ['Page'] }] });
  expect(allocations('ingest', 'page.csv', '--layouts', 'layouts.json').status).toBe(0);
});

test.each([
  [[], 'Name a column: --column "Amount Paid=net_payment".'],
  [['--column', 'Amount Paid'], 'Write the header, =, and the field: "Amount Paid=net_payment".'],
  [['--column', 'Paid=netpayment'], 'No report kind has the field netpayment.'],
  [['--ignore', 'Fund'], 'Name the report kind whose column or note to skip: --kind.'],
  [['--kind', KIND, '--note', '1'], 'needs three letters'],
  [['--kind', KIND, '--column', 'Net Payment=current_advance'], 'names both'],
])('layouts add refuses %j and writes nothing', (args, reason) => {
  expect(refuse('layouts', 'add', ...args)).toContain(reason);
  expect(existsSync(join(folder, 'layouts.json'))).toBe(false);
});

test.each(['[]', '{"aliases": 5}', 'x'])(
  'layouts add refuses %s as a layout file, and does not change it',
  (text) => {
    write('layouts.json', text);
    refuse('layouts', 'add', '--column', 'Amount Paid=net_payment');
    expect(read('layouts.json')).toBe(text);
  },
);
