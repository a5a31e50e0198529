import * as l10n from '@vscode/l10n';
import { isObject, items, type JsonObject } from '../../base/json';
import { AppError } from '../../base/errors';
import type { Passage, SearchSettings, Source } from './retrievalFile';
import { runSearchCall, type CallDeps, type SearchOutcome } from './searchCall';

/** Maximum texts per request (embeddings guide). */
const BATCH = 100;
const DEFAULT_RESULTS = 10;

type Vector = readonly number[];
type Model = Pick<SearchSettings, 'dimensions'> & { readonly model: string };

export class PassageVectors {
  readonly #known = new Map<string, Promise<readonly Vector[]>>();

  ofPassages(
    passages: readonly Passage[],
    model: Model,
    deps: CallDeps,
  ): Promise<readonly Vector[]> {
    const key = `${model.model} ${model.dimensions ?? ''}`;
    const known = this.#known.get(key);
    if (known) return known;
    const texts = passages.map(({ text }) => text);
    const fetched = this.#vectors(texts, model, 'RETRIEVAL_DOCUMENT', deps);
    this.#known.set(key, fetched);
    // Retries with the next question.
    fetched.catch(() => this.#known.delete(key));
    return fetched;
  }

  async ofQuestion(question: string, model: Model, deps: CallDeps): Promise<Vector> {
    const [vector = []] = await this.#vectors([question], model, 'RETRIEVAL_QUERY', deps);
    return vector;
  }

  async #vectors(
    texts: readonly string[],
    { model, dimensions }: Model,
    taskType: string,
    deps: CallDeps,
  ): Promise<readonly Vector[]> {
    const vectors: Vector[] = [];
    for (let from = 0; from < texts.length; from += BATCH) {
      const requests = texts.slice(from, from + BATCH).map((text) => ({
        model,
        content: { parts: [{ text }] },
        taskType,
        ...(dimensions !== undefined && { outputDimensionality: dimensions }),
      }));
      const body = { requests };
      vectors.push(
        ...vectorsIn(await runSearchCall('models.batchEmbedContents', { model, body }, deps)),
      );
    }
    if (vectors.length === texts.length) return vectors;
    throw new AppError('badAnswer', l10n.t('The API didn’t return an embedding for each text.'));
  }
}

function vectorsIn(answer: JsonObject): readonly Vector[] {
  return items(answer.embeddings)
    .filter(isObject)
    .map(({ values }) => items(values).map(Number));
}

/** Returns the passages closest to a question. Ties are in file order. */
export async function nearestPassages(
  { passages, model: ofSource }: Extract<Source, { readonly passages: unknown }>,
  question: string,
  { results = DEFAULT_RESULTS, model = ofSource, dimensions }: SearchSettings,
  deps: CallDeps & { readonly vectors: PassageVectors },
): Promise<SearchOutcome> {
  const by = { model, ...(dimensions !== undefined && { dimensions }) };
  const { vectors } = deps;
  const known = await vectors.ofPassages(passages, by, deps);
  const asked = await vectors.ofQuestion(question, by, deps);
  const ranked = passages
    .map(({ id, title, text }, index) => ({
      chunk: id,
      text,
      score: cosine(asked, known[index] ?? []),
      ...(title !== undefined && { title }),
    }))
    .sort((one, other) => other.score - one.score);
  return { found: ranked.slice(0, results) };
}

/** From -1 to 1, and 0 for zero vectors. */
function cosine(one: Vector, other: Vector): number {
  const length = Math.hypot(...one) * Math.hypot(...other);
  const dot = one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
  return length === 0 ? 0 : dot / length;
}
