import * as l10n from '@vscode/l10n';
import type { CodeTarget } from '../../../service/curl';
import { operationRow, versionFor } from '../../../api/operations';
import { buildRequest, type PlainRequest } from '../../../api/request';
import { AppError } from '../../../base/errors';
import { EMULATOR_ID } from '../../../service/connection';
import type { Conversation, Turn } from '../../../conversation/model/conversation';
import {
  callInput,
  conversationRequest,
  withSentTurns,
} from '../../../conversation/request/conversationRequest';
import { requestState } from '../../../conversation/answer/mergeAnswer';
import { withMessage } from '../../../conversation/request/message';
import type { PanelDeps, TurnAction } from '../panelDeps';
import { requireTarget } from '../../../conversation/request/resolveTarget';
import { lastAnswer, withoutLastAnswer } from '../../../conversation/store/transcript';
import { codeInput } from '../../../conversation/code/codeInput';
import { codeFileName, generateCode, languagesFor } from '../../../conversation/code/codeLanguages';
import type { Handlers } from '../../../webview/rpc';
import { textsOf } from '../../../conversation/model/modeRow';
import type { editorCalls } from '../../../conversation/model/calls';

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
      ...{ label: value.label, description: value.sdk ?? '', icon: 'code', value },
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
