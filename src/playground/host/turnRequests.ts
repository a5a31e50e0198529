import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import { MODES } from '../../conversation/model/modes';
import { plainText } from '../../platform/plainText';
import type { CodeTarget } from '../../service/curl';
import { operationRow, versionFor } from '../../api/operations';
import { buildRequest, type PlainRequest } from '../../api/request';
import { AppError } from '../../base/errors';
import { EMULATOR_ID } from '../../service/connection';
import {
  type Conversation,
  DEFAULT_MODE,
  type ModelTurn,
  type Turn,
} from '../../conversation/model/conversation';
import {
  bodyToShow,
  callInput,
  conversationRequest,
  PATHS,
  withMessage,
  withSentTurns,
} from '../../conversation/request/conversationRequest';
import { requestState } from '../../conversation/answer/mergeAnswer';
import type { PanelDeps, TurnAction } from './panelDeps';
import { requireTarget } from '../../conversation/request/resolveTarget';
import { lastAnswer, withoutLastAnswer } from '../../conversation/store/transcript';
import { codeInput } from '../../conversation/code/codeInput';
import { codeFileName, generateCode, languagesFor } from '../../conversation/code/codeLanguages';
import type { Handlers } from '../../webview/rpc';
import { textsOf } from '../../conversation/model/turns';
import type { editorCalls, inspectCalls } from '../../conversation/model/calls';

/** Lets the user choose a language, and opens the code for a request. */
export async function showCode(parts: PanelDeps, request: PlainRequest): Promise<void> {
  const { session, prompts, actions, connections } = parts;
  const { connection } = requireTarget(session.target);
  const found = connections.find(connection);
  if (!found) return;
  const languages = languagesFor(codeInput(request, found, actions.redact));
  const last = languages.find(({ id }) => id === actions.code.language) ?? languages[0];
  const firstRest = languages.find(({ sdk }) => sdk === undefined);
  const language = await prompts.pick(
    { title: l10n.t('Get Code'), placeholder: l10n.t('Select a language') },
    languages.map((value) => ({
      label: value.label,
      description: value.sdk ?? '',
      icon: 'code',
      value,
      active: value === last,
      ...(value === firstRest && { separator: l10n.t('REST') }),
    })),
  );
  if (!language) return;
  const target = await locationText(parts, found);
  await actions.code.show({
    name: codeFileName(language),
    text: generateCode(language, codeInput(request, target, actions.redact)),
    language,
    change: () => showCode(parts, request),
  });
}

async function locationText({ session }: PanelDeps, connection: CodeTarget): Promise<CodeTarget> {
  if (connection.id !== EMULATOR_ID) return connection;
  const { baseUrl } = await session.services.emulator.start();
  return { ...connection, endpoint: baseUrl };
}

type Parts = Pick<PanelDeps, 'session'>;

/**
 * Returns the request that sending `text` would make, or without text, the last request.
 * @throws AppError if nothing can be sent
 */
export function nextRequest({ session }: Parts, text: string): PlainRequest {
  const { conversation, attachments, target } = session;
  const { parts } = attachments;
  const isBlank = text.trim() === '' && parts.parts.length === 0;
  const last = lastAnswer(conversation);
  if (isBlank && last?.continuation) return turnRequest(conversation, last, { session });
  const asked = isBlank
    ? withoutLastAnswer(conversation)
    : withMessage(conversation, text, parts, target);
  return requestFor(asked, { session });
}

/** Returns the request that produced a model turn, or that sent a user turn. */
export function turnRequest(conversation: Conversation, turn: Turn, parts: Parts): PlainRequest {
  if (turn.role === 'user') {
    const index = conversation.turns.findIndex(({ id }) => id === turn.id);
    return requestFor({ ...conversation, turns: conversation.turns.slice(0, index + 1) }, parts);
  }
  const { conversation: asked, isContinuation, sent } = requestState(conversation, turn);
  const built = requestFor(asked, parts, isContinuation);
  // Settings may have changed since. A turn stores its sent request without messages.
  if (!sent || !built.body) return built;
  return { ...built, body: withSentTurns(sent, asked.turns, { body: built.body }) };
}

function requestFor(
  conversation: Conversation,
  { session }: Parts,
  isContinuation = false,
): PlainRequest {
  if (conversation.turns.length === 0) {
    throw new AppError('noMessage', l10n.t('There are no messages yet.'), {
      hint: l10n.t('Enter a message first.'),
    });
  }
  const { target } = session;
  const { model, ...known } = requireTarget({
    ...target,
    model: conversation.model || target.model,
  });
  const wanted = conversation.version ?? known.version;
  const facts = model === target.model ? known : {};
  const sender = { ...conversation, model };
  const { connection, stored } = target;
  const built = conversationRequest(
    sender,
    { ...facts, version: wanted, connection, stored },
    isContinuation,
  );
  const version = versionFor(operationRow(built.operation), wanted);
  return buildRequest(built.operation, version, callInput(built) as never);
}

export function editorHandlers(parts: PanelDeps): Handlers<{ calls: typeof editorCalls }> {
  return {
    insertAtCursor: ({ text }) => insertAtCursor(parts, text),
    compareWithSelection: ({ text }) => parts.actions.editor.compare(text),
    showPlace: (place) => parts.actions.editor.reveal(place),
  };
}

/** Throws `AppError` if there is no text: an empty insertion would only delete the selection. */
async function insertAtCursor({ actions }: PanelDeps, text: string): Promise<void> {
  if (text === '') throw new AppError('noText', l10n.t('There is no text to insert.'));
  await actions.editor.insert(text);
}

export const editorActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Insert at Cursor'),
    icon: 'insert',
    when: hasText,
    run: (parts, turn) => insertAtCursor(parts, textOf(turn)),
  },
  {
    label: () => l10n.t('Compare with Selection'),
    icon: 'diff',
    when: hasText,
    run: ({ actions }, turn) => actions.editor.compare(textOf(turn)),
  },
  {
    label: () => l10n.t('Get Code for This Request…'),
    icon: 'code',
    run: async (parts, turn) => {
      await showCode(parts, turnRequest(parts.session.conversation, turn, parts));
    },
  },
];

function textOf(turn: Turn): string {
  return textsOf(turn).join(turn.role === 'user' ? '\n' : '');
}

function hasText(turn: Turn): boolean {
  return textOf(turn) !== '';
}

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
