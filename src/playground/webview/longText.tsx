import './longText.css';
import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type ComponentChildren, render, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { div, type FrameJob, type FrameQueue } from './dom';
import { type Place, reveal } from './reveal';
import { useStore } from './useStore';

/** Text collapses beyond so many characters or lines; so much of it is on the page then. */
const LONG_TEXT = 4000;
const LONG_LINES = 30;
const SHOWN = 8000;

/** Whether a text of so many UTF-16 units and lines collapses. */
export function isLongText(length: number, lines: number): boolean {
  return length > LONG_TEXT || lines > LONG_LINES;
}

export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

/** Text without structure that collapses when it is long. It may grow. */
export function LongText({ text }: { readonly text: string }): VNode {
  const lines = useMemo(() => lineCount(text), [text]);
  return (
    <Collapsible
      class="long-text"
      isLong={isLongText(text.length, lines)}
      lines={lines > LONG_LINES ? lines : undefined}
      length={text.length}
    >
      {(isCollapsed) => (
        <PlainText text={text} where="prose" limit={isCollapsed ? SHOWN : Infinity} />
      )}
    </Collapsible>
  );
}

interface CollapsibleProps {
  readonly class: string;
  readonly isLong: boolean;
  /** How much there is: lines where there are many, else UTF-16 units. */
  readonly lines: number | undefined;
  readonly length: number;
  readonly children: (isCollapsed: boolean) => ComponentChildren;
}

/**
 * Collapses something long to its beginning, with a button below that shows all of it. It starts
 * collapsed as soon as it is long, also while text still comes, so that nothing jumps at the end.
 */
export function Collapsible(props: CollapsibleProps): VNode {
  const { isLong, lines, length, children } = props;
  const { format } = useStore();
  const isOpen = useSignal(false);
  const isCollapsed = isLong && !isOpen.value;
  // Not worked out for the many that are short.
  const all = (): string =>
    lines === undefined
      ? l10n.t('Show all ({0})', format.bytes(length))
      : l10n.t('Show all {0} lines', format.count(lines));
  return (
    <div class={isCollapsed ? `${props.class} collapsed` : props.class}>
      {children(isCollapsed)}
      {isLong && (
        <Button
          label={isCollapsed ? all() : l10n.t('Show less')}
          class="show-more"
          isExpanded={isOpen.value}
          onClick={() => (isOpen.value = !isOpen.value)}
        />
      )}
    </div>
  );
}

interface PlainTextProps {
  readonly text: string;
  readonly where: Place;
  /** What lies beyond about so many UTF-16 units is not on the page. */
  readonly limit?: number;
}

/** A text without structure that can be huge, and may grow. */
export function PlainText({ text, where, limit = Infinity }: PlainTextProps): VNode {
  const { frames } = useStore();
  const host = useRef<HTMLDivElement>(null);
  const current = useRef<{ readonly segments: Segments; text: string }>(undefined);
  const drop = (): void => {
    if (current.current) frames.delete(current.current.segments);
  };
  useLayoutEffect(() => {
    if (!host.current) return;
    let shown = current.current;
    if (!shown || !text.startsWith(shown.text)) {
      drop();
      host.current.replaceChildren();
      shown = { segments: new Segments(host.current, frames, where), text: '' };
      current.current = shown;
    }
    shown.segments.limit(limit);
    shown.segments.append(text.slice(shown.text.length));
    shown.text = text;
  }, [text, limit]);
  useLayoutEffect(() => drop, []);
  return <div ref={host} class="plain-text" />;
}

/** One line box holds this many characters at most: the browser lays out each segment by itself. */
const SEGMENT = 4096;
const LONGEST_LINE = 16_384;

/**
 * Lays a text out in segments, cut at line ends where there are any; those out of sight cost nothing.
 * `limit` keeps the rest off the page.
 */
class Segments implements FrameJob {
  readonly #host: HTMLElement;
  readonly #frames: FrameQueue;
  readonly #where: Place;
  /** Texts that are not on the page yet. */
  #waiting: string[] = [];
  readonly #segments: { readonly element: HTMLElement; text: string }[] = [];
  #full = true;
  #shown = 0;
  #limit = Infinity;

  constructor(host: HTMLElement, frames: FrameQueue, where: Place) {
    this.#host = host;
    this.#frames = frames;
    this.#where = where;
  }

  append(text: string): void {
    if (text !== '') this.#waiting.push(text);
    this.run(performance.now() + 4);
    if (this.#hasWork) this.#frames.add(this);
  }

  /** Takes what lies beyond the limit off the page if it is there. */
  limit(limit: number): void {
    this.#limit = limit;
    while (this.#shown > limit && this.#segments.length > 1) this.#takeOff();
  }

  get #hasWork(): boolean {
    return this.#waiting.length > 0 && this.#shown < this.#limit;
  }

  run(deadline: number): boolean {
    let taken = 0;
    while (taken < this.#waiting.length && this.#shown < this.#limit) {
      const text = this.#waiting[taken] ?? '';
      const used = this.#put(text);
      if (used < text.length) this.#waiting[taken] = text.slice(used);
      else taken++;
      if (performance.now() >= deadline) break;
    }
    this.#waiting.splice(0, taken);
    return this.#hasWork;
  }

  /** Puts the beginning of a text on the page; answers how much of it. */
  #put(text: string): number {
    const segment = this.#open();
    const room = SEGMENT - segment.text.length;
    let length = text.length > room ? this.#cutAt(text, room) : text.length;
    // Never between the halves of a surrogate pair.
    const code = text.charCodeAt(length - 1);
    if (length < text.length && code >= 0xd800 && code <= 0xdbff) length++;
    segment.text += text.slice(0, length);
    render(reveal(segment.text, this.#where), segment.element);
    this.#shown += length;
    this.#full = length < text.length || segment.text.length >= SEGMENT;
    return length;
  }

  #cutAt(text: string, room: number): number {
    const before = text.lastIndexOf('\n', room - 1);
    if (before > 0) return before + 1;
    // Code must not be broken within a line as long as the browser can bear it.
    const longest = this.#where === 'code' ? LONGEST_LINE : room;
    const after = text.slice(0, longest).indexOf('\n', room);
    if (after > 0) return after + 1;
    const space = this.#where === 'prose' ? text.lastIndexOf(' ', room - 1) : -1;
    return space > room / 2 ? space + 1 : Math.min(text.length, longest);
  }

  #open(): { readonly element: HTMLElement; text: string } {
    const last = this.#segments.at(-1);
    if (last && !this.#full) return last;
    const segment = { element: div('segment'), text: '' };
    this.#segments.push(segment);
    this.#host.append(segment.element);
    this.#full = false;
    return segment;
  }

  #takeOff(): void {
    const segment = this.#segments.pop();
    if (!segment) return;
    segment.element.remove();
    this.#waiting.unshift(segment.text);
    this.#shown -= segment.text.length;
    this.#full = true;
  }
}
