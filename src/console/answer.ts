import type { PlainRequest } from '../api/request';
import { Emitter } from '../base/event';

export type AnswerState = 'running' | 'done' | 'cancelled' | 'failed';

/** What came back for one request by hand, while it comes. */
export class Answer {
  readonly request: PlainRequest;
  /** Name of the connection. */
  readonly connection: string;
  readonly #changed = new Emitter<void>();
  readonly onDidChange = this.#changed.event;

  constructor(request: PlainRequest, connection: string) {
    this.request = request;
    this.connection = connection;
  }
}
