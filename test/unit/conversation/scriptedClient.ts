import type {
  CallOptions,
  CallOutput,
  Client,
  StreamId,
  StreamOutput,
} from '../../../src/api/call';
import type { CallInput } from '../../../src/api/request';
import type { OperationId } from '../../../src/api/operations';
import type { Message } from '../../../src/api/schema/infer';
import type { JsonObject } from '../../../src/api/schema/row';
import { AppError, CancelledError } from '../../../src/base/errors';

type Piece = Message<'GenerateContentResponse'>;
type Step = { readonly piece: Piece } | { readonly error: unknown } | 'end';

/** One streamed answer, as the test plays it. */
export class ScriptedStream {
  readonly #steps: Step[] = [];
  #wake: () => void = () => undefined;
  readonly input: CallInput<'models.streamGenerateContent'>;
  readonly options: CallOptions;
  /** The consumer has left, or the signal was aborted: the socket would be closed. */
  closed = false;

  constructor(input: CallInput<'models.streamGenerateContent'>, options: CallOptions) {
    this.input = input;
    this.options = options;
  }

  /** Text of the answer, or of a thought. */
  text(text: string, thought = false): this {
    return this.parts([thought ? { text, thought } : { text }]);
  }

  parts(parts: readonly Message<'Part'>[], candidate: Message<'Candidate'> = {}): this {
    return this.piece({ candidates: [{ content: { role: 'model', parts }, ...candidate }] });
  }

  piece(piece: Piece): this {
    return this.#push({ piece });
  }

  /** The last piece, and the end of the body. */
  finish(finishReason: string, usageMetadata?: Piece['usageMetadata']): this {
    return this.piece({
      candidates: [{ finishReason }],
      ...(usageMetadata && { usageMetadata }),
    }).end();
  }

  end(): this {
    return this.#push('end');
  }

  fail(error: unknown): this {
    return this.#push({ error });
  }

  async *pieces(): AsyncGenerator<Piece> {
    const { signal } = this.options;
    signal?.addEventListener('abort', () => {
      this.closed = true;
      this.#wake();
    });
    try {
      for (;;) {
        if (signal?.aborted) throw new CancelledError(signal.reason);
        const step = this.#steps.shift();
        if (step === 'end') return;
        if (!step) await new Promise<void>((resolve) => (this.#wake = resolve));
        else if ('error' in step) throw step.error;
        else yield step.piece;
      }
    } finally {
      this.closed = true;
    }
  }

  #push(step: Step): this {
    this.#steps.push(step);
    this.#wake();
    return this;
  }
}

/** A client whose answers the test plays one by one. */
export class ScriptedClient implements Client {
  readonly preferredVersion = 'v1beta';
  readonly streams: ScriptedStream[] = [];
  /** Files of the service by their names: what each look at one gives, the last one for ever. */
  readonly files = new Map<string, JsonObject[]>();

  get last(): ScriptedStream {
    const last = this.streams.at(-1);
    if (!last) throw new Error('Nothing was asked');
    return last;
  }

  /** Answers only for files. */
  async call<I extends OperationId>(id: I, input: CallInput<I>): Promise<CallOutput<I>> {
    if (id !== 'files.get' || !('name' in input))
      throw new Error(`${id} is not part of the script`);
    const answers = this.files.get(input.name);
    const answer = answers && answers.length > 1 ? answers.shift() : answers?.[0];
    if (!answer) {
      const text = `You do not have permission to access the File ${input.name.slice(6)} or it may not exist.`;
      throw new AppError('permission', text);
    }
    return answer as CallOutput<I>;
  }

  stream<I extends StreamId>(
    _id: I,
    input: CallInput<I>,
    options: CallOptions = {},
  ): AsyncIterable<StreamOutput<I>> {
    const stream = new ScriptedStream(input as CallInput<'models.streamGenerateContent'>, options);
    this.streams.push(stream);
    // The script holds answers of the one operation that streams.
    return stream.pieces() as AsyncIterable<StreamOutput<I>>;
  }

  pages(): never {
    throw new Error('Not part of the script');
  }

  upload(): never {
    throw new Error('Not part of the script');
  }

  exchange(): never {
    throw new Error('Not part of the script');
  }

  async close(): Promise<void> {
    // Nothing is open.
  }
}
