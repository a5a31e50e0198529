import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type FrameJob, Pace } from './dom';
import { CodeBlock } from './markdown/codeBlock';
import { MarkdownView } from './markdown/markdownView';
import type { PanelStore } from './state/panelStore';
import { StoreProvider, useStore } from './useStore';

class JsonView implements FrameJob {
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

export type TextFormat = 'userMarkdown' | 'json' | 'markdown' | 'markedMarkdown';

/** Text rendered in frame slices outside of Preact, because it may be megabytes and grows. */
export interface TextView {
  readonly text: string;
  readonly ended: boolean;
  push(text: string): void;
  end(): void;
  dispose(): void;
}

interface TextIslandProps {
  readonly text: string;
  /** Use the format as the component's key, because a new format requires a new island. */
  readonly format: TextFormat;
  readonly hasEnded: boolean;
  readonly onView?: (view: TextView | undefined) => void;
}

/** Streams appended text into the view. Rebuilds the view for other changes. */
export function TextIsland({ text, format, hasEnded, onView }: TextIslandProps): VNode {
  const store = useStore();
  const host = useRef<HTMLDivElement>(null);
  const current = useRef<TextView>(undefined);
  useLayoutEffect(() => {
    let view = current.current;
    if (view && view.text !== text) {
      if (!view.ended && text.startsWith(view.text)) view.push(text.slice(view.text.length));
      else view = undefined;
    }
    if (!view && host.current) {
      current.current?.dispose();
      view = createView(host.current, format, store);
      view.push(text);
      current.current = view;
      onView?.(view);
    }
    if (hasEnded && !view?.ended) view?.end();
  }, [text, hasEnded]);
  useLayoutEffect(
    () => () => {
      current.current?.dispose();
      onView?.(undefined);
    },
    [],
  );
  return <div ref={host} class="text" />;
}

function createView(host: HTMLElement, format: TextFormat, store: PanelStore): TextView {
  if (format === 'json') return new JsonView(host, store);
  const author = format === 'userMarkdown' ? 'user' : 'model';
  return new MarkdownView(host, store, format === 'markedMarkdown', author);
}
