import type { PanelContext } from './state/context';
import { element, type FrameJob } from './dom';
import { CodeBlock } from './markdown';

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
