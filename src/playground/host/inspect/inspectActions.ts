import { plainText } from '../../../platform/plainText';
import type { ModelTurn, Turn } from '../../conversation';
import type { HandlerParts } from '../handlerParts';
import type { TurnAction } from '../turnAction';
import { sentRequest } from './sentRequest';
import { wholeAnswer } from './wholeAnswer';

/** What shows how a turn came to be. */
export const inspectActions: readonly TurnAction[] = [
  {
    label: (l10n) => l10n.t('Show Request JSON'),
    icon: 'json',
    when: isAnswer,
    run: onAnswer(async ({ session, actions, l10n }, turn) => {
      const { model } = session.state;
      const methods = (name: string): readonly string[] | undefined =>
        model?.name === name ? model.methods : undefined;
      const { path, body, isRebuilt } = sentRequest(session.conversation, turn, methods, l10n);
      const name = isRebuilt
        ? l10n.t('{0} request, with the settings of now.json', plainText(path))
        : l10n.t('{0} request.json', plainText(path));
      await actions.showText(name, formatted(body));
    }),
  },
  {
    label: (l10n) => l10n.t('Show Answer JSON'),
    icon: 'json',
    when: isAnswer,
    run: onAnswer(showAnswer),
  },
  {
    label: (l10n) => l10n.t('Copy Answer JSON'),
    icon: 'copy',
    when: isAnswer,
    run: onAnswer(({ actions }, turn) => actions.copy(answerText(turn))),
  },
];

/** Opens the whole answer of a turn in an editor. */
export async function showAnswer({ actions, l10n }: HandlerParts, turn: ModelTurn): Promise<void> {
  const asked = plainText(`${turn.version}/${turn.model}`);
  const name = turn.edited
    ? l10n.t('{0} answer, edited.json', asked)
    : l10n.t('{0} answer.json', asked);
  await actions.showText(name, answerText(turn));
}

/** Of an answer with words of the user, it says so itself: it may be copied to where no title goes along. */
function answerText(turn: ModelTurn): string {
  return formatted({ ...(turn.edited && { edited: true }), ...wholeAnswer(turn) });
}

function isAnswer(turn: Turn): boolean {
  return turn.role === 'model' && turn.outcome !== undefined;
}

function onAnswer(run: (parts: HandlerParts, turn: ModelTurn) => Promise<void>): TurnAction['run'] {
  return async (parts, turn) => {
    if (turn.role === 'model') await run(parts, turn);
  };
}

function formatted(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
