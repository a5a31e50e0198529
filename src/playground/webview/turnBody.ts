import * as l10n from '@vscode/l10n';
import type { Turn } from '../conversation';
import type { PanelContext } from './context';
import { element, setText } from './dom';
import { icon } from '../../webview/kit/icon';
import { LongText } from './longText';
import { MarkdownView } from './markdown';
import { isSameSegment, type Segment } from './segments';
import { JsonView } from './structured';
import { mediaView, type MediaView, partView } from './turnParts';

type TextSegment = Segment & { readonly kind: 'answer' | 'thought' };
type Other = Exclude<Segment, TextSegment>;

interface View {
  readonly kind: Segment['kind'];
  readonly element: HTMLElement;
  /** How the segment was, to see whether it changed; absent for text, which knows its own. */
  segment?: Other;
  readonly text?: MarkdownView | JsonView | LongText;
  readonly media?: MediaView;
}

/**
 * The segments of a turn, in order. A snapshot is compared with what is shown: text that only grew is
 * streamed in, what is the same stays, anything else is built anew.
 */
export class TurnBody {
  readonly element = element('div', { class: 'turn-body' });
  readonly #context: PanelContext;
  readonly #role: Turn['role'];
  readonly #views: View[] = [];
  #isJson = false;

  constructor(context: PanelContext, role: Turn['role']) {
    this.#context = context;
    this.#role = role;
  }

  /** @param isJson the answer was asked for as JSON */
  show(segments: readonly Segment[], isJson = false): void {
    if (isJson !== this.#isJson) this.#truncate(0);
    this.#isJson = isJson;
    for (const [index, segment] of segments.entries()) {
      const view = this.#views[index];
      if (view && this.#update(view, segment)) continue;
      this.#truncate(index);
      this.#add(segment);
    }
    this.#truncate(segments.length);
    this.#nameThoughts(false);
  }

  /** Joins text to the last segment of its kind, or begins one. */
  append(kind: 'answer' | 'thought', text: string): void {
    const last = this.#views.at(-1);
    if (last?.kind !== kind || !last.text || last.text instanceof LongText)
      this.#add({ kind, text });
    else if (!last.text.ended) last.text.push(text);
    else {
      this.#truncate(this.#views.length - 1);
      this.#add({ kind, text: last.text.text + text });
    }
    this.#nameThoughts(true);
  }

  /** No more text comes. */
  end(): void {
    for (const { text } of this.#views) {
      if (text && !(text instanceof LongText)) text.end();
    }
    this.#nameThoughts(false);
  }

  #update(view: View, segment: Segment): boolean {
    if (view.kind !== segment.kind) return false;
    if (isText(segment)) {
      if (!view.text) return false;
      if (view.text instanceof MarkdownView && view.text.marked !== Boolean(segment.marked))
        return false;
      const shown = view.text.text;
      if (segment.text === shown) return true;
      if (view.text instanceof LongText || view.text.ended) return false;
      if (!segment.text.startsWith(shown)) return false;
      view.text.push(segment.text.slice(shown.length));
      return true;
    }
    if (!view.segment) return false;
    const isShown =
      isSameSegment(view.segment, segment) ||
      (segment.kind === 'media' && view.media?.grow(segment));
    if (!isShown) return false;
    // The newest is kept: of what is equal, megabytes would stay here twice.
    view.segment = segment;
    return true;
  }

  #add(segment: Segment): void {
    const view = this.#create(segment);
    this.#views.push(view);
    this.element.append(view.element);
  }

  #create(segment: Segment): View {
    if (segment.kind === 'media') {
      const media = mediaView(segment, this.#context);
      return { kind: segment.kind, element: media.element, segment, media };
    }
    if (!isText(segment)) {
      return { kind: segment.kind, element: partView(segment, this.#context), segment };
    }
    const { kind, text: source } = segment;
    if (this.#role === 'user') {
      const text = new LongText(this.#context);
      text.append(source);
      return { kind, element: text.element, text };
    }
    if (kind === 'answer' && this.#isJson) {
      const text = new JsonView(this.#context);
      text.push(source);
      return { kind, element: text.element, text };
    }
    const text = new MarkdownView(this.#context, segment.marked);
    text.push(source);
    if (kind === 'answer') return { kind, element: text.element, text };
    const summary = element('summary', {}, icon('chevron-right'), element('span'));
    const details = element('details', { class: 'disclosure thoughts' }, summary, text.element);
    return { kind, element: details, text };
  }

  /** A thought that still grows is named so. */
  #nameThoughts(streaming: boolean): void {
    for (const [index, view] of this.#views.entries()) {
      const name = view.kind === 'thought' && view.element.querySelector('summary span');
      if (!name) continue;
      const isGrowing = streaming && index === this.#views.length - 1;
      setText(name, isGrowing ? l10n.t('Thinking…') : l10n.t('Thoughts'));
    }
  }

  #truncate(length: number): void {
    for (const view of this.#views.splice(length)) {
      view.element.remove();
      if (view.text && !(view.text instanceof LongText)) this.#context.frames.delete(view.text);
    }
  }
}

function isText(segment: Segment): segment is TextSegment {
  return segment.kind === 'answer' || segment.kind === 'thought';
}
