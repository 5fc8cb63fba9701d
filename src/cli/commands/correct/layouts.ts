import { existsSync } from 'node:fs';
import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Config } from '../../../config.ts';
import { messageOf, OperatorError, USAGE } from '../../../domain/operator-error.ts';
import type { LayoutAddition } from '../../../extract/layouts/column-advice.ts';
import { addToLayoutFile, readLayoutFile } from '../../../extract/layouts/layout-file.ts';
import { columnsOf } from '../../../extract/layouts/report-kind.ts';
import { rewriteFile } from '../../../files/lock.ts';
import { readRegularFile } from '../../../files/regular-file.ts';
import { REPORT_KINDS } from '../../../states/index.ts';
import { makeCommand } from '../../help.ts';
import { layoutsOption } from '../../options.ts';
import { print } from '../../output/print.ts';

/** The layout file that is written if no option and no setting names one. */
const USUAL_FILE = 'layouts.json';

interface Column {
  header: string;
  field: string;
}

interface AddFlags {
  column?: Column[];
  ignore?: string[];
  note?: string[];
  kind?: string;
  layouts?: string;
}

/** `allocations layouts`: writes the layout file. */
export function layoutsCommand(config: Config): Command {
  const addCommand = makeCommand('add', {
    description: 'Say which field a renamed column is, or skip a column or a note',
    options: [
      new Option(
        '--column <header=field>',
        'A header and the field that it means. Can be repeated',
      ).argParser((text: string, before?: Column[]) => [...(before ?? []), readColumn(text)]),
      new Option('--ignore <header>', 'The header of a column to skip. Can be repeated').argParser(addText),
      new Option(
        '--note <beginning>',
        'How a line begins that is no row, to pass it over. Can be repeated',
      ).argParser(addText),
      new Option('--kind <kind>', 'The report kind. Default: every kind that has all these fields').choices(
        REPORT_KINDS.map(({ name }) => name),
      ),
      layoutsOption(config),
    ],
    examples: [
      'allocations layouts add --column "Amount Paid=net_payment"',
      'allocations layouts add --kind tx/payment-detail --ignore "Remarks" --layouts layouts.json',
      'allocations layouts add --kind ca/monthly-statement --note "Printed on"',
    ],
  });
  return makeCommand('layouts', {
    description: 'Describe the columns of a report to the program',
  }).addCommand(addCommand.action(add));
}

function addText(text: string, before: string[] = []): string[] {
  return [...before, text];
}

/** Reads `Amount Paid=net_payment`. A header may contain `=`, a field does not. */
function readColumn(text: string): Column {
  const [, header = '', field = ''] = /^(.*)=(.*)$/s.exec(text) ?? [];
  if (header.trim() !== '' && field.trim() !== '') return { header: header.trim(), field: field.trim() };
  throw new InvalidArgumentError('Write the header, =, and the field: "Amount Paid=net_payment".');
}

function add(flags: AddFlags): void {
  const additions = additionsOf(flags);
  const file = flags.layouts ?? USUAL_FILE;
  rewriteFile('layout file', file, 'layouts add', () => extendedFile(file, additions));
  for (const addition of additions) {
    const { kind } = addition;
    if ('note' in addition) print(`${kind}: lines that begin with "${addition.note}" are passed over.`);
    else if (addition.field === null) print(`${kind}: "${addition.header}" is skipped.`);
    else print(`${kind}: "${addition.header}" is ${addition.field}.`);
  }
  print(`Added to ${file}. From now on, use --layouts ${file} with every command that reads reports.`);
}

function additionsOf({ column = [], ignore = [], note = [], kind }: AddFlags): LayoutAddition[] {
  if (column.length + ignore.length + note.length === 0)
    throw new OperatorError('Name a column: --column "Amount Paid=net_payment".', USAGE);
  const fields = column.map(({ field }) => field);
  const kinds = kind === undefined ? kindsWith(fields) : [kind];
  if (kinds.length === 0)
    throw new OperatorError(
      `No report kind has the field ${fields.join(' and ')}. Name it as in docs/reference/report-formats.md.`,
      USAGE,
    );
  if (column.length === 0 && kind === undefined)
    throw new OperatorError('Name the report kind whose column or note to skip: --kind.', USAGE);
  const columns = [...column, ...ignore.map((header) => ({ header, field: null }))];
  const additions = [...columns, ...note.map((beginning) => ({ note: beginning }))];
  return kinds.flatMap((name) => additions.map((one) => ({ kind: name, ...one })));
}

/** The report kinds that have all these fields. */
function kindsWith(fields: readonly string[]): string[] {
  const having = REPORT_KINDS.filter((kind) => fields.every((field) => columnsOf(kind).has(field)));
  return having.map(({ name }) => name);
}

/** The text of the layout file with the additions, which every run can use. */
function extendedFile(path: string, additions: readonly LayoutAddition[]): string {
  try {
    const text = addToLayoutFile(existsSync(path) ? readRegularFile(path).toString() : '', additions);
    readLayoutFile(text, REPORT_KINDS);
    return text;
  } catch (error) {
    const reason = messageOf(error).replaceAll('\n', ' ');
    throw new OperatorError(`Cannot add to the layout file ${path}: ${reason}.`, USAGE);
  }
}
