import { fileCard } from './attachments/fileCard';
import { CodeBlock } from './codeBlock';
import type { PanelContext } from './context';
import { element } from './element';
import { icon } from './icon';
import { prettyJson } from './json';
import { revealedText } from './markdown/reveal';
import type { Segment } from './segments';
import { fill } from './fill';

type Other = Exclude<Segment, { readonly kind: 'answer' | 'thought' | 'media' }>;

/** A part that is not text: code that the model runs, its result, a file, or a card of JSON. */
export function partView(segment: Other, context: PanelContext): HTMLElement {
  const { strings } = context;
  switch (segment.kind) {
    case 'code':
      return titled(strings.executableCode, code(context, segment.language, segment.text));
    case 'result':
      return titled(
        fill(strings.codeResult, segment.outcome || strings.unknownReason),
        code(context, '', segment.text),
      );
    case 'file':
      return fileCard(segment, context);
    case 'card':
      return card(segment, context);
  }
}

function card(segment: Other & { readonly kind: 'card' }, context: PanelContext): HTMLElement {
  const { strings } = context;
  const { text, deep, cut } = prettyJson(segment.json);
  const title = element('div', { class: 'part-title' }, icon('symbol-method'));
  title.append(element('span', { text: strings[segment.title] }));
  if (segment.name) title.append(element('code', { text: revealedText(segment.name) }));
  if (segment.id)
    title.append(element('span', { class: 'part-id', text: revealedText(segment.id) }));
  const result = element('div', { class: 'part' }, title);
  if (text !== '{}') result.append(code(context, 'json', text));
  else if (segment.title === 'functionCall') {
    result.append(element('p', { class: 'note', text: strings.noArguments }));
  }
  if (deep) result.append(element('p', { class: 'note', text: strings.tooDeep }));
  if (cut) {
    const size = context.format.bytes(text.length);
    result.append(element('p', { class: 'note', text: fill(strings.cutHere, size) }));
  }
  return result;
}

function titled(title: string, body: HTMLElement): HTMLElement {
  return element(
    'div',
    { class: 'part' },
    element('div', { class: 'part-title' }, element('span', { text: title })),
    body,
  );
}

function code(context: PanelContext, language: string, text: string): HTMLElement {
  const block = new CodeBlock(context, language);
  block.append(text);
  block.close();
  return block.element;
}
