import type { Random } from '../../rig/random.ts';
import type { BytesMutation } from './mutation.ts';

/** Draws a range of the bytes, usually a short one. */
function stretch(bytes: Buffer, random: Random): [from: number, to: number] {
  const from = random.below(bytes.length + 1);
  const most = random.chance(0.7) ? 16 : bytes.length;
  return [from, Math.min(bytes.length, from + random.between(1, Math.max(1, most)))];
}

function replace(bytes: Buffer, from: number, to: number, ...parts: Uint8Array[]): Buffer {
  return Buffer.concat([bytes.subarray(0, from), ...parts, bytes.subarray(to)]);
}

const MARKS: readonly [Buffer, ...Buffer[]] = [
  Buffer.from([0xef, 0xbb, 0xbf]),
  Buffer.from([0xff, 0xfe]),
  Buffer.from([0xfe, 0xff]),
  Buffer.from([0x2b, 0x2f, 0x76]),
];

const SIGNATURES: readonly [Buffer, ...Buffer[]] = [
  Buffer.from('PK'),
  Buffer.from('PK\u0003\u0004'),
  Buffer.from('%PDF-1.7\n'),
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.from('<!DOCTYPE html>'),
  Buffer.from([0x1f, 0x8b, 8, 0]),
];

export const BYTES_MUTATIONS: BytesMutation[] = [
  {
    stage: 'bytes',
    name: 'bits flipped',
    weight: 3,
    apply: (bytes, random) => {
      const changed = Buffer.from(bytes);
      for (let count = random.between(1, 8); count > 0; count -= 1) {
        const at = random.below(changed.length);
        if (at < changed.length) changed[at] = (changed[at] ?? 0) ^ (1 << random.below(8));
      }
      return changed;
    },
  },
  {
    stage: 'bytes',
    name: 'bytes changed',
    weight: 2,
    apply: (bytes, random) => {
      const changed = Buffer.from(bytes);
      for (let count = random.between(1, 8); count > 0; count -= 1) {
        const at = random.below(changed.length);
        if (at < changed.length)
          changed[at] = random.pick([0, 0xff, 0x7f, 0x80, 0x20, random.below(256), 0x30 + random.below(10)]);
      }
      return changed;
    },
  },
  {
    stage: 'bytes',
    name: 'bytes inserted',
    apply: (bytes, random) => {
      const at = random.below(bytes.length + 1);
      return replace(
        bytes,
        at,
        at,
        Uint8Array.from({ length: random.between(1, 12) }, () => random.below(256)),
      );
    },
  },
  {
    stage: 'bytes',
    name: 'bytes lost',
    weight: 2,
    apply: (bytes, random) => replace(bytes, ...stretch(bytes, random)),
  },
  {
    stage: 'bytes',
    name: 'bytes twice',
    apply: (bytes, random) => {
      const [from, to] = stretch(bytes, random);
      return replace(bytes, to, to, bytes.subarray(from, to));
    },
  },
  {
    stage: 'bytes',
    name: 'cut off',
    weight: 2,
    apply: (bytes, random) => bytes.subarray(0, random.below(bytes.length + 1)),
  },
  {
    stage: 'bytes',
    name: 'beginning lost',
    apply: (bytes, random) => bytes.subarray(random.below(bytes.length + 1)),
  },
  {
    stage: 'bytes',
    name: 'zero bytes',
    apply: (bytes, random) => {
      const [from, to] = stretch(bytes, random);
      return random.chance(0.5)
        ? replace(bytes, from, to, Buffer.alloc(to - from))
        : replace(bytes, from, from, Buffer.alloc(4));
    },
  },
  {
    stage: 'bytes',
    name: 'byte order mark',
    apply: (bytes, random) => {
      const at = random.chance(0.6) ? 0 : random.below(bytes.length + 1);
      return replace(bytes, at, at, random.pick(MARKS));
    },
  },
  {
    stage: 'bytes',
    name: 'signature of another format',
    apply: (bytes, random) => Buffer.concat([random.pick(SIGNATURES), bytes]),
  },
  {
    stage: 'bytes',
    name: 'part of another report',
    weight: 2,
    apply: (bytes, random, other) => {
      const source = other();
      const [from, to] = stretch(bytes, random);
      const [otherFrom, otherTo] = stretch(source, random);
      return replace(bytes, from, to, source.subarray(otherFrom, otherTo));
    },
  },
  {
    stage: 'bytes',
    name: 'another report behind',
    apply: (bytes, random, other) =>
      Buffer.concat([bytes, Buffer.from(random.pick(['', '\n', '\u0000'])), other()]),
  },
];
