/** Characters that do not show or change how others show: controls, marks of direction, what no Unicode text may have. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/gu;
/** Most texts have nothing else, and are looked through faster. */
const PLAIN = /^[ -~]*$/;

/** Whether every character of a text can be seen as it is. */
export function isPrintable(text: string): boolean {
  return PLAIN.test(text) || text.search(UNPRINTABLE) < 0;
}

/** Text in one line that a terminal shows as it is: what is not printable stands as its JSON escape. */
export function escapeUnprintable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNPRINTABLE, escapeOf);
}

function escapeOf(character: string): string {
  const escaped = JSON.stringify(character).slice(1, -1);
  if (escaped !== character) return escaped;
  const units = Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`,
  );
  return units.join('');
}
