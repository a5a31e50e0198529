/**
 * What is wrong with a page, as sentences. Runs in the page, before its scripts, and is called there as `checks`.
 */
export function installChecks() {
  const CONTROLS =
    'button, a[href], input:not([type=hidden]), select, textarea, summary, [tabindex]:not([tabindex="-1"]), [role=menuitem], [role=option], [role=tab]';
  /** Contrast of texts, and of large texts and of what is drawn in controls (WCAG 2.2, 1.4.3 and 1.4.11). */
  const TEXT = 4.5;
  const LARGE = 3;
  /** What no language breaks and every width has room for: of letters alone, between spaces. */
  const WORD = /(?<!\S)\p{L}{2,16}(?=[,.;:!?…]?(?:\s|$))/gu;
  /** Attributes that a style sheet looks at, with the states of a control. */
  const TOLD_APART =
    /^(class|type|open|hidden|disabled|readonly|role|style|popover|tabindex|data-.*|aria-(?!label|describedby|controls|owns|activedescendant|posinset|setsize|valuetext).*)$/;

  /** @typedef {readonly [red: number, green: number, blue: number, alpha: number]} Colour */

  const canvas = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  /** @type {Map<string, Colour>} */
  const parsed = new Map();

  /** @param {string} text Any colour of CSS. @returns {Colour} */
  function colour(text) {
    const known = parsed.get(text);
    if (known) return known;
    const numbers = /^rgba?\(([^)]*)\)$/
      .exec(text)?.[1]
      ?.split(/[\s,/]+/)
      .map(Number);
    let result = /** @type {Colour} */ ([0, 0, 0, 0]);
    if (numbers && numbers.length >= 3) {
      const [red = 0, green = 0, blue = 0, alpha = 1] = numbers;
      result = [red, green, blue, alpha];
    } else if (canvas) {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = text;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      result = [red, green, blue, alpha / 255];
    }
    parsed.set(text, result);
    return result;
  }

  /** One colour over another that is not translucent. @param {Colour} top @param {Colour} below @returns {Colour} */
  function over([red, green, blue, alpha], [r, g, b]) {
    const mix = (/** @type {number} */ one, /** @type {number} */ other) =>
      one * alpha + other * (1 - alpha);
    return [mix(red, r), mix(green, g), mix(blue, b), 1];
  }

  /** @param {Colour} colour */
  function luminance([red, green, blue]) {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  }

  /** @param {Colour} one @param {Colour} other */
  function contrast(one, other) {
    const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  }

  /**
   * Behind what an element holds.
   * @param {Element | null} element
   * @param {Map<Element, Colour>} [known] Of other elements, while nothing changes.
   * @returns {Colour}
   */
  function background(element, known) {
    if (!element) {
      const { documentElement } = document;
      return colour(
        getComputedStyle(documentElement).getPropertyValue('--vscode-editor-background'),
      );
    }
    const found = known?.get(element);
    if (found) return found;
    const layer = colour(getComputedStyle(element).backgroundColor);
    const all = layer[3] === 1 ? layer : over(layer, background(parentOf(element), known));
    known?.set(element, all);
    return all;
  }

  /** In the top layer the page is behind. @param {Element} element @returns {Element | null} */
  function parentOf(element) {
    return element.matches(':popover-open, dialog:modal') ? document.body : element.parentElement;
  }

  /** Below the body, which is drawn for pictures alone. @param {Element} element */
  function opacity(element) {
    let all = 1;
    for (
      let at = /** @type {Element | null} */ (element);
      at !== document.body && at;
      at = parentOf(at)
    ) {
      all *= Number(getComputedStyle(at).opacity);
    }
    return all;
  }

  /** @param {Element} element */
  function isSeen(element) {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility({ visibilityProperty: true }) &&
      !element.closest('.visually-hidden')
    );
  }

  /** @param {Element} element */
  const isOff = (element) => element.closest('[aria-disabled="true"], :disabled') !== null;

  /** How to find it. @param {Element} element */
  function path(element) {
    const parts = [];
    for (
      let at = /** @type {Element | null} */ (element);
      at && parts.length < 3;
      at = at.parentElement
    ) {
      const classes = [...at.classList].map((one) => `.${one}`).join('');
      parts.unshift(at.localName + classes);
      if (at.id === 'root') break;
    }
    const words = (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 40);
    return `${parts.join(' > ')} “${words}”`;
  }

  /** A list of findings, one of each kind of element. @param {readonly string[]} found */
  const unique = (found) => [
    ...new Map(found.map((one) => [one.replace(/“[^”]*”/g, ''), one])).values(),
  ];

  /** What stands out of the page, or is cut off where nothing scrolls and no dots say so. */
  function overflowing() {
    const found = [];
    const { scrollWidth } = document.documentElement;
    if (scrollWidth > window.innerWidth) found.push(`The page is ${scrollWidth} px wide.`);
    for (const element of document.body.querySelectorAll('*')) {
      if (element.closest('svg') && element.localName !== 'svg') continue;
      if (!isSeen(element)) continue;
      if (hidesText(element)) found.push(`${path(element)} hides a part of its text.`);
      const box = element.getBoundingClientRect();
      const edge = cutAt(element);
      if (!edge) continue;
      const beyond = Math.max(box.right - edge.right, edge.left - box.left);
      if (beyond > 1) found.push(`${path(element)} is cut off by ${Math.round(beyond)} px.`);
    }
    return unique(found);
  }

  /** Whether a line of text goes on where nothing says so. @param {Element} element */
  function hidesText(element) {
    const { overflowX, textOverflow } = getComputedStyle(element);
    if (!/hidden|clip/.test(overflowX) || textOverflow === 'ellipsis') return false;
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim(),
    );
    return hasText && element.scrollWidth > element.clientWidth + 1;
  }

  /** The nearest edges that cut an element; none where it can be scrolled to, or dots say that it goes on. */
  function cutAt(/** @type {Element} */ element) {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const { overflowX, textOverflow, position } = getComputedStyle(at);
      if (textOverflow === 'ellipsis' && overflowX !== 'visible') return undefined;
      if (overflowX === 'auto' || overflowX === 'scroll') return undefined;
      if (overflowX === 'hidden' || overflowX === 'clip') return at.getBoundingClientRect();
      if (position === 'fixed') break;
    }
    return new DOMRect(0, 0, window.innerWidth, window.innerHeight);
  }

  /** Words that go on in another line, where they would have had room in one. */
  function torn() {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const { parentElement } = text;
      if (!parentElement || !isSeen(parentElement)) continue;
      for (const { 0: word, index } of text.nodeValue?.matchAll(WORD) ?? []) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${path(parentElement)} tears “${word}”.`);
      }
    }
    return unique(found);
  }

  /** Controls that lie on each other. */
  function overlapping() {
    const found = [];
    const controls = [...document.querySelectorAll(CONTROLS)].filter(
      (control) => isSeen(control) && !control.matches('.separator, [role=separator]'),
    );
    const boxes = controls.map((control) => control.getBoundingClientRect());
    for (const [at, one] of controls.entries()) {
      for (let next = at + 1; next < controls.length; next++) {
        const other = controls[next];
        const [a, b] = [boxes[at], boxes[next]];
        if (!other || !a || !b) continue;
        const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        if (width <= 1 || height <= 1) continue;
        if (one.contains(other) || layerOf(one) !== layerOf(other)) continue;
        found.push(`${path(one)} lies on ${path(other)}.`);
      }
    }
    return unique(found);
  }

  /** What an element scrolls or floats with. @param {Element} element */
  function layerOf(element) {
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const { overflowY, position } = getComputedStyle(at);
      if (at !== element && /auto|scroll|hidden/.test(overflowY)) return at;
      if (/absolute|fixed|sticky/.test(position)) return at;
    }
    return document.body;
  }

  /** Controls that a screen reader has no words for. */
  function unnamed() {
    const found = [];
    for (const control of document.querySelectorAll(CONTROLS)) {
      if (isSeen(control) && nameOf(control) === '') found.push(`${path(control)} has no name.`);
    }
    return unique(found);
  }

  /** @param {Element} control */
  function nameOf(control) {
    const labelled = (control.getAttribute('aria-labelledby') ?? '')
      .split(/\s+/)
      .map((id) => document.getElementById(id)?.textContent ?? '');
    const labels = 'labels' in control ? /** @type {HTMLInputElement} */ (control).labels : null;
    const isField = control.matches('input, select, textarea');
    const names = [
      labelled.join(' '),
      control.getAttribute('aria-label'),
      ...[...(labels ?? [])].map((label) => label.textContent),
      isField ? '' : spoken(control),
      control.getAttribute('title'),
      control.getAttribute('placeholder'),
    ];
    return names.map((name) => name?.trim()).find(Boolean) ?? '';
  }

  /** Its text as far as it is read out. @param {Node} node @returns {string} */
  function spoken(node) {
    if (node instanceof Element && node.getAttribute('aria-hidden') === 'true') return '';
    if (node instanceof HTMLImageElement) return node.alt;
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    return [...node.childNodes].map(spoken).join('');
  }

  /** Texts, and pictures in controls, that are too faint on what is behind them. */
  function faint() {
    const found = [];
    /** @type {Map<Element, Colour>} */
    const grounds = new Map();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element } = node;
      if (!element || !node.nodeValue?.trim() || element.closest('script, style, select')) continue;
      if (isSeen(element) && !isOff(element))
        found.push(...faintIn(element, '', undefined, grounds));
    }
    for (const field of document.querySelectorAll('input, textarea, select')) {
      if (!isSeen(field) || isOff(field) || field.matches('[type=checkbox], [type=range]'))
        continue;
      found.push(...faintIn(field, '', undefined, grounds), ...faintMark(field, grounds));
      if (field.matches(':placeholder-shown'))
        found.push(...faintIn(field, '::placeholder', undefined, grounds));
    }
    for (const icon of document.querySelectorAll(':is(button, a, summary) svg')) {
      if (isSeen(icon) && !isOff(icon)) found.push(...faintIn(icon, '', LARGE, grounds));
    }
    return unique(found);
  }

  /**
   * @param {Element} element
   * @param {'' | '::placeholder'} pseudo
   * @param {number | undefined} wanted By the size of the text where it is left out.
   * @param {Map<Element, Colour>} grounds
   */
  function faintIn(element, pseudo, wanted, grounds) {
    const style = getComputedStyle(element, pseudo || undefined);
    const behind = background(element, grounds);
    const [red, green, blue, alpha] = colour(wanted === undefined ? style.color : style.fill);
    const seen = opacity(element);
    // Shown under the mouse or with the focus only.
    if (seen === 0) return [];
    const shown = over([red, green, blue, alpha * seen], behind);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const least = wanted ?? (isLarge ? LARGE : TEXT);
    const has = contrast(shown, behind);
    if (has >= least - 0.005) return [];
    return [`${path(element)}${pseudo} has a contrast of ${has.toFixed(2)}, and needs ${least}.`];
  }

  /** What is marked in a field. @param {Element} field @param {Map<Element, Colour>} grounds */
  function faintMark(field, grounds) {
    const { color, backgroundColor } = getComputedStyle(field, '::selection');
    const behind = over(colour(backgroundColor), background(field, grounds));
    const has = contrast(over(colour(color), behind), behind);
    return has >= TEXT - 0.005
      ? []
      : [`${path(field)} has a contrast of ${has.toFixed(2)} where it is marked.`];
  }

  /** What tells of the focus: outlines, borders, shadows and backgrounds of a control and of what it stands in. */
  function looks(/** @type {Element} */ control) {
    const around = [
      control,
      control.parentElement,
      control.parentElement?.parentElement,
      control.nextElementSibling,
    ];
    return around
      .filter((element) => element instanceof Element)
      .flatMap((element) =>
        ['', '::before', '::after'].map((pseudo) => {
          const style = getComputedStyle(element, pseudo || undefined);
          const { outlineStyle, outlineWidth, outlineColor, outlineOffset } = style;
          const { borderTopColor, borderTopWidth } = style;
          return {
            element,
            outline: outlineStyle === 'none' || parseFloat(outlineWidth) < 1 ? '' : outlineColor,
            place: `${outlineWidth} ${outlineOffset}`,
            border: parseFloat(borderTopWidth) < 1 ? '' : borderTopColor,
            shadow: style.boxShadow === 'none' ? '' : style.boxShadow,
            ground: pseudo !== '' && style.content === 'none' ? '' : style.backgroundColor,
          };
        }),
      );
  }

  /** What a style sheet can tell of an element, but for its place among others. @param {Element} element */
  function kindOf(element) {
    let kind = '';
    for (let at = /** @type {Element | null} */ (element); at; at = at.parentElement) {
      const states = [...at.attributes].filter(({ name }) => TOLD_APART.test(name));
      kind += `>${at.localName}${states.map(({ name, value }) => `[${name}=${value}]`).join('')}`;
    }
    return kind;
  }

  /** The first of each kind of controls that no state of this page has had yet. */
  function newControls() {
    const key = `seen ${document.querySelector('link')?.href}`;
    /** @type {Set<string>} */
    const known = new Set(JSON.parse(sessionStorage.getItem(key) ?? '[]'));
    const controls = [];
    for (const control of document.querySelectorAll(CONTROLS)) {
      const kind = kindOf(control);
      if (known.has(kind) || !isSeen(control)) continue;
      known.add(kind);
      if (control instanceof HTMLElement && control.tabIndex >= 0) controls.push(control);
    }
    sessionStorage.setItem(key, JSON.stringify([...known]));
    return controls;
  }

  /**
   * Controls that do not show that they have the focus. The page must have got a key before.
   * @param {readonly HTMLElement[]} controls
   */
  function ringless(controls) {
    const found = [];
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    // All at once: each change of the focus lets the browser look at all styles anew.
    const all = controls.map((control) => ({ control, before: looks(control) }));
    for (const { control, before } of all) {
      control.focus({ preventScroll: true });
      if (document.activeElement !== control) continue;
      const isShown = looks(control).some((now, at) => {
        const was = before[at];
        if (!was) return false;
        const around = background(now.element.parentElement);
        const behind = background(now.element);
        return (
          differs(was.place === now.place ? was.outline : '', now.outline, around, behind) ||
          differs(was.border, now.border, around, behind) ||
          differs(was.ground, now.ground, around, around) ||
          (now.shadow !== was.shadow && now.shadow !== '')
        );
      });
      if (!isShown) found.push(`${path(control)} does not show that it has the focus.`);
    }
    return unique(found);
  }

  /**
   * @param {string} was
   * @param {string} now
   * @param {Colour} around
   * @param {Colour} behind
   */
  function differs(was, now, around, behind) {
    if (now === '' || now === was) return false;
    const seen = over(colour(now), around);
    return Math.max(contrast(seen, around), contrast(seen, behind)) >= LARGE;
  }

  Object.assign(globalThis, {
    checks: { overflowing, torn, overlapping, unnamed, faint, newControls, ringless },
  });
}
