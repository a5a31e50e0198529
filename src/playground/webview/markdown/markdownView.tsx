import './markdown.css';
import { render, type VNode } from 'preact';
import { div, type FrameJob, Pace } from '../dom';
import { LongText } from '../longText';
import type { PanelStore } from '../state/panelStore';
import { StoreProvider } from '../useStore';
import { type Block, BlockSplitter, mayCloseFence } from './blocks';
import { CodeBlock } from './codeBlock';
import { parseMarkdown, type ParseOptions } from './parse';
import type { Author } from './parser';

/** Maximum blocks or UTF-16 units per `content-visibility` container. */
const CHUNK = 32;
const CHUNK_LENGTH = 24_000;

/** Renders streamed Markdown in frame slices. Finished blocks render once; only the last one renders again. */
export class MarkdownView implements FrameJob {
  readonly #host: HTMLElement;
  readonly #store: PanelStore;
  readonly #splitter = new BlockSplitter();
  readonly #options: ParseOptions;
  readonly #views: BlockView[] = [];
  #chunk: HTMLElement | undefined;
  #chunkBlocks = 0;
  #chunkLength = 0;
  #at = 0;
  #text = '';
  #ended = false;

  /**
   * @param host parent element of the blocks
   * @param marked whether the text contains source markers
   */
  constructor(host: HTMLElement, store: PanelStore, marked: boolean, author: Author) {
    this.#host = host;
    this.#store = store;
    this.#options = { references: {}, marked, author };
  }

  get text(): string {
    return this.#text;
  }

  /** Whether the view has ended. An ended view can't take more text and must be rebuilt. */
  get ended(): boolean {
    return this.#ended;
  }

  push(text: string): void {
    this.#text += text;
    this.#splitter.push(text);
    this.#store.frames.add(this);
  }

  end(): void {
    this.#ended = true;
    this.#splitter.end();
    this.#store.frames.add(this);
  }

  dispose(): void {
    this.#store.frames.delete(this);
    for (const view of this.#views) view.dispose();
    this.#host.replaceChildren();
  }

  run(deadline: number): boolean {
    const selection = new SavedSelection();
    const wants = this.#draw(deadline);
    selection.restore();
    return wants;
  }

  #draw(deadline: number): boolean {
    const { blocks, pending } = this.#splitter;
    let wants = false;
    for (let index = this.#at; index < blocks.length; index++) {
      const block = blocks[index];
      if (!block) break;
      const again = this.#viewAt(index).update(block, block.closed ? '' : pending);
      if (block.closed && !again && index === this.#at) this.#settle(index, block);
      wants ||= again;
      if (performance.now() >= deadline && index + 1 < blocks.length) return true;
    }
    if (pending !== '' && blocks.at(-1)?.closed !== false) {
      wants = this.#viewAt(blocks.length).update(undefined, pending) || wants;
    }
    return wants;
  }

  #settle(index: number, { length }: Block): void {
    this.#at = index + 1;
    this.#chunkLength += length;
    if (this.#chunkBlocks < CHUNK && this.#chunkLength < CHUNK_LENGTH) return;
    this.#chunk?.classList.add('settled');
    this.#chunk = undefined;
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
    this.#host.append(chunk);
    return chunk;
  }
}

class BlockView {
  readonly element = div('block');
  readonly #store: PanelStore;
  readonly #options: ParseOptions;
  readonly #pace = new Pace();
  #taken = 0;
  #text = '';
  /** Rendered text including pending text. Undefined before the first render. */
  #drawn: string | undefined;
  #isClosed = false;

  constructor(store: PanelStore, options: ParseOptions) {
    this.#store = store;
    this.#options = options;
  }

  /**
   * Renders the block. Returns whether to call again.
   * @param block undefined if the first line is too short to classify
   * @param pending text of the current line that isn't in a block yet
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
        // Same structure as an unfinished fence, so that the element is reused.
        this.#render(<>{[<CodeBlock {...code} />]}</>);
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

class SavedSelection {
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
