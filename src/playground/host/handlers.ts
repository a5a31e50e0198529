import * as l10n from '@vscode/l10n';
import { isDeepStrictEqual } from 'node:util';
import { credentialNeed } from '../../api/credentialNeed';
import { successorModel } from '../../api/modelPack';
import { AppError } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/ref';
import type { Handlers } from '../../webview/rpc';
import type { Fix } from '../../conversation/model/conversation';
import { settingsModeOf } from '../../conversation/model/modes';
import type { codeCalls, mediaCalls } from '../../conversation/model/calls';
import type { PlaygroundProtocol } from '../../conversation/model/protocol';
import { partFile, type settingsCalls } from '../../conversation/model/settings';
import { withoutCache } from './cacheChoices';
import { choiceHandlers } from './turnChoices';
import { editingHandlers, promptHandlers, regenerateFrom } from './editing';
import { editorHandlers, inspectHandlers, nextRequest, showCode } from './turnRequests';
import { confirmStorage } from '../../conversation/session/storagePolicy';
import { interactionHandlers, modeHandlers } from './modes';
import { modeCall } from '../../conversation/request/resolveTarget';
import { adoptingConnection, type AnswerFile, type PanelDeps } from './panelDeps';
import type { Session } from '../../conversation/session/session';
import { droppedItem } from '../../conversation/attachments/attachmentEntry';
import { isMediaType } from '../../conversation/attachments/loadAttachment';
import { unsignedCalls } from '../../conversation/session/notices';
import { tokenHandlers } from './tokens';
import { editServers, metadataKeys, pickStores, pickTools, toolHandlers } from './tools';
import { extensionOf, isPreviewed, typeOfEnding } from '../../base/mediaTypes';
import { mediaFile } from '../../conversation/model/mediaFile';

export function createHandlers(deps: PanelDeps): Handlers<PlaygroundProtocol> {
  const { session, pickers, actions } = deps;
  return {
    async ready() {
      deps.onReady();
    },
    send: ({ text, background }) => session.send(text, undefined, background),
    async stop() {
      session.stop();
    },
    fix: ({ turn, fix }) => runFix(deps, turn, fix),
    regenerate: () => session.regenerate(),
    async pickModel() {
      await pickers.pick('model', session);
    },
    async pickConnection() {
      await pickers.pick('connection', session);
    },
    async leaveCache() {
      session.refuseWhileStreaming();
      session.change(withoutCache);
    },
    newConversation: () => session.newConversation(),
    async rename({ title }) {
      session.rename(title.replace(/\s+/g, ' ').trim());
    },
    openConversation: () => actions.openConversation(),
    pickAttachments: () => session.attachments.pick(),
    async attachUris({ uris }) {
      session.attachments.attachUris(uris);
    },
    async attachData(pasted) {
      session.attachments.attachData(pasted);
    },
    suggestFiles: ({ query }, signal) => session.services.workspaceFiles.suggest(query, signal),
    async addReference({ uri, kind, lines }) {
      const item = droppedItem(uri);
      if (item?.kind !== 'user') throw new AppError('badUri', l10n.t('This isn’t a file.'));
      const type = typeOfEnding(uri);
      const isMedia = kind === 'file' && type !== undefined && isMediaType(type);
      if (isMedia) session.attachments.attachUris([uri]);
      else session.attachments.attachReference(item.target, { kind, ...(lines && { lines }) });
    },
    async detach({ id }) {
      session.attachments.detach(id);
    },
    async retryAttachment({ id }) {
      session.attachments.retry(id);
    },
    attachmentData: ({ id }, signal) => session.attachments.data(id, signal),
    copy: ({ text }) => actions.copy(text),
    async openLink({ href }) {
      const address = webAddress(href);
      if (address === undefined) {
        throw new AppError('badLink', l10n.t('Only web and email links can be opened.'));
      }
      await actions.openLink(address);
    },
    openInEditor: ({ text, language }) => actions.openInEditor(text, language),
    openDiagram: ({ text }) => actions.openDiagram(text),
    ...settingsHandlers(deps),
    ...modeHandlers(deps),
    ...editingHandlers(deps),
    ...toolHandlers(deps),
    ...inspectHandlers(deps),
    ...tokenHandlers(deps),
    ...promptHandlers(deps),
    ...codeHandlers(deps),
    ...editorHandlers(deps),
    async setDraft({ conversation, draft }) {
      if (conversation === session.conversation.id) session.setDraft(draft);
    },
    ...mediaHandlers(deps),
    ...choiceHandlers(deps),
    ...interactionHandlers(deps),
  };
}

