/** Words for thousands of dollars, and the words for money that go with them. */
const THOUSANDS = /\b(?:thousand|million)s?\b/i;
const OF_MONEY = /\$|\b(?:usd|dollars?|amounts?|figures?)\b|^\W*in\b/i;
/** A count of thousands, a city of that name, or a negation. */
const OTHERWISE =
  /\bnot\b|\bthousand (?:oaks|palms)\b|(?:\d|\b(?:one|two|three|four|five|six|seven|eight|nine|ten|hundred))\s*(?:thousand|million)/i;
/** The same units as numbers or letters. */
const NUMBERED =
  /(?<![\d,.])000(?:'?s\b|\s+omitted)|\$\s?1,000'?s\b|\bin \$\s?1,000\b|\$\s?000(?![\d.,])|\(\s*x\s*1,?000\s*\)|(?<!\d)\$\s?[KM]\b/i;
/** What a header names besides an amount of dollars. */
const UNIT = /thous|milli|billi|000|[%€£]|percent|pct|\bcents?\b|\b(?:k|m|mm|eur|gbp|cad|mxn)\b/i;

/** Whether a text says that figures are in thousands or millions. */
export function saysThousands(text: string): boolean {
  if (OTHERWISE.test(text)) return false;
  return NUMBERED.test(text) || (THOUSANDS.test(text) && OF_MONEY.test(text));
}

/** Whether a header names thousands or millions, of whatever. */
export function namesThousands(header: string): boolean {
  return THOUSANDS.test(header) || NUMBERED.test(header);
}

/** Whether a header names thousands or a unit. */
export function namesUnit(header: string): boolean {
  return UNIT.test(header);
}
