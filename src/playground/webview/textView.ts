import { BlockView } from './blockView';
import { button } from './button';
import type { PanelContext } from './context';
import { element, setText } from './element';
import type { FrameJob } from './frames';
import { BlockSplitter } from './markdown/blocks';
import type { References } from './markdown/parse';
import { fill } from './fill';

/** So many blocks are skipped together by the browser when they are out of sight. */
const CHUNK = 32;
/** So many blocks are on the page at most until more are asked for: beyond, even scrolling gets slow. */
const STEP = 3000;

/**
 * Markdown on the page that takes text as it streams. Blocks that have ended are laid out once; only
 * the last one is laid out again, and everything in slices of a frame.
 */
export class TextView implements FrameJob {
  readonly element = element('div', { class: 'text' });
  readonly #context: PanelContext;
  readonly #splitter = new BlockSplitter();
  readonly #references: References = {};
  readonly #views: BlockView[] = [];
  readonly #chunks: HTMLElement[] = [];
  /** Blocks before this one are done. */
  #at = 0;
  #text = '';
  #limit = STEP;
  /** UTF-16 units of the blocks that are done. */
  #shown = 0;
  #more: HTMLButtonElement | undefined;
  #ended = false;

  constructor(context: PanelContext) {
    this.#context = context;
  }

  get text(): string {
    return this.#text;
  }

  /** Text that comes after the end can't be joined to it: the view has to be built anew. */
  get ended(): boolean {
    return this.#ended;
  }

  push(text: string): void {
    this.#text += text;
    this.#splitter.push(text);
    this.#context.frames.add(this);
  }

  /** No more text comes. */
  end(): void {
    this.#ended = true;
    this.#splitter.end();
    this.#context.frames.add(this);
  }

  run(deadline: number): boolean {
    const { blocks, pending } = this.#splitter;
    let wants = false;
    const count = Math.min(blocks.length, this.#limit);
    for (let index = this.#at; index < count; index++) {
      const block = blocks[index];
      if (!block) break;
      const again = this.#viewAt(index).update(block, block.closed ? '' : pending);
      if (block.closed && !again && index === this.#at) this.#settle(index, block.length);
      wants ||= again;
      if (performance.now() >= deadline && index + 1 < count) return true;
    }
    if (blocks.length > this.#limit) {
      this.#offerMore();
      return false;
    }
    this.#more?.remove();
    if (pending !== '' && blocks.length < this.#limit && blocks.at(-1)?.closed !== false) {
      wants = this.#viewAt(blocks.length).update(undefined, pending) || wants;
    }
    return wants;
  }

  #settle(index: number, length: number): void {
    this.#at = index + 1;
    this.#shown += length;
    if (this.#at % CHUNK === 0) this.#chunks[Math.floor(index / CHUNK)]?.classList.add('settled');
  }

  /** Says how much is not on the page yet, and puts the next blocks there when asked. */
  #offerMore(): void {
    const { strings, format, frames } = this.#context;
    this.#more ??= button({
      label: '',
      class: 'show-more',
      onClick: () => {
        this.#limit += STEP;
        frames.add(this);
      },
    });
    if (!this.#more.isConnected) this.element.append(this.#more);
    const label = this.#more.querySelector('.label');
    const left = format.bytes(this.#text.length - this.#shown);
    if (label) setText(label, fill(strings.showMore, left));
  }

  #viewAt(index: number): BlockView {
    const existing = this.#views[index];
    if (existing) return existing;
    const view = new BlockView(this.#context, this.#references);
    this.#views[index] = view;
    const place = Math.floor(index / CHUNK);
    let chunk = this.#chunks[place];
    if (!chunk) {
      chunk = element('div', { class: 'chunk' });
      this.#chunks[place] = chunk;
      if (this.#more?.isConnected) this.#more.before(chunk);
      else this.element.append(chunk);
    }
    chunk.append(view.element);
    return view;
  }
}