async function runFix(deps: PanelDeps, turn: string, fix: Fix): Promise<void> {
  const { session, pickers, actions } = deps;
  switch (fix) {
    case 'retry':
      if (turn === '') session.resolveModel();
      else if (isUnanswered(deps, turn)) await regenerateFrom(deps, { turn });
      else await onLastAnswer(deps, turn, () => session.regenerate());
      return;
    case 'retryWithout':
      // Parameters that the model rejected are now known and omitted.
      await onLastAnswer(deps, turn, () => session.regenerate());
      return;
    case 'continue':
      await onLastAnswer(deps, turn, () => session.continueResponse());
      return;
    case 'resume':
      await onLastAnswer(deps, turn, () => session.continueResponse());
      return;
    case 'keepInteractions':
      await confirmStorage(session);
      return;
    case 'asChat':
      session.setMode('chat');
      await onLastAnswer(deps, turn, () => session.regenerate());
      return;
    case 'addApiKey':
      await adoptingConnection(deps, () => actions.addApiKey());
      return;
    case 'signIn':
      await adoptingConnection(deps, () => actions.signIn(targetOf(session)));
      return;
    case 'diagnose':
      await actions.diagnose(targetOf(session));
      return;
    case 'chooseModel':
      await pickers.model(session);
      return;
    case 'useSuccessor':
      await useSuccessor(deps, turn);
      return;
    case 'withoutCache':
      session.change(withoutCache);
      if (turn !== '') await onLastAnswer(deps, turn, () => session.regenerate());
      return;
    case 'askFromCalls': {
      const { clock } = session.services;
      const { turns, model } = session.conversation;
      const unsigned = unsignedCalls(turns, model, clock.now());
      if (unsigned) await regenerateFrom(deps, { turn: unsigned.asked });
      return;
    }
    case 'startEmulator':
      await session.startEmulator();
      return;
    case 'recordMissing':
      await actions.recordMissing();
      if (turn !== '') await onLastAnswer(deps, turn, () => session.regenerate());
      return;
    case 'recordWindow':
      await actions.recordWindow();
      return;
    case 'allowMore':
      await actions.allowMore();
      return;
    case 'showLog':
      actions.showLog();
      return;
  }
}

async function useSuccessor(deps: PanelDeps, turn: string): Promise<void> {
  const { session } = deps;
  const next = successorModel(session.conversation.model, session.services.clock.now());
  if (next === undefined) return;
  session.setModel(`models/${next}`);
  if (turn !== '') await onLastAnswer(deps, turn, () => session.regenerate());
}

/** Whether a message has no response although later messages follow. Such a message can be resent. */
function isUnanswered({ session }: PanelDeps, id: string): boolean {
  if (session.isLast(id)) return false;
  const turn = session.conversation.turns.find((other) => other.id === id);
  return turn?.role === 'model' && turn.outcome?.unanswered === true;
}

async function onLastAnswer(
  { session }: PanelDeps,
  turn: string,
  run: () => Promise<void>,
): Promise<void> {
  if (!session.isLast(turn)) {
    throw new AppError('notLast', l10n.t('Only the last response can be regenerated.'));
  }
  await run();
}

function targetOf({ target, conversation }: Session): ConnectionTarget | undefined {
  const { connection, methods } = target;
  if (connection === undefined) return undefined;
  const operation = modeCall(conversation, methods)?.operation ?? 'models.generateContent';
  const { scopes } = credentialNeed({ operation });
  return { connection, scopes };
}

const SCHEMES: ReadonlySet<string> = new Set(['http:', 'https:', 'mailto:']);

/** Normalizes a URL. Undefined if invalid or unsafe (`command:`, `file:`, …). */
function webAddress(href: string): string | undefined {
  const url = URL.canParse(href) ? new URL(href) : undefined;
  return url && SCHEMES.has(url.protocol) ? url.href : undefined;
}

function settingsHandlers(deps: PanelDeps): Handlers<{ readonly calls: typeof settingsCalls }> {
  const { session, actions } = deps;
  return {
    async setSettings(settings) {
      session.setSettings(settings);
    },
    async keepSettings({ keep }) {
      const { keptSettings } = session.services;
      const { settings, turns } = session.conversation;
      const areKept = turns.length === 0 && isDeepStrictEqual(settings, keptSettings.known);
      await keptSettings.keep(keep ? settings : {});
      // A conversation that only inherited the settings also drops them.
      if (!keep && areKept) session.setSettings({});
      else session.emitState();
    },
    async editPart({ part }) {
      const { id, mode } = session.conversation;
      await actions.editPart(id, partFile(part, settingsModeOf(mode)));
    },
    pickStores: async () => await pickStores(deps),
    editServers: async () => await editServers(deps),
    pickTools: async () => await pickTools(deps),
    metadataKeys: async ({ most }) => await metadataKeys(deps, most),
  };
}

function codeHandlers(deps: PanelDeps): Handlers<{ calls: typeof codeCalls }> {
  return { getCode: ({ text }) => showCode(deps, nextRequest(deps, text)) };
}

function mediaHandlers({ actions }: PanelDeps): Handlers<{ calls: typeof mediaCalls }> {
  const fileOf = (mimeType: string, data: string, given = ''): AnswerFile => {
    const file = mediaFile(mimeType, data);
    const bytes = Buffer.from(file.data, 'base64');
    if (bytes.length === 0) {
      throw new AppError('noContent', l10n.t('This part of the message has no content.'));
    }
    const known = extensionOf(file.mimeType);
    const name = bareFileName(given);
    const [, own] = /\.([\w-]{1,16})$/.exec(name) ?? [];
    // Text has many valid extensions, so the file's own extension is the better source.
    const isText = typeOfEnding(name)?.startsWith('text/') && file.mimeType.startsWith('text/');
    const extension = (isText ? own : known) ?? own ?? 'bin';
    return { name: name || `${l10n.t('response')}.${extension}`, extension, bytes };
  };
  return {
    saveMedia: async ({ mimeType, data, name }) => {
      await actions.saveFile(fileOf(mimeType, data, name));
    },
    openMedia: async ({ mimeType, data }) => {
      const file = fileOf(mimeType, data);
      if (!isPreviewed(file.extension)) {
        throw new AppError(
          'notShown',
          l10n.t('VS Code has no preview for content of type “{0}”. Save it instead.', mimeType),
        );
      }
      await actions.openFile(file);
    },
  };
}

/** Returns a safe default file name: no folder, not hidden, valid on every file system. */
function bareFileName(name: string): string {
  const last = name.split(/[/\\]/).at(-1) ?? '';
  return last.replace(/[\p{C}<>:"|?*]/gu, '_').replace(/^\.+|[. ]+$/g, '');
}
