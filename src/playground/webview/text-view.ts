import { BlockView } from './block-view';
import type { PanelContext } from './context';
import { element } from './element';
import type { FrameJob } from './frames';
import { BlockSplitter } from './markdown/blocks';
import type { References } from './markdown/parse';

/** So many blocks are skipped together by the browser when they are out of sight. */
const CHUNK = 32;

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
    for (let index = this.#at; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) break;
      const again = this.#viewAt(index).update(block, block.closed ? '' : pending);
      if (block.closed && !again && index === this.#at) this.#settle(index);
      wants ||= again;
      if (performance.now() >= deadline && index + 1 < blocks.length) return true;
    }
    if (pending !== '' && blocks.at(-1)?.closed !== false) {
      wants = this.#viewAt(blocks.length).update(undefined, pending) || wants;
    }
    return wants;
  }

  #settle(index: number): void {
    this.#at = index + 1;
    if (this.#at % CHUNK === 0) this.#chunks[Math.floor(index / CHUNK)]?.classList.add('settled');
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
      this.element.append(chunk);
    }
    chunk.append(view.element);
    return view;
  }
}
