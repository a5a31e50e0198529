import type { ModelTurn } from '../../conversation';
import { segments, type Segment } from '../segments';
import { sourcesOf } from './sources';
import { withMarkers } from './withMarkers';

/**
 * The segments of one answer, with markers of its sources once it has ended. Remembered, for every snapshot of the
 * panel asks for them.
 */
export class MarkedSegments {
  #texts: readonly string[] = [];
  #marked: ReadonlyMap<number, string> = new Map();
  #chosen: number | undefined;

  of(turn: ModelTurn): readonly Segment[] {
    const { content, outcome, answer, chosen } = turn;
    const parts = content.parts ?? [];
    if (!outcome || !answer) return segments(parts);
    const texts = parts.map(({ text = '' }) => text);
    if (chosen !== this.#chosen || !isSame(texts, this.#texts)) {
      this.#chosen = chosen;
      this.#texts = texts;
      const supports = sourcesOf(turn)?.supports ?? [];
      this.#marked = new Map(
        [...supports].map(([part, found]) => [part, withMarkers(texts[part] ?? '', found)]),
      );
    }
    if (this.#marked.size === 0) return segments(parts);
    const marked = parts.map((part, index) => {
      const text = this.#marked.get(index);
      return text === undefined ? part : { ...part, text };
    });
    return segments(marked).map((segment) =>
      segment.kind === 'answer' ? { ...segment, marked: true } : segment,
    );
  }
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, index) => text === b[index]);
}
