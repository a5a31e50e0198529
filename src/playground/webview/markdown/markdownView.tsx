import './markdown.css';
import * as l10n from '@vscode/l10n';
import { render, type VNode } from 'preact';
import { Button } from '../../../webview/kit/button';
import { div, type FrameJob, Pace } from '../dom';
import { LongText } from '../longText';
import type { PanelStore } from '../state/panelStore';
import { StoreProvider } from '../useStore';
import { type Block, BlockSplitter, mayCloseFence } from './blocks';
import { CodeBlock } from './codeBlock';
import { parseMarkdown, type ParseOptions } from './parse';
import type { Author } from './parser';

/** So many blocks, or of so many UTF-16 units, are skipped together by the browser when they are out of sight. */
const CHUNK = 32;
const CHUNK_LENGTH = 24_000;
/**
 * So many blocks, or of so many UTF-16 units of Markdown, are on the page at most until more are asked
 * for: beyond, even scrolling gets slow. No model answers that much at once.
 */
const STEP = 3000;
const STEP_LENGTH = 300_000;

/**
 * Markdown on the page that takes text as it streams. Every block is drawn by itself: those that have ended once, only
 * the last one again, and everything in slices of a frame.
 */
export class MarkdownView implements FrameJob {
  readonly #host: HTMLElement;
  readonly #store: PanelStore;
  readonly #splitter = new BlockSplitter();
  readonly #options: ParseOptions;
  readonly #views: BlockView[] = [];
  /** What the newest blocks stand in, and how much it holds. */
  #chunk: HTMLElement | undefined;
  #chunkBlocks = 0;
  #chunkLength = 0;
  /** Blocks before this one are done. */
  #at = 0;
  #text = '';
  #limit = STEP;
  /** UTF-16 units of Markdown since more was asked for. */
  #laidOut = 0;
  /** UTF-16 units of the blocks that are done. */
  #shown = 0;
  readonly #more = div('');
  #ended = false;

  /**
   * @param host takes the blocks
   * @param marked whether the text has markers of its sources
   */
  constructor(host: HTMLElement, store: PanelStore, marked: boolean, author: Author) {
    this.#host = host;
    this.#store = store;
    this.#options = { references: {}, marked, author };
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
    this.#store.frames.add(this);
  }

  /** No more text comes. */
  end(): void {
    this.#ended = true;
    this.#splitter.end();
    this.#store.frames.add(this);
  }

