interface Frame {
  readonly element: HTMLElement;
  readonly label: () => string;
}

const frames = new WeakMap<Element, Frame>();
let observer: ResizeObserver | undefined;

/** Makes an overflowing scroll container focusable and labeled while its content is wider. */
export function makeScrollable(element: HTMLElement, content: Element, label: () => string): void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) show(frames.get(target));
  });
  for (const target of [element, content]) {
    frames.set(target, { element, label });
    observer.observe(target);
  }
}

function show(frame: Frame | undefined): void {
  if (!frame) return;
  const { element, label } = frame;
  const isWide = element.scrollWidth > element.clientWidth;
  setAttribute(element, 'tabindex', isWide ? '0' : undefined);
  setAttribute(element, 'role', isWide ? 'group' : undefined);
  setAttribute(element, 'aria-label', isWide ? label() : undefined);
}

function setAttribute(target: Element, name: string, value: string | undefined): void {
  if (value === undefined) target.removeAttribute(name);
  else if (target.getAttribute(name) !== value) target.setAttribute(name, value);
}
