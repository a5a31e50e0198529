import { isObject, type JsonObject } from '../base/json';
import { SingleFlight } from '../base/async';
import { readVectors } from '../conversation/model/embedMode';
import type { AskDeps } from './askModel';
import type { SharedBudget } from './budget';

const EMBEDDING_MODEL = 'models/gemini-embedding-001';

/** Embeddings, fetched once per text. */
export class Vectors {
  readonly #deps: AskDeps & { readonly signal: AbortSignal };
  readonly #purse: SharedBudget;
  readonly #known = new Map<string, readonly number[]>();
  readonly #running = new SingleFlight<string, readonly number[]>();

  constructor(deps: AskDeps & { readonly signal: AbortSignal }, purse: SharedBudget) {
    this.#deps = deps;
    this.#purse = purse;
  }

  /** Throws errors of the client. */
  async of(
    texts: readonly string[],
    model = EMBEDDING_MODEL,
  ): Promise<readonly (readonly number[])[]> {
    return await Promise.all(texts.map((text) => this.#vector(text, model)));
  }

  async #vector(text: string, model: string): Promise<readonly number[]> {
    const key = `${model}\n${text}`;
    const known = this.#known.get(key);
    if (known) return known;
    return await this.#running.run(key, async () => {
      const { client, signal } = this.#deps;
      const body = { content: { parts: [{ text }] } };
      const release = await this.#purse.reserve(body);
      try {
        const answer = (await client.call(
          'models.embedContent',
          { model, body },
          { signal },
        )) as JsonObject;
        this.#purse.spend(countIn(answer));
        const [vector = []] = readVectors(answer);
        this.#known.set(key, vector);
        return vector;
      } finally {
        release();
      }
    });
  }
}

/** Only newer models report input tokens. */
function countIn(answer: JsonObject): { readonly tokens?: number } {
  const usage = answer.usageMetadata;
  const count = isObject(usage) ? (usage.promptTokenCount ?? usage.totalTokenCount) : undefined;
  return typeof count === 'number' ? { tokens: count } : {};
}