  dispose(): void {
    this.#store.frames.delete(this);
    for (const view of this.#views) view.dispose();
    render(null, this.#more);
    this.#host.replaceChildren();
  }

  run(deadline: number): boolean {
    const selection = new KeptSelection();
    const wants = this.#draw(deadline);
    selection.restore();
    return wants;
  }

  #draw(deadline: number): boolean {
    const { blocks, pending } = this.#splitter;
    let wants = false;
    for (let index = this.#at; index < Math.min(blocks.length, this.#limit); index++) {
      const block = blocks[index];
      if (!block) break;
      const again = this.#viewAt(index).update(block, block.closed ? '' : pending);
      if (block.closed && !again && index === this.#at) this.#settle(index, block);
      wants ||= again;
      if (performance.now() >= deadline && index + 1 < Math.min(blocks.length, this.#limit)) {
        return true;
      }
    }
    if (blocks.length > this.#limit) {
      this.#offerMore();
      return false;
    }
    this.#more.remove();
    if (pending !== '' && blocks.length < this.#limit && blocks.at(-1)?.closed !== false) {
      wants = this.#viewAt(blocks.length).update(undefined, pending) || wants;
    }
    return wants;
  }

  #settle(index: number, { kind, length }: Block): void {
    this.#at = index + 1;
    this.#shown += length;
    if (kind === 'markdown') this.#laidOut += length;
    // What has been begun is finished.
    if (this.#laidOut >= STEP_LENGTH) this.#limit = Math.min(this.#limit, this.#views.length);
    this.#chunkLength += length;
    if (this.#chunkBlocks < CHUNK && this.#chunkLength < CHUNK_LENGTH) return;
    this.#chunk?.classList.add('settled');
    this.#chunk = undefined;
  }

  /** Says how much is not on the page yet, and puts the next blocks there when asked. */
  #offerMore(): void {
    const { format, frames } = this.#store;
    const showMore = (): void => {
      this.#limit = this.#at + STEP;
      this.#laidOut = 0;
      frames.add(this);
    };
    const left = format.bytes(this.#text.length - this.#shown);
    render(
      <Button label={l10n.t('Show more ({0} left)', left)} class="show-more" onClick={showMore} />,
      this.#more,
    );
    this.#host.append(this.#more);
  }

  #viewAt(index: number): BlockView {
    const existing = this.#views[index];
    if (existing) return existing;
    const view = new BlockView(this.#store, this.#options);
    this.#views[index] = view;
    this.#chunk ??= this.#newChunk();
    this.#chunkBlocks++;
    this.#chunk.append(view.element);
    return view;
  }

  #newChunk(): HTMLElement {
    const chunk = div('chunk');
    this.#chunkBlocks = 0;
    this.#chunkLength = 0;
    if (this.#more.isConnected) this.#more.before(chunk);
    else this.#host.append(chunk);
    return chunk;
  }
}

/** One block of an answer on the page. */
class BlockView {
  readonly element = div('block');
  readonly #store: PanelStore;
  readonly #options: ParseOptions;
  readonly #pace = new Pace();
  #taken = 0;
  #text = '';
  /** The text that is drawn, with what was pending; undefined before the first. */
  #drawn: string | undefined;
  #isClosed = false;

  constructor(store: PanelStore, options: ParseOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Brings the page up to date with the block; answers whether it wants to be called again.
   * @param block absent while the first line is too short to tell what it is
   * @param pending what has arrived of the line that belongs to no block yet
   */
  update(block: Block | undefined, pending: string): boolean {
    const { kind = 'markdown', parts = [], closed = false, language = '' } = block ?? {};
    this.#text += parts.slice(this.#taken).join('');
    this.#taken = parts.length;
    const text = this.#text + pending;
    if (text === this.#drawn && closed === this.#isClosed) return false;
    if (!closed && this.#pace.isResting) return true;
    this.#pace.measure(() => {
      if (kind === 'plain') this.#render(<LongText text={this.#text} />);
      else if (kind === 'markdown') this.#render(<>{parseMarkdown(text, this.#options)}</>);
      else {
        const provisional = mayCloseFence(pending) ? '' : pending;
        const code = { language, text: this.#text, provisional, isGrowing: !closed };
        this.#render(<CodeBlock {...code} />);
      }
    });
    this.#drawn = text;
    this.#isClosed = closed;
    return false;
  }

  dispose(): void {
    render(null, this.element);
  }

  #render(content: VNode): void {
    render(<StoreProvider value={this.#store}>{content}</StoreProvider>, this.element);
  }
}

/** The selection of the page, which the browser takes out of a text when Preact sets that to a longer one. */
class KeptSelection {
  readonly #selection = getSelection();
  readonly #anchor = this.#selection?.anchorNode;
  readonly #anchorOffset = this.#selection?.anchorOffset ?? 0;
  readonly #focus = this.#selection?.focusNode;
  readonly #focusOffset = this.#selection?.focusOffset ?? 0;

  restore(): void {
    const [anchor, focus] = [this.#anchor, this.#focus];
    if (!anchor?.isConnected || !focus?.isConnected) return;
    const { anchorOffset, focusOffset } = this.#selection ?? {};
    if (anchorOffset === this.#anchorOffset && focusOffset === this.#focusOffset) return;
    if (this.#anchorOffset > lengthOf(anchor) || this.#focusOffset > lengthOf(focus)) return;
    this.#selection?.setBaseAndExtent(anchor, this.#anchorOffset, focus, this.#focusOffset);
  }
}

function lengthOf(node: Node): number {
  return node instanceof Text ? node.length : node.childNodes.length;
}
