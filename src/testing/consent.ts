import { reachName, promptReach } from '../conversation/prompts/promptReach';
import type { PlannedCase } from './plan';

interface ConsentNeeds {
  readonly attachments: readonly string[];
  /** Tools, agents, URLs, credentials, and variables that access other resources. */
  readonly tools: readonly string[];
  readonly code: readonly string[];
}

export class CaseConsents {
  readonly #attachments = new Set<string>();
  readonly #tools = new Set<string>();
  readonly #code = new Set<string>();

  add({ source, case: one }: PlannedCase): void {
    const sent = source.prompt.messages.flatMap(({ attachments = [] }) => attachments);
    for (const { path } of [...sent, ...(one.attachments ?? [])]) this.#attachments.add(path);
    for (const reach of promptReach([source.prompt])) this.#tools.add(reachName(reach));
    for (const check of one.expect) {
      const { type, function: named } = check;
      if (type === 'code' && typeof named === 'string') this.#code.add(named);
    }
  }

  get all(): ConsentNeeds {
    return {
      attachments: [...this.#attachments],
      tools: [...this.#tools],
      code: [...this.#code],
    };
  }
}
