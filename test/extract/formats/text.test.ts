import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/extract/formats/text.ts';
import { optionalMessage } from '../../rig/finding-message.ts';

function utf16(text: string, isBigEndian: boolean): Buffer {
  const bytes = Buffer.from(`\ufeff${text}`, 'utf16le');
  return isBigEndian ? bytes.swap16() : bytes;
}

describe('decodeText', () => {
  it('reads any text in all four', () => {
    const printable = fc
      .string({ unit: 'grapheme', maxLength: 60, size: 'max' })
      .filter((text) => !text.startsWith('\ufeff') && !/[\r\u007f-\u009f]/.test(text));
    fc.assert(
      fc.property(printable, (text) => {
        for (const bytes of [
          Buffer.from(text),
          Buffer.from(`\ufeff${text}`),
          utf16(text, false),
          utf16(text, true),
        ]) {
          expect(decodeText(bytes)).toEqual({ text, findings: [] });
        }
      }),
    );
  });

  it.each([
    ['a\r\nb\rc\nd\r\n\r\ne', 'a\nb\nc\nd\n\ne'],
    ['"x\r\ny",z\r\n', '"x\ny",z\n'],
  ])('gives %j the line ends of %j', (text, expected) => {
    expect(decodeText(Buffer.from(text)).text).toBe(expected);
    expect(decodeText(utf16(text, true)).text).toBe(expected);
  });

  it.each([
    ['UTF-8 mark, Windows-1252 behind it', Buffer.from([0xef, 0xbb, 0xbf, 0x43, 0xf1, 0x61])],
    ['UTF-16 of an odd number of bytes', Buffer.concat([utf16('ab', false), Buffer.from([0x41])])],
    ['UTF-16 with half a surrogate pair', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
  ])('refuses %s', (_, bytes) => {
    const { text, findings } = decodeText(bytes);
    expect(text).toBeNull();
    expect(findings).toMatchObject([{ code: 'damaged-file', severity: 'error' }]);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x00, 0x00])],
    ['a Ctrl-Z within it', Buffer.from('a,b\u001a\n1,2\n')],
    ['a text with a zero in it', Buffer.from('a,b\n1,\u00002\n')],
  ])('refuses %s as no text', (_, bytes) => {
    const { text, findings } = decodeText(bytes);
    expect(text).toBeNull();
    expect(findings).toMatchObject([{ code: 'unreadable-file', severity: 'error' }]);
  });

  const utf32 = (text: string, isBigEndian: boolean) => {
    const bytes = Buffer.alloc(text.length * 4);
    for (let at = 0; at < text.length; at += 1)
      bytes[isBigEndian ? at * 4 + 3 : at * 4] = text.charCodeAt(at);
    return bytes;
  };
  const header = 'Authority Code,Authority Name\n';

  it.each([
    ['UTF-16 without a mark', Buffer.from(header, 'utf16le')],
    ['UTF-16 without a mark and with an accent', Buffer.from(`${header}Cañada`, 'utf16le')],
    ['UTF-32', utf32(header, false)],
    ['UTF-32 with its mark', Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x41, 0x00, 0x00, 0x00])],
  ])('refuses %s with how to save it', (_, bytes) => {
    const { text, findings } = decodeText(bytes);
    expect(text).toBeNull();
    expect(findings).toMatchObject([{ code: 'damaged-file', severity: 'error' }]);
    expect(optionalMessage(findings[0])).toMatch(/Save it again as UTF-8\.$/);
  });

  it('leaves out one Ctrl-Z at the very end, in whatever encoding', () => {
    expect(decodeText(Buffer.from('a,b\r\n1,2\r\n\u001a'))).toEqual({ text: 'a,b\n1,2\n', findings: [] });
    expect(decodeText(utf16('a,b\n1,2\u001a', false)).text).toBe('a,b\n1,2');
    expect(decodeText(Buffer.from('Ca\u00f1ada\n\u001a', 'latin1')).text).toBe('Cañada\n');
    expect(decodeText(Buffer.from('\u001a')).text).toBe('');
  });
});
