import * as l10n from '@vscode/l10n';
import type { PanelContext } from '../state/context';
import { button, copyButton } from '../controls';
import { element, type FrameJob } from '../dom';
import { Collapser, hiddenCharacter, PlainText } from '../longText';
import { mathElement } from '../math/mathView';
import {
  childrenOf,
  type Piece,
  type PieceElement,
  revealedText,
  sameHead,
  samePiece,
} from '../pieces';
import { Highlighter, isHighlighted } from './highlight';
import { linkElement, sourceMarker, tableFrame, taskBox } from './pieceElements';

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
    const name = element('span', {
      class: 'code-language',
      text: revealedText(language) || l10n.t('text'),
    });
    const head = element(
      'div',
      { class: 'code-head' },
      name,
      copyButton(context, l10n.t('Copy Code'), () => this.#text),
      button({
        label: l10n.t('Open Code in Editor'),
        icon: 'go-to-file',
        bare: true,
        onClick: () => {
          void context.ask('openInEditor', { text: this.#text, language: language || null });
        },
      }),
      button({
        label: l10n.t('Insert at Cursor'),
        icon: 'insert',
        bare: true,
        onClick: () => void context.ask('insertAtCursor', { text: this.#text }),
      }),
      button({
        label: l10n.t('Compare with Selection'),
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
    this.#plain = new PlainText(this.#context.frames, 'code');
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

const codeBlocks = new WeakMap<Node, CodeBlock>();

/**
 * Turns the children of an element from what `before` describes into what `after` describes. What is
 * the same stays, so that a selection survives while text streams in behind it.
 */
export function patchChildren(
  parent: Node,
  before: readonly Piece[],
  after: readonly Piece[],
  context: PanelContext,
): void {
  let same = 0;
  while (same < before.length && same < after.length) {
    const [old, next] = [before[same] ?? '', after[same] ?? ''];
    if (!samePiece(old, next)) break;
    same++;
  }
  let from = same;
  const [old, next, node] = [before[same], after[same], parent.childNodes[same]];
  if (old !== undefined && next !== undefined && node && patchNode(node, old, next, context))
    from++;
  while (parent.childNodes.length > from) parent.lastChild?.remove();
  for (const piece of after.slice(from)) parent.appendChild(build(piece, context));
}

/** Changes a node in place; answers false where it has to be replaced. */
function patchNode(node: Node, old: Piece, next: Piece, context: PanelContext): boolean {
  if (typeof old === 'string' || typeof next === 'string') {
    if (!(node instanceof Text) || typeof old !== 'string' || typeof next !== 'string')
      return false;
    if (next.startsWith(old)) node.appendData(next.slice(old.length));
    else node.data = next;
    return true;
  }
  if (old.tag === 'codeBlock' && next.tag === 'codeBlock') {
    const block = codeBlocks.get(node);
    if (!block || old.language !== next.language || !next.text.startsWith(old.text)) return false;
    block.append(next.text.slice(old.text.length));
    block.close();
    return true;
  }
  if (!('children' in old) || !sameHead(old, next)) return false;
  patchChildren(container(node), old.children, childrenOf(next), context);
  return true;
}

/** Where the children of a table are: it has a frame around it that scrolls. */
function container(node: Node): Node {
  return node instanceof HTMLDivElement && node.className === 'table-frame'
    ? (node.firstChild ?? node)
    : node;
}

function build(piece: Piece, context: PanelContext): Node {
  if (typeof piece === 'string') return document.createTextNode(piece);
  const result = buildElement(piece, context);
  const target = container(result);
  for (const child of childrenOf(piece)) target.appendChild(build(child, context));
  return result;
}

function buildElement(piece: PieceElement, context: PanelContext): Node {
  switch (piece.tag) {
    case 'codeBlock': {
      const block = new CodeBlock(context, piece.language);
      block.append(piece.text);
      block.close();
      codeBlocks.set(block.element, block);
      return block.element;
    }
    case 'link':
      return linkElement(piece);
    case 'scope':
      return element('span', { class: `hl-${piece.scope}` });
    case 'hidden':
      return hiddenCharacter(piece.code);
    case 'marker':
      return sourceMarker(piece.number);
    case 'ol':
      return element('ol', {
        attributes: { start: piece.start === 1 ? undefined : String(piece.start) },
      });
    case 'th':
    case 'td':
      return element(piece.tag, { class: `align-${piece.align}` });
    case 'table':
      return tableFrame();
    case 'math':
      return mathElement(piece, context);
    case 'task':
      return taskBox(piece.isDone);
    default:
      return element(piece.tag);
  }
}
