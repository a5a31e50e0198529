import * as l10n from '@vscode/l10n';
import { matchesName } from '../api/names';
import { cut } from '../api/errors';
import { PassageVectors, search } from '../testing/retrieval/sources';
import type { Source } from '../testing/retrieval/retrievalFile';
import { defaultModel, modelName, priceOf, requireBudget, shownPrice } from './estimateCost';
import { badInput, type Prepared, type ToolContext, untrusted } from './tool';

interface Input {
  readonly store: string;
  readonly query: string;
  readonly top?: number;
  readonly model?: string;
}

const DEFAULT_TOP = 5;
const MAX_PASSAGE = 1500;
/** Assumed tokens of a passage in the model’s prompt, and of its response. */
const PASSAGE_TOKENS = 1000;
const RESPONSE_TOKENS = 2000;

export function searchStore(
  { store, query, top = DEFAULT_TOP, model = defaultModel() }: Input,
  context: ToolContext,
): Prepared {
  const source = sourceOf(store, modelName(model));
  const { name, isLive } = context.connection();
  const usedModel = 'model' in source ? source.model : undefined;
  const tokens = { input: top * PASSAGE_TOKENS, output: RESPONSE_TOKENS };
  const price = usedModel === undefined ? 0 : priceOf(usedModel, tokens, context.now());
  const message =
    usedModel === undefined
      ? l10n.t('Send “{0}” to “{1}” to search {2}? This is free.', cut(query, 200), name, store)
      : l10n.t(
          'Send “{0}” to “{1}” to search {2} with {3}? Estimated cost: {4}.',
          cut(query, 200),
          name,
          store,
          usedModel,
          shownPrice(price),
        );
  return {
    ...(isLive && {
      question: { title: l10n.t('Search Store'), message, needs: ['money'] as const, key: '' },
    }),
    run: async ({ signal }) => {
      if (isLive) requireBudget(price, context.budget());
      const client = await context.client();
      const deps = { client, signal, vectors: new PassageVectors() };
      const { found, tokens: used } = await search(source, query, { results: top }, deps);
      if (isLive && usedModel !== undefined) {
        const total = used === undefined ? undefined : { input: used, output: 0 };
        context.spend(total && priceOf(usedModel, total, context.now()));
      }
      const passages = found.slice(0, top).map(({ text, title, document, chunk }, index) => {
        const origin = `Source: ${title ?? document ?? chunk ?? store}`;
        return untrusted(`passage ${index + 1}`, `${origin}\n${cut(text, MAX_PASSAGE)}`);
      });
      const text = passages.join('\n\n') || `Nothing in ${store} matches.`;
      return { text };
    },
  };
}

function sourceOf(store: string, model: string): Source {
  if (matchesName('fileSearchStores/*', store)) return { fileSearchStore: store, model };
  if (matchesName('corpora/*', store)) return { corpus: store };
  if (matchesName('corpora/*/documents/*', store)) return { document: store };
  throw badInput(
    `“${store}” isn’t the name of a store.`,
    'Use a name such as fileSearchStores/ID or corpora/ID.',
  );
}
