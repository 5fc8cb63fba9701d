import { crc32, deflateRawSync } from 'node:zlib';
import type { Random } from '../../rig/random.ts';
import type { Part } from '../zip.ts';
import type { ZipMutation } from './mutation.ts';

function changePart(parts: readonly Part[], random: Random, change: (part: Part) => Part): { parts: Part[] } {
  const at = random.below(parts.length);
  return { parts: parts.map((part, index) => (index === at ? change(part) : part)) };
}

const BOMB_SIZE = 50 * 1024 * 1024;
let packedBomb: { packed: Buffer; content: Buffer; checksum: number } | undefined;

/** An entry of 50 MiB of zeros, made once. */
function bomb(name: string): Part {
  if (!packedBomb) {
    const content = Buffer.alloc(BOMB_SIZE);
    packedBomb = { packed: deflateRawSync(content), content, checksum: crc32(content) };
  }
  return { name, ...packedBomb };
}

/** Adds a prefix to the names of all elements. */
function prefixElements(xml: Buffer, prefix: string): Buffer {
  const prefixed = xml
    .toString('latin1')
    .replaceAll(/<(\/?)(?=\w)/g, `<$1${prefix}:`)
    .replaceAll(' xmlns=', ` xmlns:${prefix}=`);
  return Buffer.from(prefixed, 'latin1');
}

const NAMES: readonly [string, ...string[]] = [
  'xl/worksheets/sheet1.xml',
  'xl/worksheets/Sheet1.xml',
  'xl/worksheets/sheet9.xml',
  'xl/worksheets/october.xml',
  'xl/workbook.xml',
  'xl/sharedStrings.xml',
  'xl/styles.xml',
  'xl/media/image1.png',
  '../../evil.xml',
  '/xl/worksheets/sheet1.xml',
  'xl\\worksheets\\sheet1.xml',
  'XL/WORKSHEETS/SHEET1.XML',
  'folder/',
  '',
  '__proto__',
  'xl/worksheets/_rels/sheet1.xml.rels',
  'xl/theme/theme1.xml',
  'xl/tables/table1.xml',
  'xl/drawings/drawing1.xml',
  'xl/comments1.xml',
  'x'.repeat(5000),
];

export const ZIP_MUTATIONS: ZipMutation[] = [
  {
    stage: 'zip',
    name: 'part missing',
    weight: 2,
    apply: (parts, random) => {
      const at = random.below(parts.length);
      return { parts: parts.filter((_, index) => index !== at) };
    },
  },
  {
    stage: 'zip',
    name: 'part renamed',
    weight: 2,
    apply: (parts, random) => changePart(parts, random, (part) => ({ ...part, name: random.pick(NAMES) })),
  },
  {
    stage: 'zip',
    name: 'part twice',
    weight: 2,
    apply: (parts, random) => {
      const again = random.pickAny(parts);
      const other = random.pickAny(parts);
      if (!again || !other) return { parts: [...parts] };
      const copy = random.chance(0.5) ? again : { ...again, content: other.content };
      return { parts: random.chance(0.5) ? [...parts, copy] : [copy, ...parts] };
    },
  },
  {
    stage: 'zip',
    name: 'part added',
    apply: (parts, random) => {
      const content = random.pick([
        Buffer.alloc(0),
        Buffer.from('<x/>'),
        random.pickAny(parts)?.content ?? Buffer.alloc(9),
      ]);
      return { parts: [...parts, { name: random.pick(NAMES), content }] };
    },
  },
  {
    stage: 'zip',
    name: 'part swapped with another',
    apply: (parts, random) => {
      const [a, b] = [random.below(parts.length), random.below(parts.length)];
      return {
        parts: parts.map((part, at) => {
          const content = (at === a ? parts[b] : at === b ? parts[a] : undefined)?.content;
          return content ? { ...part, content } : part;
        }),
      };
    },
  },
  {
    stage: 'zip',
    name: 'prefix before the elements',
    weight: 2,
    apply: (parts, random) => {
      const prefix = random.pick(['x', 'ns0', 'a', 'row']);
      const only = random.chance(0.3) ? random.below(parts.length) : null;
      const isPrefixed = ({ name }: Part, at: number) =>
        only === null ? name.startsWith('xl/') && name.endsWith('.xml') : at === only;
      return {
        parts: parts.map((part, at) =>
          isPrefixed(part, at) ? { ...part, content: prefixElements(part.content, prefix) } : part,
        ),
      };
    },
  },
  {
    stage: 'zip',
    name: 'parts stored',
    apply: (parts) => ({ parts: parts.map((part) => ({ ...part, isStored: true })) }),
  },
  { stage: 'zip', name: 'parts in another order', apply: (parts) => ({ parts: [...parts].reverse() }) },
  {
    stage: 'zip',
    name: 'wrong method',
    apply: (parts, random) =>
      changePart(parts, random, (part) => ({ ...part, method: random.pick([0, 1, 8, 9, 12, 14, 99]) })),
  },
  {
    stage: 'zip',
    name: 'wrong checksum',
    apply: (parts, random) =>
      changePart(parts, random, (part) => ({ ...part, checksum: random.pick([0, 1, 0xffffffff]) })),
  },
  {
    stage: 'zip',
    name: 'wrong size',
    weight: 2,
    apply: (parts, random) =>
      changePart(parts, random, (part) => {
        const size = random.pick([
          0,
          1,
          part.content.length - 1,
          part.content.length + 1,
          0x7fffffff,
          0xffffffff,
        ]);
        return random.chance(0.5) ? { ...part, size } : { ...part, packedSize: size };
      }),
  },
  {
    stage: 'zip',
    name: 'local name of another part',
    apply: (parts, random) =>
      changePart(parts, random, (part) => ({ ...part, localName: random.pick(NAMES) })),
  },
  {
    stage: 'zip',
    name: 'flags',
    apply: (parts, random) =>
      changePart(parts, random, (part) => ({ ...part, flags: 1 << random.below(16) })),
  },
  {
    stage: 'zip',
    name: 'directory points elsewhere',
    apply: (parts, random) =>
      changePart(parts, random, (part) => ({
        ...part,
        misplacedBy: random.pick([1, -1, 30, 500, 0x7fffff]),
      })),
  },
  {
    stage: 'zip',
    name: 'directory of another length',
    apply: (parts, random) => ({
      parts: [...parts],
      directory: random.pick([
        { count: 0 },
        { count: Math.max(0, parts.length - 1) },
        { count: parts.length + 1 },
        { count: 0xffff },
        { size: 0 },
        { size: 0xffffffff },
        { offset: 0 },
        { offset: 0xffffffff },
        { comment: 'x'.repeat(500) },
        { comment: 'PK\u0005\u0006'.padEnd(30, '\u0000') },
      ]),
    }),
  },
  {
    stage: 'zip',
    name: 'bytes before the zip file',
    apply: (parts, random) => ({
      parts: [...parts],
      directory: { before: Buffer.from(random.pick(['PK', 'MZ', 'PK\u0003\u0004', 'PK '.repeat(40)])) },
    }),
  },
  {
    stage: 'zip',
    name: 'bomb',
    weight: 0.15,
    apply: (parts, random) => {
      const name = random.pick([
        'xl/media/image1.png',
        'bomb.bin',
        'xl/worksheets/sheet7.xml',
        'xl/sharedStrings.xml',
      ]);
      return { parts: [...parts, bomb(name)] };
    },
  },
];
