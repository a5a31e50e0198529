import { AnswerAccumulator } from '../../api/accumulate';
import type { Message } from '../../api/schema/infer';
import type { AnswerExtras } from './mergeAnswer';
import { answerExtras } from './mergeAnswer';
import { readPiece } from '../store/responseShapes';
import type { CollectedResponse } from './turnResult';

type Content = Message<'Content'>;

/** Joins what arrives of an answer. */
export interface AnswerCollector {
  /** The request that brings it has been sent, so many milliseconds after the first one. */
  sent?(now: number): void;
  /** Takes a piece as it came; answers whether it brought anything to read. Throws `AppError` (`badAnswer`). */
  add(piece: unknown, now: number): boolean;
  /** The turn so far. */
  readonly content: Content;
  /** What is kept of the answer beside the turn's content. */
  readonly extras: AnswerExtras;
  /** What its end is judged by. */
  readonly answer: CollectedResponse;
}

/** Answers that are content, in candidates. */
export class ContentCollector implements AnswerCollector {
  readonly #accumulator = new AnswerAccumulator();
  readonly #onText: (text: string, thought: boolean) => void;

  /**
   * @param before what the turn holds already; the new parts join it
   * @param onText told of the text of the first candidate, as it arrives
   */
  constructor(before: Content, onText: (text: string, thought: boolean) => void) {
    this.#onText = onText;
    this.#accumulator.add({ candidates: [{ content: before }] });
  }

  add(given: unknown): boolean {
    const piece = readPiece(given);
    this.#accumulator.add(piece);
    let isText = false;
    for (const candidate of piece.candidates ?? []) {
      if ((candidate.index ?? 0) !== 0) continue;
      for (const { text, thought } of candidate.content?.parts ?? []) {
        if (!text) continue;
        isText = true;
        this.#onText(text, thought ?? false);
      }
    }
    return isText;
  }

  get content(): Content {
    return { role: 'model', ...this.#accumulator.candidate()?.content };
  }

  get extras(): AnswerExtras {
    return answerExtras(this.#accumulator.answer());
  }

  get answer(): CollectedResponse {
    const answer = this.#accumulator.answer();
    const { content, ...candidate } = this.#accumulator.candidate() ?? {};
    return {
      ...answer,
      ...candidate,
      parts: content?.parts ?? [],
      usage: answer.usageMetadata,
    };
  }
}
