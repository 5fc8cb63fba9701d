import { crc32, deflateRawSync } from 'node:zlib';

/** A zip file of the given texts; `statedSize` may lie about what an entry unpacks to. */
export function zipOf(files: Readonly<Record<string, string | Buffer>>, statedSize?: number): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const title = Buffer.from(name);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(8, 8);
    local.writeUInt32LE(crc32(bytes), 14);
    local.writeUInt32LE(packed.length, 18);
    local.writeUInt32LE(statedSize ?? bytes.length, 22);
    local.writeUInt16LE(title.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE(20, 4);
    local.copy(central, 6, 4, 30);
    central.writeUInt32LE(offset, 42);
    parts.push(local, title, packed);
    directory.push(central, title);
    offset += local.length + title.length + packed.length;
  }
  const directoryBytes = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length / 2, 8);
  end.writeUInt16LE(directory.length / 2, 10);
  end.writeUInt32LE(directoryBytes.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, directoryBytes, end]);
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

interface Around {
  /** XML behind the list of sheets. */
  inWorkbook?: string;
  /** The number formats of cell styles 1, 2, … */
  numberFormats?: readonly string[];
  /** The part of the sheet. */
  part?: string;
  /** A second sheet, in a part of this name. */
  second?: { part: string; xml: string };
  /** The texts that cells name by number, and their part. */
  texts?: { part: string; list: readonly string[] };
  /** The part of the styles. */
  stylesPart?: string;
  /** More styles of cells, the first of which follows those of the number formats. */
  styles?: readonly string[];
  fonts?: readonly string[];
  /** Parts whose elements are written with a prefix. */
  prefixed?: readonly string[];
}

/** A workbook in the XML that Excel itself writes. */
export function excelWorkbook(
  sheet: string,
  {
    inWorkbook = '',
    numberFormats = [],
    part = 'worksheets/sheet1.xml',
    second,
    texts,
    stylesPart = 'styles.xml',
    styles: moreStyles = [],
    fonts = [],
    prefixed = [],
  }: Around = {},
): Buffer {
  const prolog = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${DOCUMENT}/${type}" Target="${target}"/>`;
  const override = (part: string, type: string) =>
    `<Override PartName="/xl/${part}" ContentType="${SHEET_TYPE}.${type}+xml"/>`;
  const parts = [part, ...(second ? [second.part] : [])];
  const nameOf = (target: string) => decodeURIComponent(new URL(target, 'zip://file/xl/').pathname).slice(1);
  const worksheet = (xml: string) =>
    `${prolog}<worksheet xmlns="${MAIN}" xmlns:r="${DOCUMENT}">${xml}</worksheet>`;
  const sharedTexts = (list: readonly string[]) =>
    `${prolog}<sst xmlns="${MAIN}" count="${list.length}" uniqueCount="${list.length}">${list.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`;
  const formats = numberFormats
    .map((format) => format.replaceAll('&', '&amp;').replaceAll('"', '&quot;'))
    .map((format, at) => `<numFmt numFmtId="${164 + at}" formatCode="${format}"/>`);
  const styles = [
    ...formats.map((_, at) => `<xf numFmtId="${164 + at}" applyNumberFormat="1"/>`),
    ...moreStyles,
  ];
  const contentTypes = [
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>',
    '<Default Extension="xml" ContentType="application/xml"/>',
    override('workbook.xml', 'sheet.main'),
    override(stylesPart, 'styles'),
    ...(texts ? [override(texts.part, 'sharedStrings')] : []),
    ...parts.map((part) => override(part, 'worksheet')),
  ];
  const names = parts.map(
    (_, at) => `<sheet name="Sheet ${at + 1}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`,
  );
  const relations = [
    ...parts.map((part, at) => relation(`rId${at + 1}`, 'worksheet', part)),
    relation('rId8', 'styles', stylesPart),
    ...(texts ? [relation('rId9', 'sharedStrings', texts.part)] : []),
  ];
  const files: Record<string, string> = {
    '[Content_Types].xml': `${prolog}<Types xmlns="${PACKAGE}/content-types">${contentTypes.join('')}</Types>`,
    '_rels/.rels': `${prolog}<Relationships xmlns="${PACKAGE}/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${prolog}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${names.join('')}</sheets>${inWorkbook}</workbook>`,
    'xl/_rels/workbook.xml.rels': `${prolog}<Relationships xmlns="${PACKAGE}/relationships">${relations.join('')}</Relationships>`,
    [`xl/${stylesPart}`]: `${prolog}<styleSheet xmlns="${MAIN}"><numFmts count="${formats.length}">${formats.join('')}</numFmts><fonts count="${1 + fonts.length}"><font/>${fonts.join('')}</fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellXfs count="${1 + styles.length}"><xf numFmtId="0"/>${styles.join('')}</cellXfs></styleSheet>`,
    [nameOf(part)]: worksheet(sheet),
    ...(second && { [nameOf(second.part)]: worksheet(second.xml) }),
    ...(texts && { [`xl/${texts.part}`]: sharedTexts(texts.list) }),
  };
  for (const part of prefixed)
    files[part] = `${files[part]}`.replace(/<(\/?)(?=\w)/g, '<$1x:').replace(' xmlns=', ' xmlns:x=');
  return zipOf(files);
}
