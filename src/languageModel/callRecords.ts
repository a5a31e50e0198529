import { isObject, items } from '../base/json';

/** Facts about a function call that VS Code's messages can't carry. */
export interface CallRecord {
  readonly model: string;
  /** ID in the API. */
  readonly id?: string;
  readonly thoughtSignature?: string;
}

const MAX_RECORDS = 1000;
/** In characters of signatures, which can be long. */
const MAX_SIZE = 1_000_000;

/** Records of function calls by VS Code's call ID. Drops the least recently used. */
export class CallRecords {
  readonly #records = new Map<string, CallRecord>();
  #size = 0;
  /** Number of records set so far. */
  changes = 0;

  get(callId: string): CallRecord | undefined {
    const record = this.#records.get(callId);
    if (record) {
      this.#records.delete(callId);
      this.#records.set(callId, record);
    }
    return record;
  }

  set(callId: string, record: CallRecord): void {
    this.#delete(callId);
    this.changes += 1;
    this.#records.set(callId, record);
    this.#size += sizeOf(record);
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MAX_RECORDS && this.#size <= MAX_SIZE) return;
      this.#delete(oldest);
    }
  }

  /** Returns a JSON value for `load`. */
  save(): readonly unknown[] {
    return [...this.#records];
  }

  /** Adds saved records, older than the current ones. Ignores invalid entries. */
  load(saved: unknown): void {
    const current = [...this.#records];
    for (const [callId, record] of [...items(saved).filter(isEntry), ...current]) {
      this.set(callId, record);
    }
  }

  #delete(callId: string): void {
    const record = this.#records.get(callId);
    if (!record) return;
    this.#size -= sizeOf(record);
    this.#records.delete(callId);
  }
}

function sizeOf({ thoughtSignature = '' }: CallRecord): number {
  return thoughtSignature.length;
}

function isEntry(value: unknown): value is readonly [string, CallRecord] {
  if (!Array.isArray(value) || typeof value[0] !== 'string' || !isObject(value[1])) return false;
  const { model, id = '', thoughtSignature = '' } = value[1];
  return [model, id, thoughtSignature].every((text) => typeof text === 'string');
}
