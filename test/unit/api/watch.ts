import {
  type OperationState,
  watchOperation,
  type WatchOptions,
} from '../../../src/api/operationWatcher';
import { decodeErrorBody } from '../../../src/api/errors/decode';
import type { RetryWait } from '../../../src/api/retryPolicy';
import { FakeClock } from '../../fakes/clock';
import { settle, settled } from '../../fakes/settle';
import { PollScript, type Answer } from './pollScript';

export const NAME = 'tunedModels/poet-7/operations/op1';
export const BUSY = decodeErrorBody(503, '{"error":{"code":503,"status":"UNAVAILABLE"}}');
const METADATA = 'type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata';

export type State = OperationState<'tunedModels.create'>;

/** The operation after so many of its 38 steps, as the service answers it. */
export function running(completedSteps?: number): { readonly [key: string]: unknown } {
  const steps = completedSteps === undefined ? {} : { completedSteps };
  return { name: NAME, metadata: { '@type': METADATA, totalSteps: 38, ...steps } };
}

export const DONE = {
  ...running(38),
  done: true,
  response: {
    '@type': 'type.googleapis.com/google.ai.generativelanguage.v1beta.TunedModel',
    name: 'tunedModels/poet-7',
    state: 'ACTIVE',
  },
};

/** A watch that runs on a clock of its own, and what came of it. */
export class Watch {
  readonly clock = new FakeClock();
  readonly states: State[] = [];
  readonly retries: RetryWait[] = [];
  readonly script: PollScript;
  error: unknown;
  ended = false;

  constructor(answers: readonly Answer[], operation: object | string, options: WatchOptions = {}) {
    this.script = new PollScript(this.clock, answers);
    void this.#run(operation, options).then(
      () => (this.ended = true),
      (error: unknown) => {
        this.ended = true;
        this.error = error;
      },
    );
  }

  async #run(operation: object | string, options: WatchOptions): Promise<void> {
    const { clock } = this;
    const onRetry = (wait: RetryWait): number => this.retries.push(wait);
    const client = this.script.client;
    const all = { clock, onRetry, ...options };
    for await (const state of watchOperation(client, 'tunedModels.create', operation, all)) {
      this.states.push(state);
    }
  }

  /** Moves on step by step until it ends, or for that many seconds. Pauses are seen in whole steps of ms. */
  async pass(seconds: number, step = 1000): Promise<void> {
    await settle();
    for (let passed = 0; passed < seconds * 1000 && !this.ended; passed += step) {
      await settled(this.clock.advance(step));
    }
  }
}
