import type { Message } from '../api/schema/infer';
import { StatusError } from '../emulator/status';
import type { FunctionCall } from './liveResponse';
import type { PreparedSession } from './setup';

type FunctionResponse = Message<'FunctionResponse'>;

interface OpenCall {
  readonly name: string;
  readonly isBlocking: boolean;
}

interface ArrivedResults {
  readonly results: readonly FunctionResponse[];
  /** Whether the model has all results that it waits for. */
  readonly isComplete: boolean;
  readonly scheduling: 'INTERRUPT' | 'WHEN_IDLE' | 'SILENT';
}

/** Models whose functions are non-blocking by default: Gemini 3.8 and later. */
const NON_BLOCKING = /^models\/gemini-(3\.[89]|3\.\d\d|[4-9])\b.*live/;

export class PendingCalls {
  readonly #open = new Map<string, OpenCall>();
  readonly #cancelled = new Set<string>();
  #came: FunctionResponse[] = [];

  get isWaiting(): boolean {
    return [...this.#open.values()].some(({ isBlocking }) => isBlocking);
  }

  open(calls: readonly FunctionCall[], { setup, model }: PreparedSession): void {
    const declared = (setup.tools ?? []).flatMap((tool) => tool.functionDeclarations ?? []);
    for (const { id = '', name = '' } of calls) {
      const { behavior } = declared.find((one) => one.name === name) ?? {};
      const isBlocking =
        behavior === 'BLOCKING' ||
        (behavior !== 'NON_BLOCKING' && !NON_BLOCKING.test(model.model.name));
      this.#open.set(id, { name, isBlocking });
    }
  }

  /**
   * Cancels the calls that the model waits for.
   * @returns the IDs of the canceled calls.
   */
  cancel(): readonly string[] {
    const ids = [...this.#open].flatMap(([id, { isBlocking }]) => (isBlocking ? [id] : []));
    for (const id of ids) {
      this.#open.delete(id);
      this.#cancelled.add(id);
    }
    this.#came = [];
    return ids;
  }

  /** Takes results and ignores those of canceled calls. Throws 400 for an unknown call. */
  take(responses: readonly FunctionResponse[]): ArrivedResults {
    const results: FunctionResponse[] = [];
    let scheduling: ArrivedResults['scheduling'] = 'SILENT';
    for (const response of responses) {
      const id = this.#idOf(response);
      const call = this.#open.get(id);
      if (!call && this.#cancelled.has(id)) continue;
      if (!call) throw unknownCall(response);
      if (call.isBlocking || response.willContinue !== true) this.#open.delete(id);
      results.push({ ...response, id, name: call.name });
      const wanted = call.isBlocking ? 'WHEN_IDLE' : (response.scheduling ?? 'WHEN_IDLE');
      if (wanted === 'INTERRUPT' || (wanted !== 'SILENT' && scheduling === 'SILENT')) {
        scheduling = wanted === 'INTERRUPT' ? 'INTERRUPT' : 'WHEN_IDLE';
      }
    }
    this.#came.push(...results);
    if (this.isWaiting) return { results: [], isComplete: false, scheduling };
    return { results: this.#came.splice(0), isComplete: true, scheduling };
  }

  /** Without an ID, the name must match exactly one open call. */
  #idOf({ id = '', name }: FunctionResponse): string {
    if (id !== '') return id;
    const named = [...this.#open].filter(([, call]) => call.name === name);
    return named.length === 1 ? (named[0]?.[0] ?? '') : '';
  }
}

function unknownCall({ id = '', name = '' }: FunctionResponse): StatusError {
  const which = id === '' ? `the function ${name}` : `the id ${id}`;
  return new StatusError(400, `No function call with ${which} is waiting for a response.`);
}
