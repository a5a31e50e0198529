import { ResponseAccumulator } from '../../api/accumulate';
import type { Message } from '../../api/schema/infer';
import type { AnswerExtras } from './mergeAnswer';
import { answerExtras } from './mergeAnswer';
import { readPiece } from '../store/responseShapes';
import type { CollectedResponse } from './turnResult';

type Content = Message<'Content'>;

export interface AnswerCollector {
  /** Called when a request was sent, with the time in ms since the first one. */
  sent?(now: number): void;
  /** Adds a chunk and returns whether it had content. Throws `AppError` (`badAnswer`). */
  add(piece: unknown, now: number): boolean;
  readonly content: Content;
  readonly extras: AnswerExtras;
  readonly answer: CollectedResponse;
}

export class ContentCollector implements AnswerCollector {
  readonly #accumulator = new ResponseAccumulator();
  readonly #onText: (text: string, thought: boolean) => void;

  /**
   * @param before existing content of the turn, which is extended
   * @param onText called with new text of the first candidate
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
