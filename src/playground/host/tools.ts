import * as l10n from '@vscode/l10n';
import { AppError } from '../../base/errors';
import type { Handlers } from '../../webview/rpc';
import type { ModelTurn, PlaygroundSettings } from '../../conversation/model/conversation';
import { responseFormat, type toolCalls } from '../../conversation/model/tools';
import { openCalls } from '../../conversation/model/turns';
import type { PanelDeps } from './panelDeps';
import { requestOf, withCorrection } from '../../conversation/answer/structured';
import { sendFunctionResults } from '../../conversation/session/functionResults';

export function toolHandlers(deps: PanelDeps): Handlers<{ calls: typeof toolCalls }> {
  const { session, actions } = deps;
  return {
    async sendResults({ turn, results }) {
      session.refuseWhileStreaming();
      const { turns } = session.conversation;
      if (turns.at(-1)?.id !== turn || openCalls(turns).length !== results.length) {
        throw new AppError('gone', l10n.t('The function calls for these results no longer exist.'));
      }
      const sent = results.map(({ response, keep }, at) => {
        const result = response ? { response } : session.tools.resultOf(turn, at);
        if (result) return { ...result, keep };
        throw new AppError('noResult', l10n.t('The result of a tool is missing. Run it again.'));
      });
      await sendFunctionResults(session, sent, false);
    },
    runTool: ({ turn, call, always }) => session.tools.run(turn, call, always),
    async setAutoRespond({ on }) {
      session.change(({ settings: { autoRespond: _, ...settings }, ...head }) => ({
        ...head,
        settings: on ? { ...settings, autoRespond: true } : settings,
      }));
    },
    savedResults: () => showSavedResults(deps),
    async askToCorrect({ turn }) {
      session.refuseWhileStreaming();
      const answer = answerOf(deps, turn);
      session.change((head) => withCorrection(head, answer));
      await session.ask({ kind: 'new' });
    },
    async openSchema({ turn }) {
      const request = requestOf(answerOf(deps, turn), session.conversation);
      const schema = JSON.stringify(responseFormat(request)?.schema ?? {}, undefined, 2);
      await actions.showText('schema.json', schema);
    },
  };
}

function answerOf({ session }: PanelDeps, id: string): ModelTurn {
  const turn = session.conversation.turns.find((other) => other.id === id);
  if (turn?.role === 'model') return turn;
  throw new AppError('gone', l10n.t('This response no longer exists.'));
}

const SHOWN = 120;

async function showSavedResults({ session, prompts, actions }: PanelDeps): Promise<void> {
  const { mocks = {} } = session.conversation.settings;
  const name = await prompts.pick(
    {
      title: l10n.t('Saved Function Results'),
      placeholder:
        Object.keys(mocks).length > 0
          ? l10n.t('Select a result to open or remove')
          : l10n.t('No function results are saved yet. You can save a result when you send it.'),
    },
    Object.entries(mocks).map(([value, result]) => ({
      label: value,
      description: JSON.stringify(result).slice(0, SHOWN),
      icon: 'symbol-method',
      value,
    })),
  );
  if (name === undefined) return;
  const work = await prompts.pick<'open' | 'remove'>({ title: name }, [
    { label: l10n.t('Open Result'), icon: 'go-to-file', value: 'open' },
    { label: l10n.t('Remove Result'), icon: 'trash', value: 'remove' },
  ]);
  if (work === 'open') {
    await actions.showText(`${name}.json`, JSON.stringify(mocks[name], undefined, 2));
  } else if (work === 'remove') {
    session.change((head) => ({ ...head, settings: omitMock(head.settings, name) }));
  }
}

function omitMock({ mocks, ...settings }: PlaygroundSettings, name: string): PlaygroundSettings {
  const left = Object.entries(mocks ?? {}).filter(([other]) => other !== name);
  return left.length === 0 ? settings : { ...settings, mocks: Object.fromEntries(left) };
}
