import assert from 'node:assert/strict';
import type { CallOutput, Client } from '../../../src/api/call';
import type { CallInput } from '../../../src/api/request';
import type { OperationId } from '../../../src/api/operations';
import type { Clock } from '../../../src/base/clock';

/** What a poll answers, or throws where it is an error. */
export type Answer = object | Promise<object>;

/** A call as it was made, and when on the test's clock. */
export interface SeenCall {
  readonly id: OperationId;
  readonly input: unknown;
  readonly at: number;
}

/** A client that answers calls in the given order, and keeps what it was asked. */
export class PollScript {
  readonly calls: SeenCall[] = [];
  readonly client: Client;

  constructor(clock: Clock, answers: readonly Answer[]) {
    const left = [...answers];
    const { calls } = this;
    this.client = {
      preferredVersion: 'v1beta',
      async call<I extends OperationId>(id: I, input: CallInput<I>): Promise<CallOutput<I>> {
        calls.push({ id, input, at: clock.monotonic() });
        const answer = await (left.shift() ?? assert.fail('It asked once more.'));
        if (answer instanceof Error) throw answer;
        // Whatever the test says that the service answers.
        return answer as CallOutput<I>;
      },
      stream: () => assert.fail('It polls only.'),
      pages: () => assert.fail('It polls only.'),
      upload: () => assert.fail('It polls only.'),
      exchange: () => assert.fail('It polls only.'),
      close: () => Promise.resolve(),
    };
  }

  /** Milliseconds between one call and the next; the first after the start where that was not at once. */
  pauses(): readonly number[] {
    const times = this.calls.map(({ at }) => at);
    const first = times[0] ?? 0;
    return [...(first > 0 ? [0] : []), ...times]
      .map((at, index, all) => at - (all[index - 1] ?? at))
      .slice(1);
  }
}
