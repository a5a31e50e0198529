import * as l10n from '@vscode/l10n';
import { credentialNeed } from '../../api/credentialNeed';
import { ServiceError } from '../../api/errors';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { isObject, items, objectAt, textAt } from '../../base/json';
import { isSignInReason } from '../../catalog/errorHelp';
import { listVersion } from '../../catalog/kindOperations';
import type { KindId } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import { isResumable } from '../../conversation/model/interaction';
import type { PlaygroundEvent } from '../../conversation/model/protocol';
import { markCopyDeleted } from '../../conversation/request/interactionBody';
import type { SessionAccess } from '../../conversation/session/context';
import { continueResponse } from '../../conversation/session/followUps';
import { confirmStorage, retentionText } from '../../conversation/session/storagePolicy';
import { withBranchAt, withBranchShown } from '../../conversation/store/branches';
import { requireConnected } from '../../platform/errors';
import { messageText } from '../../platform/plainText';
import type { PickItem } from '../../platform/prompts';
import type { Handlers } from '../../webview/rpc';
import type {
  Conversation,
  ModelTurn,
  SettingsMode,
  Turn,
} from '../../conversation/model/conversation';
import { questionsOf } from '../../conversation/model/decisionMode';
import type { interactionCalls, modeCalls } from '../../conversation/model/calls';
import { adoptingConnection, type PanelDeps, type TurnAction } from './panelDeps';

