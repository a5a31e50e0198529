import * as l10n from '@vscode/l10n';
import type { PanelContext, TurnSection } from './context';
import { copyButton, disclosure } from './controls';
import { element } from './dom';
import { logprobsView } from './logprobs';
import { parseMarkdown, plainText, safeLink } from './markdown';
import { revealedText } from './pieces';
import { type Source, sourcesOf } from './sources';

/** More sources than these are closed at first. */
const FEW = 5;

/** Where an answer comes from: its sources by their numbers, what was searched for, and how sure the model was. */
export const sourcesView: TurnSection = (turn, place, context) => {
  const found = turn.outcome && sourcesOf(turn);
  const probabilities = logprobsView(turn, place, context);
  if (!found && !probabilities) return undefined;
  const { format } = context;
  const result = element('div', { class: 'inspect' });
  if (found) {
    const { list, queries } = found;
    const isOpen = list.length <= FEW;
    const title = l10n.t('Sources ({0})', format.count(list.length));
    const sources = disclosure(`sources ${turn.id}`, title, isOpen, () => [
      element(
        'ol',
        { class: 'sources' },
        ...list.map((source, index) => sourceView(source, index + 1, context)),
      ),
      ...(queries.length > 0 ? [queriesView(queries, context)] : []),
    ]);
    result.append(sources);
  }
  if (probabilities) result.append(probabilities);
  return result;
};

function sourceView(source: Source, number: number, context: PanelContext): HTMLElement {
  const { title, uri, note, quotes } = source;
  const { format } = context;
  const item = element('li', {
    class: 'source',
    attributes: { 'data-source': String(number), tabindex: '-1', value: String(number) },
  });
  const head = element('div', { class: 'source-head' }, nameOf(source, context));
  const link = safeLink(uri, title, '');
  const beside = link && link.target !== title && title !== '' ? link.target : '';
  for (const words of [beside, note]) {
    if (words) head.append(element('span', { class: 'fact', text: revealedText(words) }));
  }
  item.append(head);
  for (const { text, confidence } of quotes) {
    const quote = element('div', { class: 'source-quote' });
    quote.append(element('q', { text: revealedText(plainText(parseMarkdown(text)).trim()) }));
    if (confidence !== undefined) {
      const words = l10n.t('{0} confident', format.percent(confidence));
      quote.append(' ', element('span', { class: 'fact', text: words }));
    }
    item.append(quote);
  }
  return item;
}

/** A link where the service gave a web address or the name of a chunk; else words. */
function nameOf({ title, uri, chunk }: Source, { ask }: PanelContext): HTMLElement {
  const words = revealedText(title || uri);
  const link = safeLink(uri, title, '');
  if (link) {
    const hint = l10n.t('Opens {0}', link.target);
    return element('a', {
      class: link.misleading ? 'misleading' : '',
      text: words,
      attributes: {
        ...{ role: 'link', tabindex: '0', 'data-href': link.href },
        title: `${hint}\n${link.href}`,
        'data-target': link.misleading ? link.target : undefined,
      },
    });
  }
  if (chunk === undefined) return element('span', { text: words });
  const opener = element('button', {
    class: 'link-button',
    text: words,
    attributes: { type: 'button', title: l10n.t('Opens {0}', words) },
  });
  opener.addEventListener('click', () => void ask('openChunk', { name: chunk }));
  return opener;
}

/** As text: the page that the service made of them is never shown. */
function queriesView(queries: readonly string[], context: PanelContext): HTMLElement {
  const list = element('ul', { class: 'searches' });
  for (const query of queries) {
    const words = element('span', { text: revealedText(query) });
    list.append(
      element(
        'li',
        {},
        words,
        copyButton(context, l10n.t('Copy Search'), () => query),
      ),
    );
  }
  return element(
    'div',
    { class: 'searched' },
    element('span', { class: 'fact', text: l10n.t('Searched for') }),
    list,
  );
}

/** How likely a grounded answer is to rest on its sources, as the service says. */
export const answerableView: TurnSection = ({ mode, answer }, _place, { format }) => {
  const probability = answer?.answerableProbability;
  if (mode !== 'answer' || typeof probability !== 'number') return undefined;
  const text = l10n.t('{0} likely to be answered by its sources', format.percent(probability));
  return element('p', { class: 'answerable', text });
};
