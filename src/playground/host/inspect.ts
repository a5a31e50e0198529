import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { isObject, items } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import { plainText } from '../../platform/plainText';
import type { Handlers } from '../../webview/rpc';
import {
  type Conversation,
  DEFAULT_MODE,
  type ModelTurn,
  type Turn,
} from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import type { inspectCalls } from '../../conversation/model/calls';
import {
  conversationRequest,
  PATHS,
  bodyToShow,
  withSentTurns,
} from '../../conversation/request/conversationRequest';
import type { PanelDeps, TurnAction } from './panelDeps';
import { requestState } from '../../conversation/answer/mergeAnswer';

const CHUNK = /^corpora\/[^/]+\/documents\/[^/]+\/chunks\/[^/]+$/;

export function inspectHandlers(parts: PanelDeps): Handlers<{ calls: typeof inspectCalls }> {
  const { session, actions } = parts;
  return {
    async showAnswerJson({ turn: id }) {
      const turn = session.conversation.turns.find((other) => other.id === id);
      if (turn?.role === 'model') await showAnswer(parts, turn);
    },
    async openChunk({ name }) {
      const { connection, version } = session.target;
      const served = listVersion('chunk', version);
      if (!CHUNK.test(name) || connection === undefined || served === undefined) {
        throw new AppError('badChunk', l10n.t('This source can’t be opened.'));
      }
      await actions.openResource({ connection, version: served, kind: 'chunk', name });
    },
  };
}

export const inspectActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Show Request JSON'),
    icon: 'json',
    when: isAnswer,
    run: onAnswer(async ({ session, actions }, turn) => {
      const { model } = session.state;
      const methods = (name: string): readonly string[] | undefined =>
        model?.name === name ? model.methods : undefined;
      const { path, body, isRebuilt } = sentRequest(session.conversation, turn, methods);
      const name = isRebuilt
        ? l10n.t('{0} request, current settings.json', plainText(path))
        : l10n.t('{0} request.json', plainText(path));
      await actions.showText(name, formatted(body));
    }),
  },
  {
    label: () => l10n.t('Show Response JSON'),
    icon: 'json',
    when: isAnswer,
    run: onAnswer(showAnswer),
  },
  {
    label: () => l10n.t('Copy Response JSON'),
    icon: 'copy',
    when: isAnswer,
    run: onAnswer(({ actions }, turn) => actions.copy(answerText(turn))),
  },
];

async function showAnswer({ actions }: PanelDeps, turn: ModelTurn): Promise<void> {
  const asked = plainText(`${turn.version}/${turn.model}`);
  const name = turn.edited
    ? l10n.t('{0} response, edited.json', asked)
    : l10n.t('{0} response.json', asked);
  await actions.showText(name, answerText(turn));
}

/** Marks an edited response in its text, because a copy loses the title. */
function answerText(turn: ModelTurn): string {
  return formatted({ ...(turn.edited && { edited: true }), ...wholeAnswer(turn) });
}

function isAnswer(turn: Turn): boolean {
  return turn.role === 'model' && turn.outcome !== undefined;
}

function onAnswer(
  run: (parts: PanelDeps, turn: ModelTurn) => Promise<void>,
): (parts: PanelDeps, turn: Turn) => Promise<void> {
  return async (parts, turn) => {
    if (turn.role === 'model') await run(parts, turn);
  };
}

function formatted(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

interface SentRequest {
  /** URL path starting at the version, without API key. */
  readonly path: string;
  readonly body: JsonObject;
  /** Whether the original settings were too large to save, so current settings are shown. */
  readonly isRebuilt: boolean;
}

/**
 * Returns the exact request of a response. For a continued response, returns the last request.
 * @param methods methods of the model, if known
 */
function sentRequest(
  conversation: Conversation,
  turn: ModelTurn,
  methods: (model: string) => readonly string[] | undefined,
): SentRequest {
  const { conversation: asked, isContinuation, sent } = requestState(conversation, turn);
  const { model, version } = asked;
  const { stored } = turn.interaction ?? {};
  const target = { version, methods: methods(model), stored };
  const { operation, input } = conversationRequest(asked, target, isContinuation);
  const named = `${model}:${operation.slice(operation.lastIndexOf('.') + 1)}`;
  const path = `${version}/${PATHS[operation] ?? named}`;
  const whole = sent ? withSentTurns(sent, asked.turns, input) : input.body;
  const body = bodyToShow(whole, operation);
  return { path, body, isRebuilt: !sent };
}

/** Rebuilds the API response of a turn, with stream chunks merged and contents in their candidates. */
function wholeAnswer(turn: ModelTurn): JsonObject {
  const { answer = {}, embeddings, mode = DEFAULT_MODE, interaction } = turn;
  if (interaction) return { ...answer, steps: interaction.steps };
  if (embeddings) {
    const vectors = embeddings.map((values) => ({ values }));
    return vectors.length === 1 ? { embedding: vectors[0] } : { embeddings: vectors };
  }
  const { candidates, promptFeedback, ...rest } = answer;
  const restored = candidatesOf(turn, items(candidates));
  const whole = {
    ...(restored.length > 0 && { candidates: restored }),
    ...(promptFeedback !== undefined && { promptFeedback }),
    ...rest,
  };
  return MODES[mode].restoreAnswer?.(whole) ?? whole;
}

function candidatesOf(turn: ModelTurn, kept: readonly unknown[]): readonly JsonObject[] {
  const { content, alternatives, chosen = 0, mode = DEFAULT_MODE } = turn;
  const { restoreCandidate } = MODES[mode];
  const hasContent = (content.parts ?? []).length > 0;
  const all = kept.length === 0 && hasContent ? [{}] : kept;
  return all.map((candidate, index) => {
    const fields = isObject(candidate) ? candidate : {};
    const own = alternatives?.[index] ?? (index === chosen ? content : undefined);
    const text = (own?.parts ?? []).map((part) => part.text ?? '').join('');
    // Legacy responses are stored as current candidates, which add these two fields.
    const { finishReason: _reason, index: _index, ...legacy } = fields;
    if (restoreCandidate) return restoreCandidate(legacy, text);
    const isEmpty = (own?.parts ?? []).length === 0;
    return isEmpty ? fields : { content: own, ...fields };
  });
}
