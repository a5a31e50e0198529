export interface ElementOptions {
  readonly class?: string;
  readonly text?: string;
  /** Attributes; an absent value leaves the attribute out. */
  readonly attributes?: { readonly [name: string]: string | undefined };
}

/** Creates an element with its children. Text only ever becomes text nodes. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  options: ElementOptions = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  if (options.class) result.className = options.class;
  if (options.text !== undefined) result.textContent = options.text;
  for (const [name, value] of Object.entries(options.attributes ?? {})) {
    if (value !== undefined) result.setAttribute(name, value);
  }
  result.append(...children);
  return result;
}

/** Sets the text of an element only where it differs, so that a screen reader's cursor stays. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

/** Sets or, without a value, removes an attribute. */
export function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
