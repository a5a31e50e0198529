import type { Client } from '../../src/api/call';
import type { UploadOptions } from '../../src/api/upload/upload';
import type { OperationId } from '../../src/api/operations';
import type { Clients } from '../../src/service/clients';

export interface FakeCall {
  readonly connection: string;
  readonly id: OperationId;
  readonly input: { readonly [name: string]: unknown };
  readonly version: string | undefined;
}

export type Answer = (call: FakeCall) => unknown;

/** Clients that answer from a function, and note what they were called with. */
export class FakeClients implements Clients {
  readonly calls: FakeCall[] = [];
  answer: Answer;
  /** What uploads make; none are taken by default. */
  onUpload: (input: FakeCall['input'], options: UploadOptions) => unknown = () => {
    throw new Error('This fake takes no uploads.');
  };

  /** The events of what is streamed; nothing is by default. */
  onStream: (call: FakeCall, signal?: AbortSignal) => AsyncIterable<unknown> = () => {
    throw new Error('This fake does not stream.');
  };

  constructor(answer: Answer) {
    this.answer = answer;
  }

  async get(connection: string): Promise<Client> {
    return {
      preferredVersion: 'v1beta',
      call: async (id, input, options) => {
        const call = { connection, id, input, version: options?.version } as FakeCall;
        this.calls.push(call);
        return (await this.answer(call)) as never;
      },
      stream: (id, input, options) => {
        const call = { connection, id, input, version: options?.version } as unknown as FakeCall;
        this.calls.push(call);
        return this.onStream(call, options?.signal) as AsyncIterable<never>;
      },
      pages: () => {
        throw new Error('This fake has no pages.');
      },
      upload: async (_id, input, options = {}) =>
        (await this.onUpload(input as unknown as FakeCall['input'], options)) as never,
      exchange: () => {
        throw new Error('This fake has no exchanges.');
      },
      close: () => Promise.resolve(),
    };
  }
}
