import { CodeBlock } from '../codeBlock';
import type { PanelContext } from '../context';
import { element } from '../element';
import { hiddenCharacter } from '../hidden';
import { sourceMarker } from '../inspect/sourceMarker';
import { fill } from '../fill';
import { childrenOf, sameHead, samePiece, type Element as Described, type Piece } from './tree';

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

function buildElement(piece: Described, context: PanelContext): Node {
  switch (piece.tag) {
    case 'codeBlock': {
      const block = new CodeBlock(context, piece.language);
      block.append(piece.text);
      block.close();
      codeBlocks.set(block.element, block);
      return block.element;
    }
    case 'link':
      return link(piece, context);
    case 'scope':
      return element('span', { class: `hl-${piece.scope}` });
    case 'hidden':
      return hiddenCharacter(piece.code, context.strings);
    case 'marker':
      return sourceMarker(piece.number, context.strings);
    case 'ol':
      return element('ol', {
        attributes: { start: piece.start === 1 ? undefined : String(piece.start) },
      });
    case 'th':
    case 'td':
      return element(piece.tag, { class: `align-${piece.align}` });
    case 'table':
      return element('div', { class: 'table-frame' }, element('table'));
    default:
      return element(piece.tag);
  }
}

/**
 * A link without an address of its own: VS Code would follow one past our question, and the browser
 * could open it on a middle click. The panel's listener asks the host.
 */
function link(piece: Described & { readonly tag: 'link' }, { strings }: PanelContext): HTMLElement {
  const { href, target, title, misleading } = piece.link;
  const hint = fill(strings.linkHint, target);
  return element('a', {
    class: misleading ? 'misleading' : '',
    attributes: {
      role: 'link',
      tabindex: '0',
      title: [title, hint, href].filter(Boolean).join('\n'),
      'data-href': href,
      'data-target': misleading ? target : undefined,
    },
  });
}
