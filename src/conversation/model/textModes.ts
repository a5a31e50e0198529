import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, objectAt, textAt } from '../../base/json';
import type { ModelTurn, Turn } from './conversation';
import {
  ASKING,
  DEFAULT_FINISH,
  LENGTH,
  type ModeCall,
  type ModeRow,
  type ModeSettings,
  type RequestContext,
  SAMPLING,
} from './modeRow';
import { itemsOf, objectsOf } from './requestFields';
import { chatTurns, isResult, sentTurns, textsOf } from './turns';

const CHAT_SETTINGS: ModeSettings = {
  mode: 'chat',
  shared: {
    systemInstruction: 'systemInstruction',
    temperature: 'generationConfig.temperature',
    topP: 'generationConfig.topP',
    topK: 'generationConfig.topK',
    maxOutputTokens: 'generationConfig.maxOutputTokens',
    stopSequences: 'generationConfig.stopSequences',
    includeThoughts: 'generationConfig.thinkingConfig.includeThoughts',
  },
  madeOfTurns: ['model', 'contents'],
};

const INTERACTION_SETTINGS: ModeSettings = {
  mode: 'interaction',
  shared: {
    systemInstruction: 'system_instruction',
    temperature: 'generation_config.temperature',
    topP: 'generation_config.top_p',
    maxOutputTokens: 'generation_config.max_output_tokens',
    stopSequences: 'generation_config.stop_sequences',
  },
  madeOfTurns: [
    'model',
    'input',
    'previous_interaction_id',
    'continuation_token',
    'stream',
    'store',
    'background',
  ],
  isPlainInstruction: true,
};

export const chatMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Chat'),
  detail: () => l10n.t('Sends the complete conversation with each message.'),
  icon: 'comment-discussion',
  calls: generating(chatTurns),
  settings: CHAT_SETTINGS,
  isChat: true,
};

export const interactionMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Interaction'),
  detail: () => l10n.t('Shows each step of the model or agent. Can run in the background.'),
  icon: 'type-hierarchy-sub',
  calls: [
    {
      operation: 'interactions.create',
      method: 'generateContent',
      turns: chatTurns,
      read: readContent,
    },
  ],
  settings: INTERACTION_SETTINGS,
  isChat: true,
  hasSteps: true,
};

export const promptMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Single turn'),
  detail: () => l10n.t('Sends each message on its own, with the same settings.'),
  icon: 'comment',
  calls: generating(lastMessage),
  settings: CHAT_SETTINGS,
  isChat: true,
};

function generating(turns: NonNullable<ModeCall['turns']>): readonly ModeCall[] {
  const same = { method: 'generateContent', turns, read: readContent };
  const count = { operation: 'models.countTokens', body: countWholeRequest } as const;
  return [
    {
      ...same,
      operation: 'models.streamGenerateContent',
      count,
      when: ({ settings }) => !settings.whole,
    },
    { ...same, operation: 'models.generateContent', count },
    { ...same, operation: 'tunedModels.generateContent' },
  ];
}

function lastMessage(turns: readonly Turn[]): readonly Turn[] {
  const last = turns.findLastIndex((turn) => turn.role === 'user' && !isResult(turn));
  return turns.slice(Math.max(last, 0));
}

/** Counts the full request, because instructions, tools, and schemas use tokens too. */
function countWholeRequest(model: string, body: JsonObject): JsonObject {
  return { generateContentRequest: { model, ...body } };
}

function readContent(answer: JsonObject): JsonObject {
  return answer;
}

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

const DEFAULT_ANSWER_STYLE = 'ABSTRACTIVE';

export const answerMode: ModeRow = {
  ...ASKING,
  label: () => l10n.t('Grounded answer'),
  detail: () => l10n.t('Answers from passages that you provide, or from a corpus.'),
  icon: 'references',
  calls: [
    {
      operation: 'models.generateAnswer',
      method: 'generateAnswer',
      body: answerBody,
      read: readAnswered,
    },
  ],
  settings: {
    mode: 'answer',
    shared: { temperature: 'temperature' },
    madeOfTurns: ['model', 'contents'],
  },
  hasSources: true,
  restoreAnswer: restoreAnswered,
};

/** The question is the last turn. The API accepts a corpus or passages, but not both. */
function answerBody({ rest, turns, texts }: RequestContext): JsonObject {
  const { semanticRetriever, inlinePassages, ...others } = rest;
  const contents = sentTurns(turns).map((turn) => ({
    role: turn.role,
    parts: textsOf(turn).map((text) => ({ text })),
  }));
  const query = { parts: [{ text: texts[0] ?? '' }] };
  return {
    answerStyle: DEFAULT_ANSWER_STYLE,
    ...others,
    ...(isObject(semanticRetriever)
      ? { semanticRetriever: { query, ...semanticRetriever } }
      : isObject(inlinePassages) && { inlinePassages: withWrittenPassages(inlinePassages) }),
    contents,
  };
}

function withWrittenPassages({ passages, ...rest }: JsonObject): JsonObject {
  const written = itemsOf(passages).filter((passage) => {
    if (!isObject(passage)) return true;
    const parts = itemsOf(objectAt(passage, 'content').parts);
    return parts.some((part) => isObject(part) && part.text !== '');
  });
  return { ...rest, passages: written };
}

/**
 * Converts a grounded answer to a stream chunk: its candidate, and why the question was blocked.
 */
function readAnswered({
  answer,
  inputFeedback,
  ...rest
}: JsonObject): Message<'GenerateContentResponse'> {
  const piece = {
    ...rest,
    ...(isObject(answer) && { candidates: [{ finishReason: DEFAULT_FINISH, ...answer }] }),
    ...(isObject(inputFeedback) && { promptFeedback: inputFeedback }),
  };
  return piece;
}

/** Restores the original grounded answer, the inverse of `readAnswered`. */
function restoreAnswered({ candidates, promptFeedback, ...rest }: JsonObject): JsonObject {
  const [answer] = itemsOf(candidates);
  return {
    ...(answer !== undefined && { answer }),
    ...rest,
    ...(promptFeedback !== undefined && { inputFeedback: promptFeedback }),
  };
}
