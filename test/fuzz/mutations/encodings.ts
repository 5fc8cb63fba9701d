import iconv from 'iconv-lite';
import type { EncodingMutation } from './mutation.ts';

const LITTLE_MARK = Buffer.from([0xff, 0xfe]);
const BIG_MARK = Buffer.from([0xfe, 0xff]);
const UTF8_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function utf16le(text: string): Buffer {
  return Buffer.from(text, 'utf16le');
}

function utf16be(text: string): Buffer {
  return utf16le(text).swap16();
}

function western(text: string): Buffer {
  return iconv.encode(text, 'windows-1252');
}

export const ENCODING_MUTATIONS: EncodingMutation[] = [
  {
    stage: 'encoding',
    name: 'UTF-8 with mark',
    apply: (text) => Buffer.concat([UTF8_MARK, Buffer.from(text)]),
  },
  {
    stage: 'encoding',
    name: 'UTF-8 with two marks',
    apply: (text) => Buffer.concat([UTF8_MARK, UTF8_MARK, Buffer.from(text)]),
  },
  { stage: 'encoding', name: 'UTF-16 LE', apply: (text) => Buffer.concat([LITTLE_MARK, utf16le(text)]) },
  { stage: 'encoding', name: 'UTF-16 BE', apply: (text) => Buffer.concat([BIG_MARK, utf16be(text)]) },
  { stage: 'encoding', name: 'UTF-16 LE without mark', apply: utf16le },
  { stage: 'encoding', name: 'UTF-16 BE without mark', apply: utf16be },
  {
    stage: 'encoding',
    name: 'UTF-16 of the other order',
    apply: (text) => Buffer.concat([BIG_MARK, utf16le(text)]),
  },
  {
    stage: 'encoding',
    name: 'UTF-16 cut within a letter',
    apply: (text, random) =>
      Buffer.concat([LITTLE_MARK, utf16le(text).subarray(0, random.between(1, text.length * 2))]),
  },
  {
    stage: 'encoding',
    name: 'UTF-32 LE',
    apply: (text) => Buffer.concat([Buffer.from([0xff, 0xfe, 0, 0]), iconv.encode(text, 'utf-32le')]),
  },
  { stage: 'encoding', name: 'UTF-7', apply: (text) => iconv.encode(text, 'utf-7') },
  { stage: 'encoding', name: 'Windows-1252', weight: 2, apply: western },
  { stage: 'encoding', name: 'Latin-1', apply: (text) => Buffer.from(text, 'latin1') },
  {
    stage: 'encoding',
    name: 'Windows-1252 under a UTF-8 mark',
    apply: (text) => Buffer.concat([UTF8_MARK, western(text)]),
  },
  {
    stage: 'encoding',
    name: 'lines in different encodings',
    apply: (text, random) =>
      Buffer.concat(
        text
          .split('\n')
          .flatMap((line) => [
            random.pick([Buffer.from(line), western(line), utf16le(line)]),
            Buffer.from('\n'),
          ]),
      ),
  },
  {
    stage: 'encoding',
    name: 'UTF-8 encoded twice',
    apply: (text) => Buffer.from(Buffer.from(text).toString('latin1')),
  },
];
