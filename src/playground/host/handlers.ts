import { credentialNeed } from '../../api/credentialNeed';
import { AppError } from '../../base/errors';
import type { ConnectionTarget } from '../../catalog/ref';
import type { Handlers } from '../../webview/rpc';
import type { Fix } from '../conversation';
import type { PlaygroundProtocol } from '../protocol';
import { codeHandlers } from './code/codeHandlers';
import { askAgain } from './editing/askAgain';
import { editingHandlers } from './editing/editingHandlers';
import { editorHandlers } from './editor/editorHandlers';
import { takingOver, type HandlerParts } from './handlerParts';
import { mediaHandlers } from './media/mediaHandlers';
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
    ...mediaHandlers(parts),
  };
}

/** Runs a button; an empty turn stands for the panel's notice. */
async function runFix(parts: HandlerParts, turn: string, fix: Fix): Promise<void> {
  const { session, pickers, actions } = parts;
  switch (fix) {
    case 'retry':
      if (turn === '') session.resolveModel();
      else if (isUnanswered(parts, turn)) await askAgain(parts, { turn });
      else await onLastAnswer(parts, turn, () => session.regenerate());
      return;
    case 'retryWithout':
      // What the model refused is known by now, and not sent again.
      await onLastAnswer(parts, turn, () => session.regenerate());
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

/** Whether nothing came of a message that others follow by now: it can be sent again all the same. */
function isUnanswered({ session }: HandlerParts, id: string): boolean {
  if (session.isLast(id)) return false;
  const turn = session.conversation.turns.find((other) => other.id === id);
  return turn?.role === 'model' && turn.outcome?.unanswered === true;
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
