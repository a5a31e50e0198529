import { AppError } from '../../../base/errors';
import type { Handlers } from '../../../webview/rpc';
import { askedFormat, type toolCalls } from '../../tools';
import type { ModelTurn } from '../../conversation';
import { openCalls } from '../../turns';
import { requireSendable } from '../attachments/requestSize';
import type { HandlerParts } from '../handlerParts';
import { modeAsk } from '../modes/modeAsk';
import { askedRequest } from '../structured/askedRequest';
import { withCorrection } from '../structured/withCorrection';
import { showUsualResults } from './usualResults';
import { withFirstFunction } from './withFirstFunction';
import { withResults } from './withResults';

export function toolHandlers(parts: HandlerParts): Handlers<{ calls: typeof toolCalls }> {
  const { session, actions, l10n } = parts;
  return {
    async sendResults({ turn, results }) {
      session.refuseWhileStreaming();
      const { turns } = session.conversation;
      if (turns.at(-1)?.id !== turn || openCalls(turns).length !== results.length) {
        throw new AppError('gone', l10n.t('The calls that these results are for are gone.'));
      }
      const next = withResults(session.conversation, results);
      const { target } = session;
      const built = modeAsk({ ...next, model: target.model }, target, l10n);
      requireSendable(built, target.version, l10n);
      session.change(() => next);
      await session.ask({ kind: 'new' });
    },
    async setAutoRespond({ on }) {
      session.change(({ settings: { autoRespond: _, ...settings }, ...head }) => ({
        ...head,
        settings: on ? { ...settings, autoRespond: true } : settings,
      }));
    },
    async addFunction() {
      const { id } = session.conversation;
      session.change(withFirstFunction);
      await actions.editPart(id, 'functions');
    },
    usualResults: () => showUsualResults(parts),
    async askToCorrect({ turn }) {
      session.refuseWhileStreaming();
      const answer = answerOf(parts, turn);
      session.change((head) => withCorrection(head, answer));
      await session.ask({ kind: 'new' });
    },
    async openSchema({ turn }) {
      const request = askedRequest(answerOf(parts, turn), session.conversation);
      const schema = JSON.stringify(askedFormat(request)?.schema ?? {}, undefined, 2);
      await actions.showText('schema.json', schema);
    },
  };
}

function answerOf({ session, l10n }: HandlerParts, id: string): ModelTurn {
  const turn = session.conversation.turns.find((other) => other.id === id);
  if (turn?.role === 'model') return turn;
  throw new AppError('gone', l10n.t('This answer is gone.'));
}