export function modeHandlers(parts: PanelDeps): Handlers<{ calls: typeof modeCalls }> {
  const { session } = parts;
  return {
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
    async setQuestions({ questions }) {
      session.change((head) => {
        const before = head.settings.requests?.decision?.questions;
        return withFields(head, 'decision', { questions: questionsOf(questions, before) });
      });
    },
    decideRows: () => parts.actions.decideRows(session),
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

/** Offers to sign in if listing corpora failed, since corpora require OAuth. Rethrows other errors. */
async function offerSignIn(parts: PanelDeps, error: unknown): Promise<undefined> {
  const { actions, connections, prompts, session } = parts;
  const { connection = '' } = session.target;
  const reason: unknown = error instanceof AppError ? error.reason : undefined;
  if (!isSignInReason(reason, connections.find(connection)?.auth)) throw error;
  const signIn = l10n.t('Sign In…');
  const hint = error instanceof AppError ? error.hint : undefined;
  const message = [errorMessage(error), hint].filter(Boolean).join(' ');
  if ((await prompts.notify('error', messageText(message), signIn)) !== signIn) return;
  const { scopes } = credentialNeed({ operation: 'corpora.list' });
  await adoptingConnection(parts, () => actions.signIn({ connection, scopes }));
}

function withSource(head: Conversation, source: string): Conversation {
  const before = head.settings.requests?.answer?.semanticRetriever;
  const kept = isObject(before) ? before : {};
  return withFields(head, 'answer', { semanticRetriever: { ...kept, source } });
}

/** Sets fields in the request of a mode. Undefined removes a field. */
function withFields(head: Conversation, mode: SettingsMode, fields: JsonObject): Conversation {
  const { requests = {}, ...settings } = head.settings;
  const all = Object.entries({ ...requests[mode], ...fields });
  const request = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  return { ...head, settings: { ...settings, requests: { ...requests, [mode]: request } } };
}

/** ID of the row for the entire corpus. No document has an empty name. */
const WHOLE = '';

/**
 * Lets the user choose a corpus or document for grounded answers. Returns its resource name.
 * @throws API errors: listing corpora requires OAuth
 */
async function pickSource({ session, prompts }: PanelDeps): Promise<string | undefined> {
  const { connection: chosen, version: preferred } = session.target;
  const connection = requireConnected(chosen);
  const { models } = session.services;
  const rows = async (kind: KindId, name: string): Promise<readonly PickItem<string>[]> => {
    const version = listVersion(kind, preferred) ?? preferred;
    const ref: ResourceRef = { connection, version, kind, name, collection: true };
    const found = await models.listed(ref);
    return found.map((resource) => row(resource));
  };
  const title = l10n.t('Select Answer Source');
  const corpora = await rows('corpus', '');
  if (corpora.length === 0) {
    throw new AppError('noCorpus', l10n.t('This connection has no corpora.'), {
      hint: l10n.t('Create one in the Resources view, or add passages.'),
    });
  }
  const corpus = await prompts.pick(
    { title, placeholder: l10n.t('Select the corpus to answer from') },
    corpora,
  );
  if (corpus === undefined) return undefined;
  const whole: PickItem<string> = { label: l10n.t('Entire corpus'), value: WHOLE };
  const documents = await rows('document', corpus);
  const document = await prompts.pick(
    { title, placeholder: l10n.t('Select the entire corpus or a document') },
    [whole, ...documents],
  );
  return document === WHOLE ? corpus : document;
}

function row(resource: JsonObject): PickItem<string> {
  const value = textAt(resource, 'name');
  return { label: textAt(resource, 'displayName') || value, detail: value, value };
}

interface Passage {
  readonly id: string;
  readonly text: string;
}

interface Example {
  readonly input: string;
  readonly output: string;
}

/** Returns `inlinePassages`, or undefined if empty. Unchanged passages keep their other fields. */
function typedPassages(before: JsonObject, typed: readonly Passage[]): JsonObject | undefined {
  if (typed.length === 0) return undefined;
  const known = items(before.passages).filter(isObject);
  const passages = typed.map(
    ({ id, text }) =>
      known.find((one) => textAt(one, 'id') === id && wordsOf(one) === text) ?? {
        id,
        content: { parts: [{ text }] },
      },
  );
  return { ...before, passages };
}

/** Returns `prompt` of a legacy chat. Undefined if empty. */
function typedPrompt(
  { context: _, examples: before, ...others }: JsonObject,
  { context, examples }: { readonly context: string; readonly examples: readonly Example[] },
): JsonObject | undefined {
  const known = items(before).filter(isObject);
  const said = (one: JsonObject, side: keyof Example): string =>
    textAt(objectAt(one, side), 'content');
  const typed = examples.map(
    ({ input, output }) =>
      known.find((one) => said(one, 'input') === input && said(one, 'output') === output) ?? {
        input: { content: input },
        output: { content: output },
      },
  );
  const prompt = {
    ...others,
    ...(context !== '' && { context }),
    ...(typed.length > 0 && { examples: typed }),
  };
  return Object.keys(prompt).length === 0 ? undefined : prompt;
}

function wordsOf(passage: JsonObject): string {
  const parts = items(objectAt(passage, 'content').parts).filter(isObject);
  return parts.map((part) => textAt(part, 'text')).join('\n');
}

export function interactionHandlers(deps: PanelDeps): Handlers<{ calls: typeof interactionCalls }> {
  const { session } = deps;
  return {
    async setStored({ stored }) {
      if (stored) {
        await confirmStorage(session);
        return;
      }
      const connection = requireConnected(session.target.connection);
      await session.services.keeping.choose(connection, false);
      session.emitState();
    },
    branchFrom: async ({ turn, step }) => branchFrom(deps, turn, step),
    async showBranch({ branch }) {
      session.refuseWhileStreaming();
      if (showBranch(session, branch)) return;
      const message = l10n.t('That branch is no longer part of the conversation.');
      throw new AppError('gone', message);
    },
    async deleteInteraction({ turn: id }) {
      const turn = session.conversation.turns.find((other) => other.id === id);
      return turn?.role === 'model' && (await deleteInteraction(deps, turn));
    },
  };
}

function showBranch(session: SessionAccess, turn: string): boolean {
  const next = withBranchShown(session.conversation, turn);
  if (!next) return false;
  session.undo.clear();
  session.change(() => next);
  return true;
}

/**
 * Shows a response on its branch. Resumes reading if the server still generates it.
 * @throws AppError if the response is on another branch than the one that is streaming
 */
export async function showResponse(
  session: SessionAccess,
  id: string,
  tell: (event: PlaygroundEvent) => void,
): Promise<void> {
  const isShown = (): boolean => session.conversation.turns.some((turn) => turn.id === id);
  if (!isShown() && withBranchShown(session.conversation, id)) {
    session.refuseWhileStreaming();
    showBranch(session, id);
  }
  // The last turn is already visible. A streaming response isn't a turn yet.
  const last = session.conversation.turns.at(-1);
  if (last?.id !== id) {
    if (isShown()) tell({ name: 'turn', turn: id });
  } else if (!session.isStreaming && last.role === 'model') {
    if (last.interaction && isResumable(last.interaction)) await continueResponse(session);
  }
}

/** Branches from a turn or a step. Returns whether the following turns became a branch. */
function branchFrom({ session }: PanelDeps, turn: string, step: number | null): boolean {
  session.refuseWhileStreaming();
  const next = withBranchAt(session.conversation, turn, step);
  if (next) {
    // The undo history belongs to the previous branch.
    session.undo.clear();
    session.change(() => next);
  }
  session.show({ name: 'focus', target: 'composer' });
  return next !== undefined;
}

/** Deletes a stored interaction after confirmation. Throws API errors. */
async function deleteInteraction(
  { session, prompts }: PanelDeps,
  { id: turn, interaction }: ModelTurn,
): Promise<boolean> {
  session.refuseWhileStreaming();
  const { id, connection = '' } = interaction ?? {};
  if (id === undefined) return false;
  const action = l10n.t('Delete on Server');
  const detail = [
    l10n.t(
      'The response stays in this conversation. Later messages are then sent with all previous steps.',
    ),
    retentionText(),
  ].join('\n\n');
  const question = l10n.t('Delete the copy of this response on the server?');
  if ((await prompts.confirm(question, { detail, actions: [action] })) !== action) return false;
  const { clients, interactions } = session.services;
  try {
    const client = await clients.get(connection);
    await client.call('interactions.delete', { name: `interactions/${id}` });
  } catch (error) {
    if (!(error instanceof ServiceError) || error.httpStatus !== 404) throw error;
  }
  await interactions.forget({ connection, id });
  session.change((head) => markCopyDeleted(head, turn));
  return true;
}

function isKept(turn: Turn): boolean {
  if (turn.role !== 'model') return false;
  const { id, stored, gone } = turn.interaction ?? {};
  return id !== undefined && stored === true && !gone;
}

export const interactionActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Branch From Here'),
    icon: 'git-branch',
    when: (turn) => turn.role === 'model' && turn.interaction !== undefined,
    run: async (deps, { id }) => {
      branchFrom(deps, id, null);
    },
  },
  {
    label: () => l10n.t('Delete on Server…'),
    icon: 'trash',
    when: isKept,
    run: async (deps, turn) => {
      if (turn.role === 'model') await deleteInteraction(deps, turn);
    },
  },
];
