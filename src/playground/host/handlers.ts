import { credentialNeed } from '../../api/credentialNeed';
import { AppError } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/connectionTarget';
import type { Handlers } from '../../webview/rpc';
import type { Fix } from '../conversation';
import type { PlaygroundProtocol } from '../protocol';
import { codeHandlers } from './code/codeHandlers';
import { editingHandlers } from './editing/editingHandlers';
import { editorHandlers } from './editor/editorHandlers';
import type { HandlerParts } from './handlerParts';
import { inspectHandlers } from './inspect/inspectHandlers';
import { modeCall } from './modes/modeCall';
import { modeHandlers } from './modes/modeHandlers';
import { promptHandlers } from './prompts/promptHandlers';
import type { Session } from './session';
import { settingsHandlers } from './settings/settingsHandlers';
import { tokenHandlers } from './tokens/tokenHandlers';
import { toolHandlers } from './tools/toolHandlers';
import { showTurnMenu } from './turnMenu';
import { webAddress } from './webAddress';

/** The host's answers to the panel's calls. */
export function createHandlers(parts: HandlerParts): Handlers<PlaygroundProtocol> {
  const { session, pickers, actions, l10n } = parts;
  return {
    async ready() {
      parts.onReady();
    },
    send: ({ text }) => session.send(text),
    async stop() {
      session.stop();
    },
    fix: ({ turn, fix }) => runFix(parts, turn, fix),
    regenerate: () => session.regenerate(),
    async pickModel() {
      await pickers.model(session);
    },
    async pickVersion() {
      await pickers.version(session);
    },
    async pickConnection() {
      await pickers.connection(session);
    },
    newConversation: () => session.newConversation(),
    openConversation: () => actions.openConversation(),
    pickAttachments: () => session.attachments.pick(),
    async attachUris({ uris }) {
      session.attachments.attachUris(uris);
    },
    async attachData(pasted) {
      session.attachments.attachData(pasted);
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
        throw new AppError('badLink', l10n.t('Only web and mail addresses can be opened.'));
      }
      await actions.openLink(address);
    },
    openInEditor: ({ text, language }) => actions.openInEditor(text, language),
    turnMenu: ({ turn }) => showTurnMenu(parts, turn),
    ...settingsHandlers(parts),
    ...modeHandlers(parts),
    ...editingHandlers(parts),
    ...toolHandlers(parts),
    ...inspectHandlers(parts),
    ...tokenHandlers(parts),
    ...promptHandlers(parts),
    ...codeHandlers(parts),
    ...editorHandlers(parts),
  };
}

/** Runs a button; an empty turn stands for the panel's notice. */
async function runFix(parts: HandlerParts, turn: string, fix: Fix): Promise<void> {
  const { session, pickers, actions } = parts;
  switch (fix) {
    case 'retry':
      if (turn === '') session.resolveModel();
      else await onLastAnswer(parts, turn, () => session.regenerate());
      return;
    case 'continue':
      await onLastAnswer(parts, turn, () => session.goOn());
      return;
    case 'addApiKey':
      await takingOver(parts, () => actions.addApiKey());
      return;
    case 'signIn':
      await takingOver(parts, () => actions.signIn(targetOf(session)));
      return;
    case 'diagnose':
      await actions.diagnose(targetOf(session));
      return;
    case 'chooseModel':
      await pickers.model(session);
      return;
    case 'startEmulator':
      await session.startEmulator();
      return;
    case 'showLog':
      actions.showLog();
      return;
  }
}

async function onLastAnswer(
  { session, l10n }: HandlerParts,
  turn: string,
  run: () => Promise<void>,
): Promise<void> {
  if (!session.isLast(turn)) {
    throw new AppError('notLast', l10n.t('Only the last answer can be asked for again.'));
  }
  await run();
}

/** What the conversation uses, and what an answer of it needs. */
function targetOf({ target, conversation }: Session): ConnectionTarget | undefined {
  const { connection, methods } = target;
  if (connection === undefined) return undefined;
  const operation = modeCall(conversation, methods)?.operation ?? 'models.generateContent';
  const { scopes } = credentialNeed({ operation });
  return { connection, scopes };
}

/** Where that made another connection the window's, this conversation takes it too. */
async function takingOver(
  { session, connections }: HandlerParts,
  work: () => Promise<void>,
): Promise<void> {
  const before = connections.active?.id;
  await work();
  const after = connections.active?.id;
  if (after === undefined || after === session.target.connection) return;
  if (after !== before) session.setConnection(after);
}
