import { type Part, packZip, unpackAll } from './zip.ts';

/** Returns whether an input still fails. */
export type StillFails = (bytes: Buffer) => Promise<boolean>;

/** Returns the smallest failing input that was found in the available time. */
export async function minimise(bytes: Buffer, stillFails: StillFails, milliseconds: number): Promise<Buffer> {
  const deadline = performance.now() + milliseconds;
  const test: StillFails = async (smaller) => performance.now() < deadline && stillFails(smaller);
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return minimiseText(bytes, test);
  const parts = unpackAll(bytes).map(({ name, content }) => ({ name, content }));
  return (await test(packZip(parts))) ? minimiseWorkbook(parts, test) : bytes;
}

/** Largest input to reduce byte by byte. */
const FEW_BYTES = 4000;

async function minimiseText(bytes: Buffer, test: StillFails): Promise<Buffer> {
  const lines = bytes.toString('latin1').split(/(?<=\n)/);
  const join = (pieces: readonly string[]) => Buffer.from(pieces.join(''), 'latin1');
  const kept = await fewest(lines, (pieces) => test(join(pieces)));
  const rest = kept.join('');
  if (rest.length > FEW_BYTES) return join(kept);
  return join(await fewest([...rest], (pieces) => test(join(pieces))));
}

const ELEMENTS = [
  /<row\b[^>]*?(?:\/>|>.*?<\/row>)/gs,
  /<c\b[^>]*?(?:\/>|>.*?<\/c>)/gs,
  /<(?:pageMargins|sheetFormatPr|sheetViews|cols|dimension)\b[^>]*?(?:\/>|>.*?<\/\w+>)/gs,
];

async function minimiseWorkbook(parts: readonly Part[], test: StillFails): Promise<Buffer> {
  let kept = await fewest(parts, (pieces) => test(packZip(pieces)));
  for (const { name } of kept) {
    for (const element of ELEMENTS) {
      const part = kept.find((other) => other.name === name);
      if (!part) continue;
      const replaced = (xml: string): Part[] =>
        kept.map((other) => (other === part ? { name, content: Buffer.from(xml) } : other));
      const pieces = split(part.content.toString(), element);
      const fixed = pieces.filter(({ isElement }) => !isElement).length;
      if (fixed === pieces.length) continue;
      const elements = pieces.filter(({ isElement }) => isElement);
      const join = (chosen: readonly Piece[]) =>
        pieces
          .filter((piece) => !piece.isElement || chosen.includes(piece))
          .map(({ text }) => text)
          .join('');
      kept = replaced(join(await fewest(elements, (chosen) => test(packZip(replaced(join(chosen)))))));
    }
  }
  return packZip(kept);
}

interface Piece {
  text: string;
  isElement: boolean;
}

function split(xml: string, element: RegExp): Piece[] {
  const pieces: Piece[] = [];
  let from = 0;
  for (const found of xml.matchAll(element)) {
    pieces.push(
      { text: xml.slice(from, found.index), isElement: false },
      { text: found[0], isElement: true },
    );
    from = found.index + found[0].length;
  }
  return [...pieces, { text: xml.slice(from), isElement: false }];
}

/** Leaves out ever smaller groups of pieces as long as the rest fails (delta debugging). */
async function fewest<Piece>(
  pieces: readonly Piece[],
  fails: (pieces: readonly Piece[]) => Promise<boolean>,
): Promise<readonly Piece[]> {
  let kept = pieces;
  for (let length = Math.ceil(kept.length / 2); length >= 1; length = Math.floor(length / 2)) {
    for (let from = 0; from < kept.length; ) {
      const fewer = [...kept.slice(0, from), ...kept.slice(from + length)];
      if (fewer.length > 0 && (await fails(fewer))) kept = fewer;
      else from += length;
    }
  }
  return kept;
}
