import type { Random } from '../../rig/random.ts';
import type { TextMutation } from './mutation.ts';
import { oddCell } from './values.ts';

function insert(text: string, at: number, what: string): string {
  return text.slice(0, at) + what + text.slice(at);
}

function anywhere(text: string, random: Random): number {
  return random.below(text.length + 1);
}

/** Replaces one match of a pattern. */
function replaceOne(
  text: string,
  pattern: RegExp,
  random: Random,
  change: (found: string) => string,
): string {
  const found = random.pickAny([...text.matchAll(pattern)]);
  if (!found) return text;
  return text.slice(0, found.index) + change(found[0]) + text.slice(found.index + found[0].length);
}

function changeLine(text: string, random: Random, change: (line: string) => string): string {
  const lines = text.split('\n');
  const at = random.below(lines.length);
  return lines.map((line, index) => (index === at ? change(line) : line)).join('\n');
}

export const CSV_MUTATIONS: TextMutation[] = [
  {
    stage: 'csv',
    name: 'stray quote',
    weight: 2,
    apply: (text, random) => insert(text, anywhere(text, random), '"'),
  },
  {
    stage: 'csv',
    name: 'cell in stray quotes',
    weight: 2,
    apply: (text, random) =>
      replaceOne(text, /[^,;\t\n\r"]+/g, random, (cell) =>
        random.pick([
          `"${cell}`,
          `${cell}"`,
          `"${cell}" `,
          ` "${cell}"`,
          `"${cell}"x`,
          `""${cell}""`,
          `'${cell}'`,
        ]),
      ),
  },
  { stage: 'csv', name: 'quote lost', apply: (text, random) => replaceOne(text, /"/g, random, () => '') },
  {
    stage: 'csv',
    name: 'separators of one line changed',
    apply: (text, random) =>
      changeLine(text, random, (line) => line.replace(/[,;\t]/g, random.pick([';', ',', '\t', '|']))),
  },
  {
    stage: 'csv',
    name: 'separators changed unquoted',
    apply: (text, random) => text.replaceAll(',', random.pick([';', '\t', '|', ' '])).replaceAll('"', ''),
  },
  {
    stage: 'csv',
    name: 'one separator more or less',
    apply: (text, random) =>
      replaceOne(text, /[,;\t]/g, random, (separator) => random.pick(['', separator + separator])),
  },
  {
    stage: 'csv',
    name: 'separators at line ends',
    apply: (text, random) => text.replace(/\r?\n/g, (end) => ','.repeat(random.between(1, 3)) + end),
  },
  {
    stage: 'csv',
    name: 'mixed line ends',
    weight: 2,
    apply: (text, random) => text.replace(/\r?\n/g, () => random.pick(['\n', '\r\n', '\r', '\n\r', '\n\n'])),
  },
  {
    stage: 'csv',
    name: 'line broken in two',
    apply: (text, random) => insert(text, anywhere(text, random), random.pick(['\n', '\r\n', '\r'])),
  },
  {
    stage: 'csv',
    name: 'line end lost',
    apply: (text, random) => replaceOne(text, /\r?\n/g, random, () => ''),
  },
  {
    stage: 'csv',
    name: 'line before all',
    apply: (text, random) =>
      random.pick([
        'sep=;\n',
        'sep=,\n',
        '\n\n',
        '# comment\n',
        '\ufeff',
        '<!-- x -->\n',
        '{',
        '[',
        '%PDF',
        'PK',
      ]) + text,
  },
  {
    stage: 'csv',
    name: 'control character',
    apply: (text, random) =>
      insert(
        text,
        anywhere(text, random),
        random.pick(['\u0000', '\u001a', '\u007f', '\u000b', '\u000c', '\u0081', '\uffff']),
      ),
  },
  {
    stage: 'csv',
    name: 'cut off',
    weight: 2,
    apply: (text, random) => text.slice(0, anywhere(text, random)),
  },
  {
    stage: 'csv',
    name: 'two files in one',
    apply: (text, random) => text + random.pick(['', '\n', '\n\n']) + text,
  },
  {
    stage: 'csv',
    name: 'thousands unquoted',
    apply: (text) => text.replace(/\d{4,}(?=\.)/g, (digits) => digits.replace(/\B(?=(?:\d{3})+$)/g, ',')),
  },
  { stage: 'csv', name: 'decimal commas', apply: (text) => text.replace(/(?<=\d)\.(?=\d\d\b)/g, ',') },
];

const VALUE = /"(?:[^"\\]|\\.)*"(?=\s*[,}\]])|-?\d+(?:\.\d+)?(?=\s*[,}\]])/g;

/** JSON values of a figure. */
function oddValue(value: string, random: Random): string {
  return random.pick<() => string>([
    () => 'null',
    () => 'true',
    () => '{}',
    () => '[]',
    () => `[${value}]`,
    () => `{"value":${value}}`,
    () => '1e5',
    () => '1E+2',
    () => '12.345',
    () => '-0',
    () => '0.1e1',
    () => '123456789012345678901234567890.12',
    () => '1e999',
    () => '1'.repeat(5000),
    () => '007',
    () => '+5',
    () => '.5',
    () => 'NaN',
    () => '0x10',
    () => '"\\u0031\\u0032.50"',
    () => '"\\ud800"',
    () => value.replaceAll('"', ''),
    () => `"${value.replaceAll('"', '')}"`,
    () => JSON.stringify(oddCell(value.replaceAll('"', ''), random)),
  ])();
}

export const JSON_MUTATIONS: TextMutation[] = [
  {
    stage: 'json',
    name: 'odd value',
    weight: 5,
    apply: (text, random) => replaceOne(text, VALUE, random, (value) => oddValue(value, random)),
  },
  {
    stage: 'json',
    name: 'numbers and strings swapped',
    apply: (text, random) =>
      text.replace(VALUE, (value) => {
        if (random.chance(0.5)) return value;
        if (/^"-?(?:0|[1-9]\d*)(?:\.\d+)?"$/.test(value)) return value.slice(1, -1);
        return value.startsWith('"') ? value : `"${value}"`;
      }),
  },
  {
    stage: 'json',
    name: 'member lost',
    weight: 2,
    apply: (text, random) => replaceOne(text, /"[^"]*":(?:"[^"]*"|[-\d.]+),/g, random, () => ''),
  },
  {
    stage: 'json',
    name: 'member twice',
    weight: 2,
    apply: (text, random) =>
      replaceOne(text, /"[^"]*":(?:"[^"]*"|[-\d.]+),/g, random, (member) => {
        const other = member.replace(/:.*/, `:${random.pick(['"5.00"', '6', 'null', '""'])},`);
        return random.pick([member + member, member + other, other + member]);
      }),
  },
  {
    stage: 'json',
    name: 'key renamed',
    apply: (text, random) =>
      replaceOne(text, /"[^"]*"(?=:)/g, random, (key) =>
        random.pick([
          key.toUpperCase(),
          '"__proto__"',
          '"constructor"',
          '"toString"',
          '""',
          '"@odata.type"',
          `"${'k'.repeat(2000)}"`,
          key.replace(/.(?="$)/, ''),
        ]),
      ),
  },
  {
    stage: 'json',
    name: 'keys renamed everywhere',
    apply: (text, random) => {
      const key = random.pickAny([...new Set(text.match(/"[^"]*"(?=:)/g))]) ?? '""';
      return text.replaceAll(
        `${key}:`,
        random.pick(['"Remarks":', '"NetPayment":', '"net_payment":', '"__proto__":']),
      );
    },
  },
  {
    stage: 'json',
    name: 'other envelope',
    weight: 2,
    apply: (text, random) =>
      random.pick<() => string>([
        () => `{"value":${text}}`,
        () => `{"data":${text}}`,
        () => `[${text}]`,
        () => `{"@odata.count":${random.below(14)},"value":${text}}`,
        () => `{"@odata.nextLink":"https://portal.example/2","value":${text}}`,
        () => `{"status":"Pending","message":"please wait","progressInPercent":50,"value":${text}}`,
        () => `callback(${text})`,
        () => `${text}${text}`,
        () => text.replaceAll('}\n,{', '}\n{').replace(/^\[|\]\s*$/g, ''),
        () => `[null,${text.slice(1)}`,
        () => `[{},${text.slice(1)}`,
        () => `[[],${text.slice(1)}`,
      ])(),
  },
  {
    stage: 'json',
    name: 'deep nesting',
    weight: 0.5,
    apply: (text, random) => {
      const depth = random.pick([50, 500, 5000, 50_000]);
      const nested = random.pick([
        `${'['.repeat(depth)}${']'.repeat(depth)}`,
        `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`,
        '['.repeat(depth),
      ]);
      return replaceOne(text, VALUE, random, () => nested);
    },
  },
  {
    stage: 'json',
    name: 'sign lost or added',
    weight: 2,
    apply: (text, random) =>
      replaceOne(text, /[{}[\]:,"]/g, random, (sign) =>
        random.pick(['', sign + sign, '{', '}', ']', ',', ':', '"']),
      ),
  },
  {
    stage: 'json',
    name: 'cut off',
    weight: 2,
    apply: (text, random) => text.slice(0, anywhere(text, random)),
  },
  {
    stage: 'json',
    name: 'not JSON between',
    apply: (text, random) =>
      insert(
        text,
        anywhere(text, random),
        random.pick(['// x\n', '/* x */', '\u0000', '\ufeff', '\\', '\\u0030', '\n', '\t', 'undefined']),
      ),
  },
];
