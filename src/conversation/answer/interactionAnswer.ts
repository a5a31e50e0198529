import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { plainText } from '../../platform/plainText';
import type { Failure, FinishStatus } from '../model/conversation';
import {
  isResumable,
  partsOfSteps,
  stepType,
  type TurnInteraction,
  usageOf,
} from '../model/interaction';
import type { CollectedResponse } from './turnResult';

const VERDICTS: { readonly [status: string]: FinishStatus } = {
  completed: 'complete',
  requires_action: 'complete',
  incomplete: 'maxTokens',
  requires_continuation: 'maxTokens',
  budget_exceeded: 'other',
  failed: 'serviceFailed',
  cancelled: 'stopped',
};

const BLOCKED =
  /^(safety|language|prohibited_content|spii|blocklist|content_blocked|image_(safety|prohibited_content|other))$/;
const RECITED = /^(image_)?recitation$/;

export function interactionAnswer(
  fields: JsonObject,
  interaction: TurnInteraction,
): CollectedResponse {
  const { status, steps, usage } = interaction;
  const [error] = errorsOf(fields, interaction);
  const verdict = verdictOf(status, error?.code ?? '');
  const failure = failureOf(interaction, verdict, error);
  const counted = usage && usageOf(usage);
  return {
    parts: partsOfSteps(steps),
    verdict,
    isResumable: isResumable(interaction),
    isOfSteps: true,
    isStored: interaction.stored,
    hasSteps: steps.length > 0,
    ...(status !== undefined && { finishReason: status }),
    ...(error && error.message !== '' && { finishMessage: error.message }),
    ...(failure && { failure }),
    ...(counted && { usage: counted }),
  };
}

function verdictOf(status: string | undefined, code: string): FinishStatus {
  const verdict = Object.hasOwn(VERDICTS, status ?? '') ? VERDICTS[status ?? ''] : undefined;
  if (BLOCKED.test(code)) return 'blocked';
  if (RECITED.test(code)) return 'recitation';
  return verdict ?? 'unfinished';
}

interface ToldError {
  readonly code: string;
  readonly message: string;
}

function errorsOf(fields: JsonObject, { steps }: TurnInteraction): readonly ToldError[] {
  const told = [
    ...items(fields.errors),
    ...steps.filter((step) => stepType(step) === 'model_output').map(({ error }) => error),
  ];
  return told.filter(isObject).map((error) => ({
    code: textAt(error, 'code'),
    message: textAt(error, 'message'),
  }));
}

function failureOf(
  interaction: TurnInteraction,
  verdict: FinishStatus,
  error: ToldError | undefined,
): Failure | undefined {
  const { status } = interaction;
  const told = error?.message === '' ? undefined : error?.message;
  switch (status) {
    case 'failed':
      if (verdict !== 'serviceFailed') return undefined;
      return {
        message:
          told === undefined
            ? l10n.t('The API reports that this interaction failed.')
            : l10n.t('The API reports that this interaction failed: {0}', plainText(told)),
        fixes: ['retry', 'showLog'],
      };
    case 'cancelled':
      return { message: l10n.t('This interaction was canceled.'), fixes: ['retry'] };
    case 'budget_exceeded':
      return {
        message: l10n.t('The token budget was used up before the response was complete.'),
        hint: l10n.t('Increase the budget in the settings, or continue with another message.'),
        fixes: ['retry'],
      };
    case 'incomplete':
      return {
        message: l10n.t('The token limit was reached before the response was complete.'),
        hint: l10n.t('Increase the limit in the settings, or continue with another message.'),
        fixes: ['retry'],
      };
    case 'requires_continuation':
      return {
        message: l10n.t('Only part of the response was received.'),
        fixes: ['retry'],
      };
    default:
      break;
  }
  if (verdict !== 'unfinished' || !isResumable(interaction)) return undefined;
  return {
    message: l10n.t('This interaction is still in progress.'),
    fixes: ['resume', 'retry'],
  };
}
