import { credentialNeed } from '../../../api/credentialNeed';
import { isObject, objectAt } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { AppError, errorMessage } from '../../../base/errors';
import { isSignInReason } from '../../../catalog/errorHelp';
import { messageText } from '../../../platform/plainText';
import type { Handlers } from '../../../webview/rpc';
import type { modeCalls } from '../../protocol';
import type { Conversation, SettingsMode } from '../../conversation';
import { takingOver, type HandlerParts } from '../handlerParts';
import { pickSource } from './pickSource';
import { typedPassages, typedPrompt } from './typedFields';

export function modeHandlers(parts: HandlerParts): Handlers<{ calls: typeof modeCalls }> {
  const { session, pickers } = parts;
  return {
    async pickMode() {
      session.refuseWhileStreaming();
      await pickers.mode(session);
    },
    async setAuthor({ author }) {
      session.change((head) => ({ ...head, author }));
    },
    async copyVectors({ turn: id }) {
      const turn = session.conversation.turns.find((other) => other.id === id);
      if (turn?.role !== 'model') return;
      await parts.actions.copy(JSON.stringify(turn.embeddings ?? []));
    },
    async setOneText({ oneText }) {
      session.change((head) => ({ ...head, oneText }));
    },
    async setPassages({ passages }) {
      session.change((head) => {
        const before = objectAt(head.settings.requests?.answer ?? {}, 'inlinePassages');
        return withFields(head, 'answer', { inlinePassages: typedPassages(before, passages) });
      });
    },
    async pickSource() {
      const source = await pickSource(parts).catch((error: unknown) => offerSignIn(parts, error));
      if (source === undefined) return;
      session.change((head) => withSource(head, source));
    },
    async clearSource() {
      session.change((head) => withFields(head, 'answer', { semanticRetriever: undefined }));
    },
    async setMessagePrompt(typed) {
      session.change((head) => {
        const before = objectAt(head.settings.requests?.message ?? {}, 'prompt');
        return withFields(head, 'message', { prompt: typedPrompt(before, typed) });
      });
    },
  };
}

/** Corpora are only there for who has signed in: the way there goes with the error. Throws it where it is another. */
async function offerSignIn(parts: HandlerParts, error: unknown): Promise<undefined> {
  const { actions, connections, prompts, session, l10n } = parts;
  const { connection = '' } = session.target;
  const reason: unknown = error instanceof AppError ? error.reason : undefined;
  if (!isSignInReason(reason, connections.find(connection)?.auth)) throw error;
  const signIn = l10n.t('Sign In…');
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = [errorMessage(error), hint].filter(Boolean).join(' ');
  if ((await prompts.notify('error', messageText(message), signIn)) !== signIn) return;
  const { scopes } = credentialNeed({ operation: 'corpora.list' });
  await takingOver(parts, () => actions.signIn({ connection, scopes }));
}

/** What else is set about the search stays. */
function withSource(head: Conversation, source: string): Conversation {
  const before = head.settings.requests?.answer?.semanticRetriever;
  const kept = isObject(before) ? before : {};
  return withFields(head, 'answer', { semanticRetriever: { ...kept, source } });
}

/** The conversation with other fields in the request of a mode; an undefined one goes. */
function withFields(head: Conversation, mode: SettingsMode, fields: JsonObject): Conversation {
  const { requests = {}, ...settings } = head.settings;
  const all = Object.entries({ ...requests[mode], ...fields });
  const request = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  return { ...head, settings: { ...settings, requests: { ...requests, [mode]: request } } };
}
