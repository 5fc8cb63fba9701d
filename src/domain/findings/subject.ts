/** The jurisdiction and the month of a row, as printed. */
export interface RowSubject {
  code: string;
  name: string;
  month: string;
}

/** `01990 ALDER CREEK, 2024-01`. */
export function subjectOf({ code, name, month }: RowSubject): string {
  return `${code} ${name}, ${month}`;
}
