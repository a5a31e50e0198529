/**
 * Why something of a request has no place in the other one: there is no such field or no such value; it says how the
 * service keeps an interaction, or how it runs; only agents take it; it is of a tool that the service itself runs; or
 * it belongs to an answer.
 */
export const LOSS_REASONS = [
  'noField',
  'noValue',
  'keeping',
  'running',
  'agents',
  'serverTool',
  'answer',
] as const;
export type LossReason = (typeof LOSS_REASONS)[number];

/** What is lost: a field, such as `contents[].parts[].toolCall`, why, and how many times. */
export interface Loss {
  readonly field: string;
  readonly why: LossReason;
  readonly count: number;
}

/** Collects what is lost on the way, each field once. */
export class Losses {
  readonly #found = new Map<string, Loss>();

  add(field: string, why: LossReason): void {
    const count = (this.#found.get(field)?.count ?? 0) + 1;
    this.#found.set(field, { field, why, count });
  }

  get all(): readonly Loss[] {
    return [...this.#found.values()];
  }
}
