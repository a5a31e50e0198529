import { button } from './button';
import type { PanelContext } from './context';
import { copyButton } from './copyButton';
import { Collapser } from './collapser';
import { element } from './element';
import type { FrameJob } from './frames';
import { Highlighter, isHighlighted } from './markdown/highlight';
import { patchChildren } from './markdown/patch';
import type { Piece } from './markdown/tree';
import { revealedText } from './markdown/reveal';
import { PlainText } from './plainText';

/** Code with more lines collapses; so much of it stays in sight. */
const LONG_LINES = 40;
const LONG_TEXT = 16_000;
const SHOWN = 8000;
/** Colouring what grows may take a fifth of the time. */
const REST = 4;
/** Milliseconds that colouring may take where nobody waits for a frame. */
const AT_ONCE = 8;

/**
 * A block of code with its head: language, copy, and what can be done with it in an editor. It takes text as it streams;
 * coloured while it is of a bearable length, plain text beyond.
 */
export class CodeBlock implements FrameJob {
  readonly element: HTMLElement;
  readonly #context: PanelContext;
  readonly #language: string;
  readonly #code = element('code');
  #text = '';
  #provisional = '';
  #lines = 0;
  #pieces: readonly Piece[] = [];
  #plain: PlainText | undefined;
  #collapser: Collapser | undefined;
  #restUntil = 0;
  #painted = '';
  #isDone = false;
  #isClosed = false;
  readonly #highlighter: Highlighter;

  constructor(context: PanelContext, language: string) {
    this.#context = context;
    this.#language = language;
    this.#highlighter = new Highlighter(language, () => performance.now());
    const { strings } = context;
    const name = element('span', {
      class: 'code-language',
      text: revealedText(language) || strings.plainCode,
    });
    const head = element(
      'div',
      { class: 'code-head' },
      name,
      copyButton(context, strings.copyCode, () => this.#text),
      button({
        label: strings.openCode,
        icon: 'go-to-file',
        bare: true,
        onClick: () => {
          void context.ask('openInEditor', { text: this.#text, language: language || null });
        },
      }),
      button({
        label: strings.insertAtCursor,
        icon: 'insert',
        bare: true,
        onClick: () => void context.ask('insertAtCursor', { text: this.#text }),
      }),
      button({
        label: strings.compareWithSelection,
        icon: 'split-horizontal',
        bare: true,
        onClick: () => void context.ask('compareWithSelection', { text: this.#text }),
      }),
    );
    const body = element('pre', {}, this.#code);
    this.element = element('div', { class: 'code-block' }, head, body);
  }

  get text(): string {
    return this.#text;
  }

  /** @param provisional what has arrived of a line that may yet turn out to be the end of the code. */
  append(text: string, provisional = ''): void {
    this.#text += text;
    this.#provisional = provisional;
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lines++;
    if (this.#plain) this.#plain.append(text);
    this.#measure();
  }

  /** Brings the page up to date until about `deadline`; answers whether it wants to be called again. */
  paint(deadline: number): boolean {
    if (this.#plain) return false;
    if (!isHighlighted(this.#language, this.#text.length)) {
      this.#toPlain();
      return false;
    }
    const text = this.#text + this.#provisional;
    if (this.#isDone && text === this.#painted) return false;
    const started = performance.now();
    if (!this.#isClosed && started < this.#restUntil) return true;
    this.#isDone = !this.#highlighter.run(text, deadline);
    const { pieces } = this.#highlighter;
    patchChildren(this.#code, this.#pieces, pieces, this.#context);
    this.#pieces = pieces;
    this.#painted = text;
    const now = performance.now();
    this.#restUntil = now + (now - started) * REST;
    return !this.#isDone;
  }

  /** No more text comes. What can't be coloured at once is plain until its frame comes. */
  close(): void {
    this.#provisional = '';
    this.#isClosed = true;
    if (this.paint(performance.now() + AT_ONCE)) this.#context.frames.add(this);
  }

  run(deadline: number): boolean {
    return this.paint(deadline);
  }

  #toPlain(): void {
    this.#plain = new PlainText(this.#context.frames, this.#context.strings, 'code');
    if (this.#collapser?.collapsed) this.#plain.limit(SHOWN);
    this.#plain.append(this.#text);
    this.#code.replaceChildren(this.#plain.element);
  }

  #measure(): void {
    if (this.#lines <= LONG_LINES && this.#text.length <= LONG_TEXT) return;
    this.#collapser ??= new Collapser(this.#context, this.element, (collapsed) =>
      this.#plain?.limit(collapsed ? SHOWN : Infinity),
    );
    this.#collapser.measure(this.#lines > LONG_LINES ? this.#lines : 1, this.#text.length);
  }
}
