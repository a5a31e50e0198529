import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { JsonView } from './jsonView';
import { MarkdownView } from './markdown';
import type { PanelStore } from './state/panelStore';
import { useStore } from './useStore';

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
