import * as l10n from '@vscode/l10n';
import { responseFormat, uncheckedKeywords } from '../tools';
import type { PanelContext, TurnSection } from './context';
import { button } from './controls';
import { element, type FrameJob } from './dom';
import { icon } from '../../webview/kit/icon';
import { CodeBlock } from './markdown';
import { revealedText } from './pieces';

/** JSON that streams in as code, and is laid out once it is complete. */
export class JsonView implements FrameJob {
  readonly element = element('div', { class: 'text' });
  readonly #context: PanelContext;
  #code: CodeBlock;
  #text = '';
  /** UTF-16 units that the code has. */
  #taken = 0;
  #ended = false;

  constructor(context: PanelContext) {
    this.#context = context;
    this.#code = new CodeBlock(context, 'json');
    this.element.append(this.#code.element);
  }

  /** As it came. */
  get text(): string {
    return this.#text;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(text: string): void {
    this.#text += text;
    this.#context.frames.add(this);
  }

  end(): void {
    this.#ended = true;
    this.#context.frames.add(this);
  }

  run(deadline: number): boolean {
    if (!this.#ended) {
      this.#code.append(this.#text.slice(this.#taken));
      this.#taken = this.#text.length;
      return this.#code.paint(deadline);
    }
    const code = new CodeBlock(this.#context, 'json');
    code.append(formattedJson(this.#text));
    code.close();
    this.#code.element.replaceWith(code.element);
    this.#code = code;
    return false;
  }
}

/** How an answer differs from the schema that it was asked for, or that it does not. */
export const schemaProblems: TurnSection = (
  { id, schemaProblems: problems, sent },
  place,
  context,
) => {
  if (!problems) return undefined;
  const schema = responseFormat(sent)?.schema;
  const open = button({
    label: l10n.t('Open Schema'),
    class: problems.length > 0 ? 'secondary' : 'link',
    onClick: () => void context.ask('openSchema', { turn: id }),
  });
  const hasSchema = schema !== undefined || sent === undefined;
  if (problems.length === 0) {
    const unchecked = schema === undefined ? [] : uncheckedKeywords(schema);
    const words = hasSchema ? l10n.t('Matches its schema') : l10n.t('Valid JSON');
    const text =
      unchecked.length > 0
        ? l10n.t('{0}; not checked: {1}', words, revealedText(unchecked.slice(0, 10).join(', ')))
        : words;
    const line = element('p', { class: 'schema-line' }, icon('check'), text);
    if (hasSchema) line.append(open);
    return line;
  }
  const correct = button({
    label: l10n.t('Ask for a Fix'),
    class: 'primary',
    onClick: () => void context.ask('askToCorrect', { turn: id }),
  });
  const buttons = element('div', { class: 'button-row' });
  if (place.idle && place.index === place.count - 1) buttons.append(correct);
  if (hasSchema) buttons.append(open);
  return element(
    'div',
    { class: 'schema-problems' },
    element(
      'p',
      { class: 'schema-title' },
      icon('warning'),
      hasSchema ? l10n.t('Does not match its schema') : l10n.t('Not the JSON that was asked for'),
    ),
    element('ul', {}, ...problems.map((text) => element('li', { text: revealedText(text) }))),
    buttons,
  );
};

/** Longer or deeper JSON stays as it came. */
const LONGEST = 500_000;
const DEEPEST = 60;

/**
 * JSON with line breaks and indentation; what is not JSON as it is. Only the white space changes: a large
 * number, or a field that is there twice, would not survive being read and written.
 */
export function formattedJson(text: string): string {
  if (text.length > LONGEST || !isJson(text)) return text;
  const out: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '[' || token === '{') {
      if (++depth > DEEPEST) return text;
      out.push(token, line());
    } else if (token === ']' || token === '}') {
      depth--;
      out.push(line(), token);
    } else if (token === ',') out.push(token, line());
    else if (token === ':') out.push(': ');
    else out.push(/^[[{]/.test(token) ? token.replace(/\s/g, '') : token);
  }
  return out.join('');
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
