import type { Client } from '../../src/api/call';
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
      stream: () => {
        throw new Error('This fake does not stream.');
      },
      pages: () => {
        throw new Error('This fake has no pages.');
      },
      upload: () => {
        throw new Error('This fake takes no uploads.');
      },
      exchange: () => {
        throw new Error('This fake has no exchanges.');
      },
      close: () => Promise.resolve(),
    };
  }
}
