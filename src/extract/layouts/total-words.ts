const TOTAL = /\b(?:sub)?totals?\b/i;
/** A name that no jurisdiction has, even beside a code: it starts or ends with `total`, or means all. */
const TOTAL_NAME =
  /^(?:grand |sub-?)?totals?\b|\btotals?\W*(?:,.*)?$|^(?:statewide|countywide|all jurisdictions|sum)\W*$/i;

export function speaksOfTotal(text: string): boolean {
  return TOTAL.test(text);
}

/** Whether a name is the name of a total, even beside a code. */
export function isTotalName(name: string): boolean {
  return TOTAL_NAME.test(name);
}
