import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findingMessage } from '../../../src/domain/findings/finding.ts';
import { readGrids } from '../../../src/extract/formats/read.ts';

async function read(bytes: Uint8Array) {
  const { grids, findings } = await readGrids(bytes);
  const said = findings.map((item) => `${item.code}: ${findingMessage(item)}`);
  return { grids, codes: findings.map(({ code }) => code), said };
}

const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

function utf16(text: string): Buffer {
  return Buffer.from(`\ufeff${text}`, 'utf16le');
}

describe('readGrids', () => {
  it('tells JSON from CSV by its first character, behind blanks and marks', async () => {
    for (const bytes of [
      Buffer.from('\n  [{"a": 1}]'),
      Buffer.from('\ufeff{"value": [{"a": 1}]}'),
      utf16('[{"a": 1}]'),
    ]) {
      const { grids } = await read(bytes);
      expect(grids[0]?.format).toBe('json');
    }
    expect((await read(Buffer.from('a,b\n[1],2\n'))).grids[0]?.format).toBe('csv');
    // the first letters of a zip file alone
    expect((await read(Buffer.from('PK_ID,b\n1,2\n'))).grids[0]?.format).toBe('csv');
  });

  it.each([
    ['zip files', Buffer.from('PK\u0003\u0004 and so on')],
    ['compound files', compoundFile],
    ['XML spreadsheets in UTF-16', utf16('<Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>')],
  ])('reads %s as workbooks', async (_, bytes) => {
    expect((await read(bytes)).codes).toEqual(['damaged-file']);
  });

  it.each([
    ['blanks', Buffer.from(' \r\n\t\r\n'), 'empty-file', 'only blanks'],
    ['a byte order mark alone', Buffer.from('\ufeff'), 'empty-file', 'only blanks'],
    ['a PDF', Buffer.from('%PDF-1.7\n%âãÏÓ'), 'unreadable-file', 'is a PDF'],
    ['a text document', Buffer.from('{\\rtf1\\ansi report}'), 'unreadable-file', 'a text document (RTF)'],
    ['a zip file that is cut', Buffer.from('PK\u0003\u0004 and so on'), 'damaged-file', 'it is incomplete'],
    ['a compressed file', Buffer.from([0x1f, 0x8b, 8, 0]), 'unreadable-file', 'compressed with gzip'],
    [
      'a page of an error',
      Buffer.from('<html><table><tr><td>504</table>'),
      'unreadable-file',
      'an error page',
    ],
    [
      'a page with the report as a table, of Excel',
      Buffer.from(
        `<html xmlns:ss="urn:schemas-microsoft-com:office:spreadsheet"><table>${'<tr><td>a<td>b<td>c'.repeat(2)}`,
      ),
      'unreadable-file',
      'or choose CSV at the portal',
    ],
    [
      'a page with the report as a table',
      Buffer.from(`<meta charset="utf-8"><TABLE>${'<TR><TH>a<TD>b<td>c'.repeat(2)}</TABLE>`),
      'unreadable-file',
      'or choose CSV at the portal',
    ],
    [
      'a part of a page with the report as a table',
      Buffer.from(`<div><table>${'<tr><td>a<td>b<td>c'.repeat(2)}</table></div>`),
      'unreadable-file',
      'a web page with the report as a table',
    ],
    [
      'a web archive',
      Buffer.from(
        'From: <Saved by a browser>\r\nSubject: a report\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n\tboundary="x"\r\n\r\n--x\r\n',
      ),
      'unreadable-file',
      'a web archive (MHTML)',
    ],
    ['broken JSON', Buffer.from('{"value": ['), 'damaged-file', 'may be incomplete. Download'],
    [
      'the placeholder of a portal',
      Buffer.from('{"message":"Please check back again later.","status":"ExportingData"}'),
      'unreadable-file',
      'had not finished the export',
    ],
  ])('refuses %s', async (_, bytes, code, text) => {
    const { grids, codes, said } = await read(bytes);
    expect(grids).toEqual([]);
    expect(codes).toEqual([code]);
    expect(said[0]).toContain(text);
  });

  it('gives grids or an error and never throws, whatever the bytes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200, size: 'max' }), async (bytes) => {
        const { grids, findings } = await readGrids(bytes);
        expect(grids.length > 0).toBe(!findings.some(({ severity }) => severity === 'error'));
      }),
      { numRuns: 300 },
    );
  });
});
