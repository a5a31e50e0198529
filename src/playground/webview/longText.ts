import './longText.css';
import * as l10n from '@vscode/l10n';
import type { PanelContext } from './state/context';
import { button } from './controls';
import { element, type FrameJob, type FrameQueue, setText } from './dom';
import { reveal } from './pieces';

/** Text collapses beyond so many characters or lines; so much of it is on the page then. */
const LONG_TEXT = 4000;
const LONG_LINES = 30;
const SHOWN = 8000;

/** Whether a text of so many UTF-16 units and lines collapses. */
export function isLongText(length: number, lines: number): boolean {
  return length > LONG_TEXT || lines > LONG_LINES;
}

/** Text without structure that collapses when it is long. It takes text as it streams. */
export class LongText {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #plain: PlainText;
  #text = '';
  #lines = 1;
  #collapser: Collapser | undefined;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#plain = new PlainText(context.frames, 'prose');
    this.element = element('div', { class: 'long-text' }, this.#plain.element);
  }

  get text(): string {
    return this.#text;
  }

  append(text: string): void {
    this.#text += text;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines++;
    if (!this.#collapser && isLongText(this.#text.length, this.#lines)) {
      this.#plain.limit(SHOWN);
      this.#collapser = new Collapser(this.#context, this.element, (collapsed) =>
        this.#plain.limit(collapsed ? SHOWN : Infinity),
      );
    }
    this.#plain.append(text);
    this.#collapser?.measure(this.#lines > LONG_LINES ? this.#lines : 1, this.#text.length);
  }
}

/**
 * Collapses something long to its beginning, with a button below that shows all of it. It starts
 * collapsed as soon as it is long, also while text still comes, so that nothing jumps at the end.
 */
export class Collapser {
  readonly #context: PanelContext;
  readonly #host: HTMLElement;
  readonly #onChange: (collapsed: boolean) => void;
  readonly #button: HTMLButtonElement;
  #label = '';

  /** @param host gets the class `collapsed` and, as its last child, the button. */
  constructor(
    context: PanelContext,
    host: HTMLElement,
    onChange: (collapsed: boolean) => void = () => undefined,
  ) {
    this.#context = context;
    this.#host = host;
    this.#onChange = onChange;
    this.#button = button({
      label: '',
      class: 'show-more',
      onClick: () => this.#set(!this.collapsed),
    });
    host.append(this.#button);
    this.#set(true);
  }

  get collapsed(): boolean {
    return this.#host.classList.contains('collapsed');
  }

  /** How much there is: lines where there are several, else the size. */
  measure(lines: number, length: number): void {
    const { format } = this.#context;
    this.#label =
      lines > 1
        ? l10n.t('Show all {0} lines', format.count(lines))
        : l10n.t('Show all ({0})', format.bytes(length));
    this.#show();
  }

  #set(collapsed: boolean): void {
    this.#host.classList.toggle('collapsed', collapsed);
    this.#button.setAttribute('aria-expanded', String(!collapsed));
    this.#show();
    this.#onChange(collapsed);
  }

  #show(): void {
    const label = this.#button.querySelector('.label');
    if (label) setText(label, this.collapsed ? this.#label : l10n.t('Show less'));
  }
}

/** One line box holds this many characters at most: the browser lays out each segment by itself. */
const SEGMENT = 4096;
const LONGEST_LINE = 16_384;

/**
 * A text without structure that can be huge. It is laid out in segments, cut at line ends where there
 * are any; those out of sight cost nothing. `limit` keeps the rest off the page.
 */
export class PlainText implements FrameJob {
  readonly element: HTMLElement;
  readonly #frames: FrameQueue;
  readonly #where: 'prose' | 'code';
  /** Texts that are not on the page yet. */
  #waiting: string[] = [];
  readonly #segments: { readonly element: HTMLElement; text: string }[] = [];
  #full = true;
  #shown = 0;
  #limit = Infinity;

  constructor(frames: FrameQueue, where: 'prose' | 'code') {
    this.element = element('div', { class: 'plain-text' });
    this.#frames = frames;
    this.#where = where;
  }

  append(text: string): void {
    this.#waiting.push(text);
    this.run(performance.now() + 4);
    if (this.#hasWork) this.#frames.add(this);
  }

  /**
   * Keeps what lies beyond about that many characters off the page, and takes it off if it is there.
   */
  limit(limit: number): void {
    this.#limit = limit;
    while (this.#shown > limit && this.#segments.length > 1) this.#takeOff();
    if (this.#hasWork) this.#frames.add(this);
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 && this.#shown < this.#limit;
  }

  run(deadline: number): boolean {
    let taken = 0;
    while (taken < this.#waiting.length && this.#shown < this.#limit) {
      const text = this.#waiting[taken] ?? '';
      const used = this.#put(text);
      if (used < text.length) this.#waiting[taken] = text.slice(used);
      else taken++;
      if (performance.now() >= deadline) break;
    }
    this.#waiting.splice(0, taken);
    return this.#hasWork;
  }

  /** Puts the beginning of a text on the page; answers how much of it. */
  #put(text: string): number {
    const segment = this.#open();
    const room = SEGMENT - segment.text.length;
    let length = text.length > room ? this.#cutAt(text, room) : text.length;
    // Never between the halves of a surrogate pair.
    const code = text.charCodeAt(length - 1);
    if (length < text.length && code >= 0xd800 && code <= 0xdbff) length++;
    const piece = text.slice(0, length);
    for (const part of reveal(piece, this.#where)) {
      if (typeof part === 'string') segment.element.append(part);
      else if (part.tag === 'hidden') segment.element.append(hiddenCharacter(part.code));
    }
    segment.text += piece;
    this.#shown += length;
    this.#full = length < text.length || segment.text.length >= SEGMENT;
    return length;
  }

  #cutAt(text: string, room: number): number {
    const before = text.lastIndexOf('\n', room - 1);
    if (before > 0) return before + 1;
    // Code must not be broken within a line as long as the browser can bear it.
    const longest = this.#where === 'code' ? LONGEST_LINE : room;
    const after = text.slice(0, longest).indexOf('\n', room);
    if (after > 0) return after + 1;
    const space = this.#where === 'prose' ? text.lastIndexOf(' ', room - 1) : -1;
    return space > room / 2 ? space + 1 : Math.min(text.length, longest);
  }

  #open(): { readonly element: HTMLElement; text: string } {
    const last = this.#segments.at(-1);
    if (last && !this.#full) return last;
    const segment = { element: element('div', { class: 'segment' }), text: '' };
    this.#segments.push(segment);
    this.element.append(segment.element);
    this.#full = false;
    return segment;
  }

  #takeOff(): void {
    const segment = this.#segments.pop();
    if (!segment) return;
    segment.element.remove();
    this.#waiting.unshift(segment.text);
    this.#shown -= segment.text.length;
    this.#full = true;
  }
}

/** A character that can't be seen, shown by its code point. */
export function hiddenCharacter(codePoint: string): HTMLElement {
  return element('span', {
    class: 'hidden-character',
    text: codePoint,
    attributes: { title: l10n.t('Invisible character {0}', codePoint) },
  });
}
