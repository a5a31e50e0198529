/**
 * Reasons for a loss: no such field or value; storage or execution setting; agents only; server-side tool; or part
 * of a response.
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

/** A lost field, such as `contents[].parts[].toolCall`, with reason and count. */
export interface Loss {
  readonly field: string;
  readonly why: LossReason;
  readonly count: number;
}

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
