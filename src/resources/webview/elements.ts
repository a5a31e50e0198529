import type { SheetBlock } from '../../platform/sheet';

/** Creates an element with attributes, where they have a value, and children. Text only ever becomes text nodes. */
export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: { readonly [name: string]: string | undefined } = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(name, value);
  }
  made.append(...children);
  return made;
}

/** The same for a drawing. */
export function draw<K extends keyof SVGElementTagNameMap>(
  tag: K,
  attributes: { readonly [name: string]: string | number },
  ...children: readonly (Node | string)[]
): SVGElementTagNameMap[K] {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A button with words, as VS Code draws it. */
export function button(
  words: string,
  kind: 'primary' | 'secondary' | 'danger' | 'link',
  onClick: () => void,
): HTMLButtonElement {
  const look = kind === 'link' ? 'link' : `button ${kind}`;
  const made = make('button', { type: 'button', class: look }, words);
  made.addEventListener('click', onClick);
  return made;
}

/** Blocks of one kind. */
export type Block<K extends SheetBlock['kind']> = Extract<SheetBlock, { readonly kind: K }>;

/** What draws a block and keeps what the user has done to it while the block changes. */
export interface BlockView<B extends SheetBlock> {
  readonly element: HTMLElement;
  show(block: B): void;
}

/** What the views share. */
export interface ViewContext {
  readonly act: (action: string, rows: readonly string[]) => void;
  /** What the user has done to a table has changed. */
  readonly onDidChange: () => void;
}
