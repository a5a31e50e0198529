import { useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { type ComponentChildren, render, type VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { Button } from '../../webview/kit/button';
import { Icon } from '../../webview/kit/icon';
import { div, type FrameJob, type FrameQueue } from './dom';
import { type Place, reveal } from './reveal';
import { useStore } from './useStore';

const LONG_TEXT = 4000;
const LONG_LINES = 30;
const SHOWN = 8000;

export function isLongText(length: number, lines: number): boolean {
  return length > LONG_TEXT || lines > LONG_LINES;
}

export function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++;
  return lines;
}

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
  readonly lines: number | undefined;
  readonly length: number;
  readonly children: (isCollapsed: boolean) => ComponentChildren;
}

/** Collapses long content behind a button, even during streaming, so that nothing jumps at the end. */
export function Collapsible(props: CollapsibleProps): VNode {
  const { isLong, lines, length, children } = props;
  const { format } = useStore();
  const isOpen = useSignal(false);
  const isCollapsed = isLong && !isOpen.value;
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

/** The line of a `details` element that opens it. */
export function Summary({ children }: { readonly children: ComponentChildren }): VNode {
  return (
    <summary>
      <Icon name="chevron-right" />
      <span>{children}</span>
    </summary>
  );
}

interface PlainTextProps {
  readonly text: string;
  readonly where: Place;
  /** Maximum number of UTF-16 units to render. */
  readonly limit?: number;
}

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

/** Maximum characters per line box. The browser lays out each segment separately. */
const SEGMENT = 4096;
const MAX_LINE_LENGTH = 16_384;

/** Splits text into segments, preferably at line ends, so that offscreen ones cost nothing. */
class Segments implements FrameJob {
  readonly #host: HTMLElement;
  readonly #frames: FrameQueue;
  readonly #where: Place;
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

  #put(text: string): number {
    const segment = this.#open();
    const room = SEGMENT - segment.text.length;
    let length = text.length > room ? this.#cutAt(text, room) : text.length;
    // Never splits a surrogate pair.
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
    // Code lines stay whole up to the browser's limit.
    const longest = this.#where === 'code' ? MAX_LINE_LENGTH : room;
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
