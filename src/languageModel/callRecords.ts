import { isObject, items } from '../base/json';

/** Facts about a function call that VS Code's messages can't carry. */
export interface CallRecord {
  readonly model: string;
  /** ID in the API. */
  readonly id?: string;
  readonly thoughtSignature?: string;
}

/** A signature has some kilobytes. Only calls since the last message need theirs. */
const MAX_RECORDS = 300;

/** Records of function calls by VS Code's call ID. Drops the least recently used. */
export class CallRecords {
  readonly #records = new Map<string, CallRecord>();
  /** Number of records set so far. */
  changes = 0;

  get(callId: string): CallRecord | undefined {
    const record = this.#records.get(callId);
    if (record && this.#records.delete(callId)) this.#records.set(callId, record);
    return record;
  }

  set(callId: string, record: CallRecord): void {
    this.changes += 1;
    this.#records.delete(callId);
    this.#records.set(callId, record);
    const [oldest = ''] = this.#records.keys();
    if (this.#records.size > MAX_RECORDS) this.#records.delete(oldest);
  }

  /** Returns a JSON value for `load`. */
  save(): readonly unknown[] {
    return [...this.#records];
  }

  /** Loads saved records. Ignores invalid entries. */
  load(saved: unknown): void {
    for (const [callId, record] of items(saved).filter(isEntry)) this.set(callId, record);
  }
}

function isEntry(value: unknown): value is readonly [string, CallRecord] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !isObject(value[1])) return false;
  const { model, id = '', thoughtSignature = '' } = value[1];
  return [model, id, thoughtSignature].every((text) => typeof text === 'string');
}
