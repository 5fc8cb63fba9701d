/** A jurisdiction as a row prints it, in a month. */
export interface RowSubject {
  code: string;
  name: string;
  month: string;
}

/** `01990 ALDER CREEK, 2024-01`. */
export function subjectOf({ code, name, month }: RowSubject): string {
  return `${code} ${name}, ${month}`;
}
