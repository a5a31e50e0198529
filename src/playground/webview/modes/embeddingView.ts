import type { Turn } from '../../conversation';
import { textLines, turnText } from '../../turns';
import { button } from '../button';
import type { PanelContext } from '../context';
import { element } from '../element';
import { fill } from '../fill';
import { icon } from '../icon';
import { revealedText } from '../markdown/reveal';
import type { TurnSection } from '../turnSections';
import { plotView } from './plotView';
import { similarityTable } from './similarityTable';

/** Vectors that are drawn: a table of more has a cell for each pair. */
const MOST = 100;
/** Views that are kept: a turn is shown anew with every change of its panel. */
const KEPT = 20;

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
  if (kept?.text === text && isSame(kept.vectors, embeddings)) return kept.view;
  const view = createView(id, embeddings, textsOf(asked, embeddings.length), context);
  views.delete(id);
  views.set(id, { vectors: embeddings, text, view });
  const [oldest = ''] = views.keys();
  if (views.size > KEPT) views.delete(oldest);
  return view;
};

function createView(
  turn: string,
  vectors: readonly (readonly number[])[],
  texts: readonly string[],
  context: PanelContext,
): HTMLElement {
  const { strings, format } = context;
  const size = format.count(vectors[0]?.length ?? 0);
  const words =
    vectors.length === 1
      ? fill(strings.embeddingOf, size)
      : fill(strings.embeddingsOf, format.count(vectors.length), size);
  const copy = button({
    label: strings.copyVectors,
    icon: 'copy',
    class: 'secondary',
    onClick: () => void copied(turn, context),
  });
  const head = element('div', { class: 'embedding-head' }, element('span', { text: words }), copy);
  const view = element('section', { class: 'embeddings' }, head);
  if (vectors.length === 1) return view;
  const [shown, names] = [vectors.slice(0, MOST), texts.slice(0, MOST)];
  if (shown.length < vectors.length) {
    const only = fill(strings.onlyFirst, format.count(MOST), format.count(vectors.length));
    view.append(element('p', { class: 'note', text: only }));
  }
  view.append(
    disclosure(strings.similarity, similarityTable(shown, names, context)),
    disclosure(strings.plot, plotView(shown, names, context)),
  );
  return view;
}

async function copied(turn: string, { ask, announce, strings }: PanelContext): Promise<void> {
  if (await ask('copyVectors', { turn })) announce(strings.copied);
}

function disclosure(title: string, content: HTMLElement): HTMLElement {
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
function isSame(
  before: readonly (readonly number[])[],
  after: readonly (readonly number[])[],
): boolean {
  return (
    before.length === after.length &&
    before.every((vector, at) => vector[0] === after[at]?.[0] && vector[1] === after[at]?.[1])
  );
}
