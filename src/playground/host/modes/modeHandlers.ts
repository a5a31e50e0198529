import { isObject } from '../../../api/json';
import type { JsonObject } from '../../../api/schema/row';
import type { Handlers } from '../../../webview/rpc';
import type { modeCalls } from '../../calls/modes';
import type { Conversation } from '../../conversation';
import type { SettingsMode } from '../../modes';
import type { HandlerParts } from '../handlerParts';
import { pickSource } from './pickSource';

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
      const sent = passages.map(({ id, text }) => ({ id, content: { parts: [{ text }] } }));
      const inlinePassages = sent.length === 0 ? undefined : { passages: sent };
      session.change((head) => withFields(head, 'answer', { inlinePassages }));
    },
    async pickSource() {
      const source = await pickSource(parts);
      if (source === undefined) return;
      session.change((head) => withSource(head, source));
    },
    async clearSource() {
      session.change((head) => withFields(head, 'answer', { semanticRetriever: undefined }));
    },
    async setMessagePrompt({ context, examples }) {
      const prompt = {
        ...(context !== '' && { context }),
        ...(examples.length > 0 && {
          examples: examples.map(({ input, output }) => ({
            input: { content: input },
            output: { content: output },
          })),
        }),
      };
      const isEmpty = Object.keys(prompt).length === 0;
      session.change((head) =>
        withFields(head, 'message', { prompt: isEmpty ? undefined : prompt }),
      );
    },
  };
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
