import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { JsonView } from './jsonView';
import { MarkdownView } from './markdown';
import type { PanelStore } from './state/panelStore';
import { useStore } from './useStore';

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
