import './markdown.css';
import './code.css';
import * as l10n from '@vscode/l10n';
import type { PanelContext } from '../state/context';
import { button } from '../controls';
import { element, type FrameJob, setText } from '../dom';
import { LongText } from '../longText';
import type { Piece } from '../pieces';
import { type Block, BlockSplitter, mayCloseFence } from './blocks';
import { parseMarkdown, type ParseOptions } from './parse';
import type { Author } from './parser';
import { CodeBlock, patchChildren } from './pieceView';

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
 * Markdown on the page that takes text as it streams. Blocks that have ended are laid out once; only
 * the last one is laid out again, and everything in slices of a frame.
 */
export class MarkdownView implements FrameJob {
  readonly element = element('div', { class: 'text' });
  readonly #context: PanelContext;
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
  #more: HTMLButtonElement | undefined;
  #ended = false;

  /**
   * @param marked whether the text has markers of its sources
   * @param author whose Markdown it is
   */
  constructor(
    context: PanelContext,
    readonly marked = false,
    author: Author = 'model',
  ) {
    this.#context = context;
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
    for (let index = this.#at; index < Math.min(blocks.length, this.#limit); index++) {
      const block = blocks[index];
      if (!block) break;
      const again = this.#viewAt(index).update(block, block.closed ? '' : pending, deadline);
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
    this.#more?.remove();
    if (pending !== '' && blocks.length < this.#limit && blocks.at(-1)?.closed !== false) {
      wants = this.#viewAt(blocks.length).update(undefined, pending, deadline) || wants;
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
    const { format, frames } = this.#context;
    this.#more ??= button({
      label: '',
      class: 'show-more',
      onClick: () => {
        this.#limit = this.#at + STEP;
        this.#laidOut = 0;
        frames.add(this);
      },
    });
    if (!this.#more.isConnected) this.element.append(this.#more);
    const label = this.#more.querySelector('.label');
    const left = format.bytes(this.#text.length - this.#shown);
    if (label) setText(label, l10n.t('Show more ({0} left)', left));
  }

  #viewAt(index: number): BlockView {
    const existing = this.#views[index];
    if (existing) return existing;
    const view = new BlockView(this.#context, this.#options);
    this.#views[index] = view;
    this.#chunk ??= this.#newChunk();
    this.#chunkBlocks++;
    this.#chunk.append(view.element);
    return view;
  }

  #newChunk(): HTMLElement {
    const chunk = element('div', { class: 'chunk' });
    this.#chunkBlocks = 0;
    this.#chunkLength = 0;
    if (this.#more?.isConnected) this.#more.before(chunk);
    else this.element.append(chunk);
    return chunk;
  }
}

/** Laying out what grows may take a fifth of the time, so the whole stays linear. */
const REST = 4;

/** One block of an answer on the page. */
class BlockView {
  readonly element = element('div', { class: 'block' });
  readonly #context: PanelContext;
  readonly #options: ParseOptions;
  #taken = 0;
  #text = '';
  #painted: string | undefined;
  #pieces: readonly Piece[] = [];
  #restUntil = 0;
  #code: CodeBlock | undefined;
  #plain: LongText | undefined;

  constructor(context: PanelContext, options: ParseOptions) {
    this.#context = context;
    this.#options = options;
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
    const pieces = parseMarkdown(text, this.#options);
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
