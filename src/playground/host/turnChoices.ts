import * as l10n from '@vscode/l10n';
import {
  type Conversation,
  DEFAULT_MODE,
  type PlaygroundMode,
  type Turn,
} from '../../conversation/model/conversation';
import { MODES } from '../../conversation/model/modes';
import { takesCachedContent } from '../../api/modelPack';
import { cacheInitialContent } from './cacheChoices';
import { editingActions } from './editing';
import { editorActions, inspectActions, turnRequest } from './turnRequests';
import { interactionActions } from './modes';
import type { PanelDeps, TurnAction } from './panelDeps';
import { expectationOf } from './prompts/saveTestCase';
import {
  type ChoiceRow,
  type Choices,
  choicesAt,
  pickFrom,
  rowOf,
  withSeparators,
  shownChoices,
} from './choices';
import type { Handlers } from '../../webview/rpc';
import type { choiceCalls, ChoiceListName } from '../../conversation/model/calls';
import {
  type Converted,
  toGenerateContent,
  toInteraction,
} from '../../api/interactions/generateContent/convert';
import type { Loss, LossReason } from '../../api/interactions/generateContent/media';
import type { JsonObject } from '../../api/schema/row';
import { errorMessage } from '../../base/errors';
import { shareableBody } from '../../service/curl';
import { stepsOfTurns } from '../../conversation/request/turnSteps';

type CopyDeps = Pick<PanelDeps, 'actions' | 'prompts' | 'session'>;

const GENERATING: readonly PlaygroundMode[] = ['chat', 'prompt'];

const convertActions: readonly TurnAction[] = [
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

/** Copies a turn's request in the other format. Reports the number of lost fields, with details on demand. */
async function copyConverted(deps: CopyDeps, turn: Turn): Promise<void> {
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
  // Not awaited: the copy is done when the notification shows.
  tellLoss(deps, converted, isInteraction).catch((error: unknown) => {
    session.services.log.error(`playground: ${errorMessage(error)}`);
  });
}

/** Inlines previous interactions, because generateContent can't reference stored ones. */
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
    ? l10n.t('Copied as a generateContent request.')
    : l10n.t('Copied as an interaction.');
  if (lost.length === 0) {
    await prompts.notify('info', `${copied} ${l10n.t('All fields were converted.')}`);
    return;
  }
  const counted =
    lost.length === 1
      ? l10n.t('1 field couldn’t be converted.')
      : l10n.t('{0} fields couldn’t be converted.', lost.length);
  const show = l10n.t('Show Dropped Fields');
  if ((await prompts.notify('warning', `${copied} ${counted}`, show)) !== show) return;
  await actions.showText(l10n.t('Dropped Fields.md'), lossText(lost));
}

function lossText(lost: readonly Loss[]): string {
  const groups = Map.groupBy(lost, ({ why }) => why);
  const parts = [...groups].map(([why, fields]) => {
    const lines = fields.map(({ field, count }) =>
      count === 1 ? `- \`${field}\`` : `- \`${field}\` × ${count}`,
    );
    return [`## ${reasonText(why)}`, '', ...lines, ''].join('\n');
  });
  return [`# ${l10n.t('Dropped Fields')}`, '', ...parts].join('\n');
}

function reasonText(why: LossReason): string {
  switch (why) {
    case 'noField':
      return l10n.t('The other format doesn’t have this field');
    case 'noValue':
      return l10n.t('The other format doesn’t support this value');
    case 'keeping':
      return l10n.t('Controls storage on the server');
    case 'running':
      return l10n.t('Controls how an interaction runs');
    case 'agents':
      return l10n.t('Only interactions support agents');
    case 'serverTool':
      return l10n.t('Belongs to a built-in tool');
    case 'answer':
      return l10n.t('Belongs to a response, not a request');
  }
}

const promptActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Save as Prompt File…'),
    icon: 'save',
    when: ({ role }) => role === 'user',
    run: ({ actions, session }, { id }) =>
      actions.savePrompt(session, { text: '', over: false, upTo: id }),
  },
  {
    label: () => l10n.t('Save as Test Case…'),
    icon: 'beaker',
    when: (turn) => turn.role === 'model' && expectationOf(turn).length > 0,
    run: ({ actions, session }, { id }) => actions.saveTestCase(session, id),
  },
];

const cacheActions: readonly TurnAction[] = [
  {
    label: () => l10n.t('Cache up to Here…'),
    icon: 'archive',
    when: (_turn, { session }) => {
      const { isChat, hasSteps } = MODES[session.conversation.mode ?? DEFAULT_MODE];
      const { model } = session.conversation;
      return isChat === true && !hasSteps && takesCachedContent(model, Date.now());
    },
    run: async ({ session, prompts }, { id }) => {
      await cacheInitialContent(session, prompts, id);
    },
  },
];

/** All actions on a turn in menu order, with a separator between groups. */
const GROUPS: readonly (readonly TurnAction[])[] = [
  ...editingActions,
  editorActions,
  [...inspectActions, ...convertActions],
  promptActions,
  cacheActions,
  interactionActions,
];

/** Shows the actions on a turn as a quick pick and runs the selected one. */
export async function showTurnMenu(deps: PanelDeps, id: string): Promise<void> {
  await pickFrom(deps.prompts, turnChoices(deps, id));
}

/** Returns the actions on a turn. Empty if the turn no longer exists. */
function turnChoices(deps: PanelDeps, id: string): Choices {
  const { session } = deps;
  const find = (): Turn | undefined => session.conversation.turns.find((turn) => turn.id === id);
  const turn = find();
  const row = (action: TurnAction): ChoiceRow => ({
    id: action.label(),
    label: action.label(),
    icon: action.icon,
    ...('next' in action && { leads: true }),
    async choose() {
      const now = find();
      if (!now) return false;
      if ('next' in action) return action.next(deps, now);
      await action.run(deps, now);
      return true;
    },
  });
  return {
    title: turn?.role === 'user' ? l10n.t('Your message') : l10n.t('Response'),
    placeholder: l10n.t('Select an action for this message'),
    rows: async () =>
      turn
        ? GROUPS.flatMap((group, index) => {
            const rows = group.filter(({ when }) => when?.(turn, deps) ?? true).map(row);
            return index === 0 ? rows : withSeparators(rows, '');
          })
        : [],
  };
}

export function choiceHandlers(deps: PanelDeps): Handlers<{ calls: typeof choiceCalls }> {
  return {
    async listChoices({ list, turn, path }) {
      return await shownChoices(await choicesAt(firstChoices(deps, list, turn), path));
    },
    async choose({ list, turn, path, typed = '' }) {
      const choices = await choicesAt(firstChoices(deps, list, turn), path.slice(0, -1));
      const row = await rowOf(choices, path.at(-1) ?? '');
      await row.choose(typed);
    },
  };
}

function firstChoices(deps: PanelDeps, list: ChoiceListName, turn = ''): Choices {
  return list === 'turn' ? turnChoices(deps, turn) : deps.pickers.choices(list, deps.session);
}
