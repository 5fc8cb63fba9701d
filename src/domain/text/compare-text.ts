/** Compares texts by character codes, the same in every locale; for `sort`. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
