import * as l10n from '@vscode/l10n';
import {
  type Converted,
  toGenerateContent,
  toInteraction,
} from '../../api/interactions/generateContent/convert';
import type { Loss, LossReason } from '../../api/interactions/generateContent/losses';
import type { JsonObject } from '../../api/schema/row';
import { errorMessage } from '../../base/errors';
import { shareableBody } from '../../service/curl';
import {
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type Turn,
} from '../../conversation/model/conversation';
import { turnRequest } from './code/getCode';
import { stepsOfTurns } from '../../conversation/request/turnSteps';
import type { PanelDeps, TurnAction } from './panelDeps';

type CopyDeps = Pick<PanelDeps, 'actions' | 'prompts' | 'session'>;

/** The modes that ask by generateContent. */
const GENERATING: readonly PlaygroundMode[] = ['chat', 'prompt'];

/** What copies the request of a turn as the other kind of request. */
export const convertActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Copy as generateContent'),
    icon: 'copy',
    when: (turn, { session }) => modeOf(turn, session.conversation) === 'interaction',
    run: copyConverted,
  },
  {
    label: () => l10n.t('Copy as Interaction'),
    icon: 'copy',
    when: (turn, { session }) => GENERATING.includes(modeOf(turn, session.conversation)),
    run: copyConverted,
  },
];

function modeOf(turn: Turn, { mode = DEFAULT_MODE }: Pick<Conversation, 'mode'>): PlaygroundMode {
  return turn.role === 'model' ? (turn.mode ?? (turn.outcome ? DEFAULT_MODE : mode)) : mode;
}

/**
 * Puts the request of a turn into the clipboard as the other kind of request: a generateContent as an interaction, an
 * interaction, with all of its steps, as a generateContent. Says how much of it has no place there, and on demand what.
 */
export async function copyConverted(deps: CopyDeps, turn: Turn): Promise<void> {
  const { actions, session } = deps;
  const { conversation } = session;
  const asked = turnRequest(conversation, turn, deps);
  const { operation } = asked;
  const { body = {} } = shareableBody(asked, actions.redact);
  const isInteraction = operation === 'interactions.create';
  const model = turn.role === 'model' ? turn.model : conversation.model;
  const converted = isInteraction
    ? toGenerateContent(withAllSteps(body, conversation, turn))
    : toInteraction(body, model);
  await actions.copy(JSON.stringify(converted.body, undefined, 2));
  // Not waited for: it is copied, whenever somebody looks at what is said of it.
  tellLoss(deps, converted, isInteraction).catch((error: unknown) => {
    session.services.log.error(`playground: ${errorMessage(error)}`);
  });
}

/** What an interaction goes on from is at the service alone: here it is said again. */
function withAllSteps(
  { previous_interaction_id: _, ...body }: JsonObject,
  { turns }: Conversation,
  { id, role }: Turn,
): JsonObject {
  const at = turns.findIndex((other) => other.id === id);
  return { ...body, input: stepsOfTurns(turns.slice(0, role === 'user' ? at + 1 : at)) };
}

async function tellLoss(
  { actions, prompts }: CopyDeps,
  { lost }: Converted,
  isInteraction: boolean,
): Promise<void> {
  const copied = isInteraction
    ? l10n.t('Copied as a request of generateContent.')
    : l10n.t('Copied as an interaction.');
  if (lost.length === 0) {
    await prompts.notify('info', `${copied} ${l10n.t('Nothing of it is lost.')}`);
    return;
  }
  const counted =
    lost.length === 1
      ? l10n.t('1 field of it is lost.')
      : l10n.t('{0} fields of it are lost.', lost.length);
  const show = l10n.t('Show What Is Lost');
  if ((await prompts.notify('warning', `${copied} ${counted}`, show)) !== show) return;
  await actions.showText(l10n.t('What Is Lost.md'), lossText(lost));
}

/** A line for each field, below the reason why it is lost. */
export function lossText(lost: readonly Loss[]): string {
  const groups = Map.groupBy(lost, ({ why }) => why);
  const parts = [...groups].map(([why, fields]) => {
    const lines = fields.map(({ field, count }) =>
      count === 1 ? `- \`${field}\`` : `- \`${field}\` × ${count}`,
    );
    return [`## ${reasonText(why)}`, '', ...lines, ''].join('\n');
  });
  return [`# ${l10n.t('What Is Lost')}`, '', ...parts].join('\n');
}

function reasonText(why: LossReason): string {
  switch (why) {
    case 'noField':
      return l10n.t('The other request has no such field');
    case 'noValue':
      return l10n.t('The other request does not know this value');
    case 'keeping':
      return l10n.t('It is about what the service keeps');
    case 'running':
      return l10n.t('It says how an interaction runs, which the other request can’t');
    case 'agents':
      return l10n.t('Only interactions ask agents');
    case 'serverTool':
      return l10n.t('It is of a tool that the service runs by itself');
    case 'answer':
      return l10n.t('It belongs to an answer, and not to a request');
  }
}
