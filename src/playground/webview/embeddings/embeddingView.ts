import * as l10n from '@vscode/l10n';
import type { Turn } from '../../conversation';
import { textLines, turnText } from '../../turns';
import type { PanelContext, TurnSection } from '../context';
import { button } from '../controls';
import { element } from '../dom';
import { icon } from '../../../webview/kit/icon';
import { revealedText } from '../pieces';
import { plotView } from './plot';
import { similarities } from './vectors';

/** Vectors that are drawn: a table of more has a cell for each pair. */
const MOST_VECTORS = 100;
/** Views that are kept: a turn is shown anew with every change of its panel. */
const MOST_VIEWS = 20;

interface Shown {
  readonly vectors: readonly (readonly number[])[];
  readonly text: string;
  readonly view: HTMLElement;
}

const views = new Map<string, Shown>();

/** The vectors of texts: how many numbers they have, how similar the texts are, and where they lie. */
export const embeddingView: TurnSection = (turn, { asked }, context) => {
  const { id, embeddings } = turn;
  if (!embeddings || embeddings.length === 0) return undefined;
  const text = asked ? turnText(asked) : '';
  const kept = views.get(id);
  if (kept?.text === text && hasSameVectors(kept.vectors, embeddings)) return kept.view;
  const view = createView(id, embeddings, textsOf(asked, embeddings.length), context);
  views.delete(id);
  views.set(id, { vectors: embeddings, text, view });
  const [oldest = ''] = views.keys();
  if (views.size > MOST_VIEWS) views.delete(oldest);
  return view;
};

function createView(
  turn: string,
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  context: PanelContext,
): HTMLElement {
  const { format } = context;
  const size = format.count(vectors[0]?.length ?? 0);
  const words =
    vectors.length === 1
      ? l10n.t('1 vector of {0} numbers', size)
      : l10n.t('{0} vectors of {1} numbers', format.count(vectors.length), size);
  const copy = button({
    label: l10n.t('Copy Vectors'),
    icon: 'copy',
    class: 'secondary',
    onClick: () => void copyVectors(turn, context),
  });
  const head = element('div', { class: 'embedding-head' }, element('span', { text: words }), copy);
  const view = element('section', { class: 'embeddings' }, head);
  if (vectors.length === 1) return view;
  const [shown, names] = [vectors.slice(0, MOST_VECTORS), texts.slice(0, MOST_VECTORS)];
  if (shown.length < vectors.length) {
    const only = l10n.t(
      'The first {0} of {1} texts are shown.',
      format.count(MOST_VECTORS),
      format.count(vectors.length),
    );
    view.append(element('p', { class: 'note', text: only }));
  }
  view.append(
    openDisclosure(l10n.t('Similarity'), similarityTable(shown, names, context)),
    openDisclosure(l10n.t('Plot'), plotView(shown, names, context)),
  );
  return view;
}

async function copyVectors(turn: string, { ask, announce }: PanelContext): Promise<void> {
  if (await ask('copyVectors', { turn })) announce(l10n.t('Copied'));
}

function openDisclosure(title: string, content: HTMLElement): HTMLElement {
  const summary = element('summary', {}, icon('chevron-right'), title);
  return element('details', { class: 'disclosure', attributes: { open: '' } }, summary, content);
}

/** What each vector is of; nothing where the message is another one by now. */
function textsOf(asked: Turn | undefined, count: number): readonly string[] {
  const text = asked ? turnText(asked) : '';
  const lines = count === 1 ? [text] : textLines(text);
  return lines.length === count ? lines.map(revealedText) : Array.from({ length: count }, () => '');
}

/** Vectors come as copies with every snapshot; two numbers of each tell others apart. */
function hasSameVectors(
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): boolean {
  return (
    before.length === after.length &&
    before.every((vector, at) => vector[0] === after[at]?.[0] && vector[1] === after[at]?.[1])
  );
}

/** How similar each text is to each, as numbers on a tint that is the stronger the more similar they are. */
function similarityTable(
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  { format }: PanelContext,
): HTMLElement {
  const head = element('tr', {}, element('td'));
  texts.forEach((text, index) => {
    const attributes = { scope: 'col', title: text };
    head.append(element('th', { text: String(index + 1), attributes }));
  });
  const body = element('tbody');
  similarities(vectors).forEach((values, index) => {
    const text = texts[index] ?? '';
    const name = element('th', {
      attributes: { scope: 'row', title: text },
      text: `${index + 1} ${text}`.trim(),
    });
    const row = element('tr', {}, name);
    for (const value of values) {
      const cell = element('td', { text: format.fixed(value) });
      cell.style.setProperty('--tint', `${Math.round(Math.max(0, value) * 100)}%`);
      row.append(cell);
    }
    body.append(row);
  });
  const caption = element('caption', {
    class: 'visually-hidden',
    text: l10n.t('Cosine similarity of the texts'),
  });
  return element(
    'div',
    { class: 'table-frame similarity', attributes: { tabindex: '0' } },
    element('table', {}, caption, element('thead', {}, head), body),
  );
}
