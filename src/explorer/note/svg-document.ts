import { h, type VNode } from 'preact';

const NUMBER = /-?[\d.]+/g;
const LONG_FRACTION = /\d+\.\d{3,}/g;

/** What is drawn in a document, as an element of a note: the same text wherever it is made. */
export function toElement(node: Element): VNode {
  const attributes = Array.from(node.attributes, ({ name, value }) => [name, shortOf(node, name, value)]);
  const children = Array.from(node.childNodes, (child) =>
    child.nodeType === 1 ? toElement(child as Element) : child.textContent,
  );
  return h(node.localName, Object.fromEntries(attributes.filter(([, text]) => text !== '')), ...children);
}

/** Some screens get their drawings moved by half a pixel. */
function shortOf({ localName }: Element, name: string, value: string): string {
  if (localName !== 'g' || name !== 'transform')
    return value.replace(LONG_FRACTION, (number) => String(+(+number).toFixed(2)));
  const moved = value.replace(NUMBER, (number) => String(Math.floor(+number)));
  return moved === 'translate(0,0)' ? '' : moved;
}
