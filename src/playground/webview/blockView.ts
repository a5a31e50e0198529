import { CodeBlock } from './codeBlock';
import type { PanelContext } from './context';
import { element } from './element';
import { LongText } from './longText';
import type { Block } from './markdown/blocks';
import { mayCloseFence } from './markdown/lines';
import { parseMarkdown, type References } from './markdown/parse';
import { patchChildren } from './markdown/patch';
import type { Piece } from './markdown/tree';

/** Laying out what grows may take a fifth of the time, so the whole stays linear. */
const REST = 4;

/** One block of an answer on the page. */
export class BlockView {
  readonly element = element('div', { class: 'block' });
  readonly #context: PanelContext;
  readonly #references: References;
  readonly #marked: boolean;
  #taken = 0;
  #text = '';
  #painted: string | undefined;
  #pieces: readonly Piece[] = [];
  #restUntil = 0;
  #code: CodeBlock | undefined;
  #plain: LongText | undefined;

  constructor(context: PanelContext, references: References, marked = false) {
    this.#context = context;
    this.#references = references;
    this.#marked = marked;
  }

  /**
   * Brings the page up to date with the block; answers whether it wants to be called again.
   * @param block absent while the first line is too short to tell what it is
   * @param deadline when colouring is to stop for this frame, by `performance.now()`
   * @param pending what has arrived of the line that belongs to no block yet
   */
  update(block: Block | undefined, pending: string, deadline: number): boolean {
    const parts = block?.parts ?? [];
    const added = parts.slice(this.#taken).join('');
    this.#taken = parts.length;
    if (block?.kind === 'code') return this.#updateCode(block, added, pending, deadline);
    if (block?.kind === 'plain') return this.#updatePlain(added);
    this.#text += added;
    return this.#updateMarkdown(this.#text + pending, block?.closed ?? false);
  }

  #updateMarkdown(text: string, closed: boolean): boolean {
    if (text === this.#painted) return false;
    const started = performance.now();
    if (!closed && started < this.#restUntil) return true;
    const pieces = parseMarkdown(text, this.#references, this.#marked);
    patchChildren(this.element, this.#pieces, pieces, this.#context);
    this.#pieces = pieces;
    this.#painted = text;
    const now = performance.now();
    this.#restUntil = now + (now - started) * REST;
    return false;
  }

  #updateCode(block: Block, added: string, pending: string, deadline: number): boolean {
    if (!this.#code) {
      this.#code = new CodeBlock(this.#context, block.language);
      this.element.replaceChildren(this.#code.element);
    }
    this.#code.append(added, mayCloseFence(pending) ? '' : pending);
    if (!block.closed) return this.#code.paint(deadline);
    this.#code.close();
    return false;
  }

  #updatePlain(added: string): boolean {
    if (!this.#plain) {
      this.#plain = new LongText(this.#context);
      this.element.replaceChildren(this.#plain.element);
      this.#plain.append(this.#text);
    }
    if (added !== '') this.#plain.append(added);
    return false;
  }
}
