import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, objectAt, textAt } from '../../base/json';
import type { ModelTurn, Turn } from './conversation';
import {
  ASKING,
  DEFAULT_FINISH,
  LENGTH,
  type ModeRow,
  type RequestContext,
  SAMPLING,
  sentTurns,
  textsOf,
} from './modeRow';
import { itemsOf, objectsOf } from './requestFields';

type Piece = Message<'GenerateContentResponse'>;

const LEGACY_TEXT = { method: 'generateText', body: textBody, read: readText };

export const textMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Legacy text'),
  detail: () => l10n.t('Completes each message with a PaLM model.'),
  icon: 'symbol-text',
  calls: [
    {
      ...LEGACY_TEXT,
      operation: 'models.generateText',
      count: { operation: 'models.countTextTokens', body: countPrompt },
    },
    { ...LEGACY_TEXT, operation: 'tunedModels.generateText' },
  ],
  settings: {
    mode: 'text',
    shared: { ...SAMPLING, ...LENGTH },
    madeOfTurns: ['model', 'prompt'],
  },
  restoreCandidate: restoreText,
};

export const messageMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Legacy chat'),
  detail: () => l10n.t('A conversation between authors, with context and examples.'),
  icon: 'mail',
  calls: [
    {
      operation: 'models.generateMessage',
      method: 'generateMessage',
      body: messageBody,
      read: readMessage,
      count: { operation: 'models.countMessageTokens', body: countPrompt },
    },
  ],
  settings: { mode: 'message', shared: SAMPLING, madeOfTurns: ['model', 'prompt.messages'] },
  hasAuthors: true,
  restoreCandidate: restoreMessage,
};

function textBody({ rest, texts }: RequestContext): JsonObject {
  return { ...rest, prompt: { ...objectAt(rest, 'prompt'), text: texts[0] ?? '' } };
}

/** Merges consecutive messages of the same author, because roles must alternate. */
function messageBody({ rest, turns }: RequestContext): JsonObject {
  const messages: { role: Turn['role']; author: string | undefined; texts: string[] }[] = [];
  for (const turn of sentTurns(turns)) {
    const author = turn.role === 'user' ? turn.author : authorOf(turn);
    const last = messages.at(-1);
    if (last?.role === turn.role && last.author === author) last.texts.push(...textsOf(turn));
    else messages.push({ role: turn.role, author, texts: [...textsOf(turn)] });
  }
  const sent = messages.map(({ author, texts }) => ({
    ...(author !== undefined && { author }),
    content: texts.join('\n'),
  }));
  return { ...rest, prompt: { ...withExamples(objectAt(rest, 'prompt')), messages: sent } };
}

function withExamples({ examples, ...rest }: JsonObject): JsonObject {
  const written = itemsOf(examples).filter((example) => {
    if (!isObject(example)) return true;
    return ['input', 'output'].some((side) => objectAt(example, side).content !== '');
  });
  return written.length === 0 ? rest : { ...rest, examples: written };
}

function authorOf({ answer, chosen = 0 }: ModelTurn): string | undefined {
  const found = itemsOf(answer?.candidates)[chosen];
  return isObject(found) && typeof found.author === 'string' ? found.author : undefined;
}

function countPrompt(_model: string, body: JsonObject): JsonObject {
  return { prompt: objectAt(body, 'prompt') };
}

/** Converts a legacy completion. Filtered text becomes a blocked response. */
function readText({ candidates, ...rest }: JsonObject): Piece {
  return readLegacy(rest, objectsOf(candidates), ({ output, ...candidate }) => [output, candidate]);
}

function restoreText(candidate: JsonObject, text: string): JsonObject {
  return { output: text, ...candidate };
}

function readMessage({ candidates, ...rest }: JsonObject): Piece {
  return readLegacy(rest, objectsOf(candidates), ({ content, ...candidate }) => [
    content,
    candidate,
  ]);
}

function restoreMessage(candidate: JsonObject, text: string): JsonObject {
  return { ...candidate, content: text };
}

function readLegacy(
  rest: JsonObject,
  found: readonly JsonObject[],
  split: (candidate: JsonObject) => readonly [text: unknown, candidate: JsonObject],
): Piece {
  const candidates = found.map((one, index) => {
    const [text, candidate] = split(one);
    const parts = typeof text === 'string' ? [{ text }] : [];
    return { finishReason: DEFAULT_FINISH, ...candidate, index, content: { role: 'model', parts } };
  });
  const piece = candidates.length > 0 ? { ...rest, candidates } : { ...rest, ...readFilters(rest) };
  return piece;
}

function readFilters({ filters, safetyFeedback }: JsonObject): JsonObject {
  const [filter] = objectsOf(filters);
  if (!filter) return {};
  const ratings = objectsOf(safetyFeedback).flatMap(({ rating }) =>
    isObject(rating) ? [{ ...rating, blocked: true }] : [],
  );
  const safetyRatings = ratings.length > 0 ? { safetyRatings: ratings } : {};
  const reason = textAt(filter, 'reason');
  if (reason !== 'SAFETY') {
    return { promptFeedback: { blockReason: reason || 'OTHER', ...safetyRatings } };
  }
  const message = textAt(filter, 'message');
  const words = message === '' ? {} : { finishMessage: message };
  return { candidates: [{ finishReason: reason, ...words, ...safetyRatings }] };
}
