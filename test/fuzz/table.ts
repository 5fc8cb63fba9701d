/** A report before it is printed as text. The first line is the header, until a mutation moves it. */
export interface Table {
  lines: string[][];
  separator: string;
  lineEnd: string;
  /** Whether every cell is quoted, or those that must be. */
  quotesAll: boolean;
}

export function tableOf(lines: readonly (readonly string[])[]): Table {
  return { lines: lines.map((line) => [...line]), separator: ',', lineEnd: '\n', quotesAll: false };
}

export function csvText({ lines, separator, lineEnd, quotesAll }: Table): string {
  const quote = (cell: string) =>
    quotesAll || cell.includes(separator) || /["\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  return lines.map((line) => line.map(quote).join(separator) + lineEnd).join('');
}

/** The lines under the first as JSON records, without what is empty; `envelope` puts them in an OData document. */
export function jsonText(
  { lines }: Table,
  { isOData, hasNumbers }: { isOData: boolean; hasNumbers: boolean },
): string {
  const [header = [], ...rows] = lines;
  const records = rows.map((row) => {
    const members = row.flatMap((cell, at) => {
      const key = header[at] ?? `extra_${at}`;
      if (cell === '') return [];
      const isNumber = hasNumbers && /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(cell) && !/code|id$/i.test(key);
      return [`${JSON.stringify(key)}:${isNumber ? cell : JSON.stringify(cell)}`];
    });
    return `{${members.join(',')}}`;
  });
  const list = `[${records.join('\n,')}]`;
  return isOData
    ? `{"@odata.context":"https://portal.example/odata/$metadata","value":${list}}`
    : `${list}\n`;
}
