/** Characters that are invisible or change how others look: controls, direction marks, fillers, noncharacters. */
const UNPRINTABLE =
  /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Most texts have only these characters, and are checked faster. */
const PLAIN = /^[ -~]*$/;

/** Whether every character of a text is visible. */
export function isPrintable(text: string): boolean {
  return PLAIN.test(text) || text.search(UNPRINTABLE) < 0;
}

/** Replaces characters that are not printable by their JSON escapes, so that the text is one line. */
export function escapeUnprintable(text: string): string {
  return PLAIN.test(text) ? text : text.replace(UNPRINTABLE, escapeOf);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes markup, and control characters, which XML cannot hold. */
export function escapeXml(text: string): string {
  return escapeUnprintable(text).replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
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
