import { h, type VNode } from 'preact';

const NUMBER = /-?[\d.]+/g;
const LONG_FRACTION = /\d+\.\d{3,}/g;

/** As much of an element as a chart needs to be drawn, so that a note is the same text wherever it is made. */
class SvgElement {
  readonly ownerDocument = SVG_DOCUMENT;
  readonly children: SvgElement[] = [];
  readonly attributes: Record<string, string> = {};
  textContent = '';
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  setAttribute(name: string, value: unknown): void {
    // some screens get their drawings moved by half a pixel
    const isMove = this.name === 'g' && name === 'transform';
    const text = isMove
      ? String(value).replace(NUMBER, (number) => String(Math.floor(+number)))
      : String(value).replace(LONG_FRACTION, (number) => String(+(+number).toFixed(2)));
    if (!isMove || text !== 'translate(0,0)') this.attributes[name] = text;
  }

  removeAttribute(name: string): void {
    delete this.attributes[name];
  }

  appendChild(child: SvgElement): SvgElement {
    return this.insertBefore(child, null);
  }

  insertBefore(child: SvgElement, next: SvgElement | null): SvgElement {
    this.children.splice(next ? this.children.indexOf(next) : this.children.length, 0, child);
    return child;
  }

  querySelector(name: string) {
    const at = this.children.findIndex((child) => child.name === name);
    return at < 0 ? null : { remove: () => this.children.splice(at, 1) };
  }

  toElement(): VNode {
    return h(
      this.name,
      this.attributes,
      this.textContent,
      ...this.children.map((child) => child.toElement()),
    );
  }
}

/** Stands for the document of a browser where a chart is drawn without one. */
export const SVG_DOCUMENT = {
  createElementNS: (_: string, name: string) => new SvgElement(name),
  documentElement: { namespaceURI: 'http://www.w3.org/1999/xhtml' } as object,
};
Object.assign(SVG_DOCUMENT.documentElement, { ownerDocument: SVG_DOCUMENT });
