import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject } from '../../base/json';
import { DEFAULT_FINISH, type ModeRow, type RequestContext } from './modeRow';
import { itemsOf } from './requestFields';

const VECTORS = { read: readEmbedded, vectors: readVectors };

export const embedMode: ModeRow = {
  label: () => l10n.t('Embeddings'),
  detail: () => l10n.t('Turns text into vectors and shows how similar they are.'),
  icon: 'graph-scatter',
  calls: [
    {
      ...VECTORS,
      operation: 'models.embedContent',
      method: 'embedContent',
      when: ({ texts }) => texts.length <= 1,
      body: embedBody,
    },
    {
      ...VECTORS,
      operation: 'models.batchEmbedContents',
      method: 'embedContent',
      body: batchEmbedBody,
      batch: 'requests',
    },
    {
      ...VECTORS,
      operation: 'models.embedText',
      method: 'embedText',
      isBare: true,
      when: ({ texts }) => texts.length <= 1,
      body: ({ texts }) => ({ text: texts[0] ?? '' }),
    },
    {
      ...VECTORS,
      operation: 'models.batchEmbedText',
      method: 'embedText',
      isBare: true,
      body: ({ texts }) => ({ texts }),
      batch: 'texts',
    },
  ],
  settings: { mode: 'embed', shared: {}, madeOfTurns: ['model', 'content', 'text'] },
  empty: {
    title: (model) => l10n.t('Compare text with {0}', model),
    starters: () => [
      l10n.t(
        'The kite rises in the wind\nA kite climbs as the wind blows\nTea is best when it is hot',
      ),
    ],
  },
  hint: () => l10n.t('Enter text to compare'),
  splitsLines: true,
};

function embedBody({ rest, texts }: RequestContext): JsonObject {
  return { ...rest, content: { parts: [{ text: texts[0] ?? '' }] } };
}

/** The API requires the model name in each inner request too. */
function batchEmbedBody({ rest, texts, model }: RequestContext): JsonObject {
  const requests = texts.map((text) => ({ ...rest, model, content: { parts: [{ text }] } }));
  return { requests };
}

function readEmbedded(): Message<'GenerateContentResponse'> {
  return { candidates: [{ finishReason: DEFAULT_FINISH }] };
}

/**
 * Reads vectors of single and batch responses, current and legacy. Throws `AppError` (`badAnswer`)
 * for other shapes, because the saved file would be unreadable.
 */
export function readVectors({ embedding, embeddings }: JsonObject): readonly (readonly number[])[] {
  const found = embedding === undefined ? itemsOf(embeddings) : [embedding];
  return found.map((entry) => {
    const vector = isObject(entry) ? itemsOf(entry.values ?? entry.value) : [];
    if (vector.length === 0 || !vector.every((value) => Number.isFinite(value))) {
      throw new AppError('badAnswer', 'The API returned an invalid embedding.', {
        hint: 'A gateway or proxy may have changed the response. Check the endpoint.',
      });
    }
    return vector as readonly number[];
  });
}
