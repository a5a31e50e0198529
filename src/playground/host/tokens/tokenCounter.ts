import { createHash } from 'node:crypto';
import type { CallOptions, Client } from '../../../api/call';
import type { JsonObject } from '../../../api/schema/row';
import type { CountRequest } from './countRequest';

/** Counts that are remembered. */
const KNOWN = 32;

/** Counts tokens, and asks the service only once for the same request. */
export class TokenCounter {
  readonly #known = new Map<string, number>();

  /**
   * Sends it once, without repeats: nobody waits for a count. Throws what the call throws.
   * @param key tells the request from all others
   */
  async count(
    client: Client,
    key: string,
    { operation, input }: CountRequest,
    options: CallOptions,
  ): Promise<number> {
    const digest = createHash('sha256').update(key).digest('base64');
    const known = this.#known.get(digest);
    if (known !== undefined) return known;
    const once = { ...options, maxAttempts: 1 };
    const answer = (await client.call(operation, input, once)) as JsonObject;
    const { totalTokens, tokenCount } = answer;
    // The service leaves out a zero.
    const found = totalTokens ?? tokenCount ?? 0;
    const total = typeof found === 'number' ? found : 0;
    this.#known.set(digest, total);
    const [oldest] = this.#known.keys();
    if (this.#known.size > KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return total;
  }
}
