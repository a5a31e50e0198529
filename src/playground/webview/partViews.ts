import * as l10n from '@vscode/l10n';
import type { PanelContext } from './context';
import { element } from './dom';
import { icon } from '../../webview/kit/icon';
import { CodeBlock } from './markdown';
import { fileCard } from './mediaView';
import { revealedText } from './pieces';
import type { CardTitle, Segment } from './segments';

type Other = Exclude<Segment, { readonly kind: 'answer' | 'thought' | 'media' }>;

/** A part that is not text: code that the model runs, its result, a file, or a card of JSON. */
export function partView(segment: Other, context: PanelContext): HTMLElement {
  switch (segment.kind) {
    case 'code':
      return titledPart(
        l10n.t('Code that the model runs'),
        codePart(context, segment.language, segment.text),
      );
    case 'result':
      return titledPart(
        l10n.t('Result of the code: {0}', segment.outcome || l10n.t('no reason given')),
        codePart(context, '', segment.text),
      );
    case 'file':
      return fileCard(segment, context);
    case 'card':
      return cardPart(segment, context);
  }
}

function cardTitle(title: CardTitle): string {
  switch (title) {
    case 'functionCall':
      return l10n.t('Function call');
    case 'functionResponse':
      return l10n.t('Function response');
    case 'otherPart':
      return l10n.t('Part without text');
  }
}

function cardPart(segment: Other & { readonly kind: 'card' }, context: PanelContext): HTMLElement {
  const { text, deep, cut } = prettyJson(segment.json);
  const title = element('div', { class: 'part-title' }, icon('symbol-method'));
  title.append(element('span', { text: cardTitle(segment.title) }));
  if (segment.name) title.append(element('code', { text: revealedText(segment.name) }));
  if (segment.id)
    title.append(element('span', { class: 'part-id', text: revealedText(segment.id) }));
  const result = element('div', { class: 'part' }, title);
  if (text !== '{}') result.append(codePart(context, 'json', text));
  else if (segment.title === 'functionCall') {
    result.append(element('p', { class: 'note', text: l10n.t('Without arguments.') }));
  }
  if (deep)
    result.append(
      element('p', {
        class: 'note',
        text: l10n.t('Too deeply nested to be laid out; shown as it came.'),
      }),
    );
  if (cut) {
    const size = context.format.bytes(text.length);
    result.append(element('p', { class: 'note', text: l10n.t('Cut after {0}.', size) }));
  }
  return result;
}

function titledPart(title: string, body: HTMLElement): HTMLElement {
  return element(
    'div',
    { class: 'part' },
    element('div', { class: 'part-title' }, element('span', { text: title })),
    body,
  );
}

function codePart(context: PanelContext, language: string, text: string): HTMLElement {
  const block = new CodeBlock(context, language);
  block.append(text);
  block.close();
  return block.element;
}

/**
 * Whether two segments are shown alike. Content of megabytes is compared as text, which ends at its
 * length or runs at the speed of memory; the JSON of cards is bounded in depth and length.
 */
export function isSameSegment(one: Segment, other: Segment): boolean {
  if (one.kind === 'card' && other.kind === 'card') {
    const isNamedSame = one.title === other.title && one.name === other.name && one.id === other.id;
    return isNamedSame && prettyJson(one.json).text === prettyJson(other.json).text;
  }
  const [fields, others] = [Object.entries(one), Object.entries(other)];
  if (fields.length !== others.length) return false;
  const known = new Map<string, unknown>(others);
  return fields.every(([name, value]) => known.has(name) && known.get(name) === value);
}

/** Deeper values are shown without indentation: it alone would be longer than they are. */
const MAX_DEPTH = 60;
/** Longer texts are cut. */
const MAX_LENGTH = 200_000;

export interface PrettyJson {
  readonly text: string;
  /** Nested too deeply to be indented. */
  readonly deep: boolean;
  readonly cut: boolean;
}

/** A value as JSON for people; bounded in depth and length whatever it is. */
export function prettyJson(value: unknown): PrettyJson {
  const deep = depthOver(value, MAX_DEPTH);
  const text = deep ? compactJson(value) : JSON.stringify(value, null, 2);
  if (text.length <= MAX_LENGTH) return { text, deep, cut: false };
  return { text: text.slice(0, MAX_LENGTH), deep, cut: true };
}

/** Whether a value is nested more deeply; without recursion, since the depth is someone else's. */
function depthOver(value: unknown, limit: number): boolean {
  let level: readonly unknown[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limit) return true;
    level = level.flatMap((item): readonly unknown[] =>
      typeof item === 'object' && item !== null ? Object.values(item) : [],
    );
  }
  return false;
}

/** JSON without recursion: `JSON.stringify` runs out of stack some thousand levels down. */
function compactJson(root: unknown): string {
  const out: string[] = [];
  const work: ({ readonly text: string } | { readonly value: unknown })[] = [{ value: root }];
  let length = 0;
  for (let next = work.pop(); next && length <= MAX_LENGTH; next = work.pop()) {
    const piece = 'text' in next ? next.text : expandJson(next.value, work);
    out.push(piece);
    length += piece.length;
  }
  return out.join('');
}

type Work = ({ readonly text: string } | { readonly value: unknown })[];

/** Writes a value's beginning and leaves the rest on the pile, last first. */
function expandJson(value: unknown, work: Work): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const list = Array.isArray(value);
  const entries = Object.entries(value);
  work.push({ text: list ? ']' : '}' });
  for (const [index, [key, item]] of [...entries.entries()].reverse()) {
    work.push({ value: item });
    const comma = index > 0 ? ',' : '';
    work.push({ text: list ? comma : `${comma}${JSON.stringify(key)}:` });
  }
  return list ? '[' : '{';
}
