import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FrameJob } from './dom';
import { MarkdownView, UserText } from './markdown';
import { useStore } from './useStore';
import type { PanelStore } from './state/panelStore';
import { JsonView } from './structured';

export type TextFormat = 'user' | 'json' | 'markdown' | 'markedMarkdown';

/** Text on the page. It is laid out in slices of frames, not by components: it may be megabytes, and it grows. */
export interface TextView {
  readonly element: HTMLElement;
  /** As it was given. */
  readonly text: string;
  /** What comes after the end can't be joined to it. */
  readonly ended?: boolean;
  /** Joins what comes next; absent where the view can't grow. */
  readonly push?: (text: string) => void;
  /** No more text comes. */
  readonly end?: () => void;
  readonly job?: FrameJob | undefined;
}

export interface TextIslandProps {
  readonly text: string;
  /** Another one is another island: give it a key of that. */
  readonly format: TextFormat;
  readonly hasEnded: boolean;
  /** Tells which view takes what streams in. */
  readonly onView: (view: TextView | undefined) => void;
}

/** A text that only grew is streamed in; another one is built anew. */
export function TextIsland({ text, format, hasEnded, onView }: TextIslandProps): VNode {
  const store = useStore();
  const host = useRef<HTMLDivElement>(null);
  const current = useRef<TextView>(undefined);
  const drop = (): void => {
    const job = current.current?.job;
    if (job) store.frames.delete(job);
  };
  useLayoutEffect(() => {
    let view = current.current;
    if (view && view.text !== text) {
      if (view.push && !view.ended && text.startsWith(view.text))
        view.push(text.slice(view.text.length));
      else view = undefined;
    }
    if (!view) {
      drop();
      view = createView(format, text, store);
      current.current = view;
      host.current?.replaceChildren(view.element);
      onView(view);
    }
    if (hasEnded && !view.ended) view.end?.();
  }, [text, hasEnded]);
  useLayoutEffect(
    () => () => {
      drop();
      onView(undefined);
    },
    [],
  );
  return <div ref={host} class="turn-text" />;
}

function createView(format: TextFormat, text: string, store: PanelStore): TextView {
  if (format === 'user') return new UserText(store, text);
  const view =
    format === 'json' ? new JsonView(store) : new MarkdownView(store, format === 'markedMarkdown');
  view.push(text);
  return {
    element: view.element,
    get text() {
      return view.text;
    },
    get ended() {
      return view.ended;
    },
    push: (more) => view.push(more),
    end: () => view.end(),
    job: view,
  };
}
