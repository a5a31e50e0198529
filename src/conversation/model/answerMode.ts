import * as l10n from '@vscode/l10n';
import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, objectAt } from '../../base/json';
import {
  ASKING,
  DEFAULT_FINISH,
  type ModeRow,
  type RequestContext,
  sentTurns,
  textsOf,
} from './modeRow';
import { itemsOf } from './requestFields';

type Piece = Message<'GenerateContentResponse'>;

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
function readAnswered({ answer, inputFeedback, ...rest }: JsonObject): Piece {
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
