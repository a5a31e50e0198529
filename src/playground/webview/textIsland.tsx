import { render, type VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { type FrameJob, Pace } from './dom';
import { CodeBlock, formattedJson, MarkdownView } from './markdown';
import type { PanelStore } from './state/panelStore';
import { StoreProvider, useStore } from './useStore';

export type TextFormat = 'userMarkdown' | 'json' | 'markdown' | 'markedMarkdown';

/** Text on the page. It is laid out in slices of frames, not with its component: it may be megabytes, and it grows. */
export interface TextView {
  /** As it was given. */
  readonly text: string;
  /** What comes after the end can't be joined to it. */
  readonly ended: boolean;
  push(text: string): void;
  /** No more text comes. */
  end(): void;
  dispose(): void;
}

interface TextIslandProps {
  readonly text: string;
  /** Another one is another island: give it a key of that. */
  readonly format: TextFormat;
  readonly hasEnded: boolean;
  /** Tells which view takes what streams in. */
  readonly onView?: (view: TextView | undefined) => void;
}

/** A text that only grew is streamed in; another one is built anew. */
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

/** JSON that streams in as code, and is laid out once it is complete. */
class JsonView implements TextView, FrameJob {
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
