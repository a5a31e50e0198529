import { render } from 'preact';
import { type FrameJob, Pace } from './dom';
import { CodeBlock } from './markdown';
import type { PanelStore } from './state/panelStore';
import { StoreProvider } from './useStore';

export class JsonView implements FrameJob {
  readonly #host: HTMLElement;
  readonly #store: PanelStore;
  readonly #pace = new Pace();
  #text = '';
  #ended = false;

  constructor(host: HTMLElement, store: PanelStore) {
    this.#host = host;
    this.#store = store;
  }

  get text(): string {
    return this.#text;
  }

  get ended(): boolean {
    return this.#ended;
  }

  push(text: string): void {
    this.#text += text;
    this.#store.frames.add(this);
  }

  end(): void {
    this.#ended = true;
    this.#store.frames.add(this);
  }

  dispose(): void {
    this.#store.frames.delete(this);
    render(null, this.#host);
  }

  run(): boolean {
    if (!this.#ended && this.#pace.isResting) return true;
    const text = this.#ended ? formattedJson(this.#text) : this.#text;
    this.#pace.measure(() =>
      render(
        <StoreProvider value={this.#store}>
          <CodeBlock language="json" text={text} isGrowing={!this.#ended} />
        </StoreProvider>,
        this.#host,
      ),
    );
    return false;
  }
}

/** Longer or deeper JSON stays unformatted. */
const MAX_LENGTH = 500_000;
const MAX_DEPTH = 60;

/**
 * Indents JSON textually, because parsing would change large numbers and duplicate keys. Returns invalid JSON
 * unchanged.
 */
export function formattedJson(text: string): string {
  if (text.length > MAX_LENGTH || !isJson(text)) return text;
  const out: string[] = [];
  let depth = 0;
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[[{]\s*[\]}]|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    if (token === '[' || token === '{') {
      if (++depth > MAX_DEPTH) return text;
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
