import * as l10n from '@vscode/l10n';
import { shutdownDate } from '../../api/modelPack';
import { type ModelLifecycle, modelLifecycle } from '../../catalog/modelLifecycle';
import type { ReportedStatus } from '../../catalog/modelStatus';
import type { Text } from '../../catalog/text';
import { plainText } from '../../platform/plainText';
import type { Version } from '../../api/versions';
import type { Failure, Fix } from '../model/conversation';
import type { RequestTarget } from '../request/resolveTarget';
import type { Loss } from '../../api/interactions/generateContent/losses';
import { fieldNames, cacheFieldsNotice } from '../request/cacheUse';
import { featuresAt, featureText, isTunedModel } from '../request/modelFacts';
import type { Unsent } from '../request/conversationRequest';

/** Topic of a notice; a newer notice replaces an older one on the same topic. */
type NoticeTopic =
  | 'copy'
  | 'file'
  | 'saving'
  | 'models'
  | 'fields'
  | 'model'
  | 'files'
  | 'vectors'
  | 'stage'
  | 'cache'
  | 'held'
  | 'apart'
  | 'signatures'
  | 'carried';

export class Notices {
  readonly #byTopic = new Map<NoticeTopic, Failure>();

  set(topic: NoticeTopic, notice: Failure | undefined): boolean {
    const before = this.#byTopic.get(topic);
    if (notice) this.#byTopic.set(topic, notice);
    else this.#byTopic.delete(topic);
    return before?.message !== notice?.message || before?.hint !== notice?.hint;
  }

  /**
   * Lists the fields not sent because of the version or model. Returns whether anything changed.
   */
  setLeftOut(
    { leftOut, refused, held, apart = [] }: Unsent,
    { version, model }: Pick<RequestTarget, 'version' | 'model'>,
  ): boolean {
    const changed = this.set('fields', leftOutNotice(leftOut, version));
    const isOther = this.set('model', refusedNotice(refused, model));
    const isApart = this.set('apart', incompatibleNotice(apart));
    return this.set('held', cacheFieldsNotice(held)) || isApart || isOther || changed;
  }

  /** Warns of a retired or soon-to-be-retired model. Returns whether anything changed. */
  setStage(model: string, now: number, told?: ReportedStatus): boolean {
    return this.set('stage', stageNotice(model, now, told));
  }

  setCarried(lost: readonly Loss[]): void {
    this.set('carried', carriedNotice(lost));
  }

  clear(): void {
    this.#byTopic.clear();
  }

  get combined(): Failure | undefined {
    const all = [...this.#byTopic.values()];
    const [only] = all;
    if (all.length <= 1) return only;
    const text = all.map(({ message, hint }) => (hint ? `${message} ${hint}` : message)).join(' ');
    const fixes = new Set<Fix>(all.flatMap((notice) => notice.fixes));
    return { message: text, fixes: [...fixes] };
  }
}

/** Warning period before a model's shutdown, in ms. */
const NEAR_END = 45 * 24 * 60 * 60 * 1000;

function stageNotice(
  name: string,
  now: number,
  told: ReportedStatus | undefined,
): Failure | undefined {
  const { isGone, end, successor, words } = modelLifecycle(name, now, told);
  const isNear = end !== undefined && shutdownDate(end) - now <= NEAR_END;
  const isTold = told?.by === 'answer' && (told.message !== undefined || end !== undefined);
  if (!isGone && !isNear && !(isTold && words)) return undefined;
  const id = name.replace(/^models\//, '');
  const hints = [
    ...(told?.by === 'answer' && told.message !== undefined
      ? [l10n.t('The API says: “{0}”', plainText(told.message))]
      : []),
    ...(successor === undefined ? [] : [l10n.t('Use {0} instead.', successor)]),
  ];
  return {
    message: lifecycleText(id, { isGone, end, words }, told, now),
    ...(hints.length > 0 && { hint: hints.join(' ') }),
    fixes: [...(successor === undefined ? [] : (['useSuccessor'] as const)), 'chooseModel'],
  };
}

function lifecycleText(
  id: string,
  {
    isGone,
    end,
    words,
  }: Pick<ModelLifecycle, 'isGone'> & {
    readonly end: string | undefined;
    readonly words: Text | undefined;
  },
  told: ReportedStatus | undefined,
  now: number,
): string {
  if (told?.by === 'refusal') {
    return told.why === 'earlierUsers'
      ? l10n.t(
          '{0} is available to existing users only, according to the API on {1}.',
          id,
          told.day,
        )
      : l10n.t('{0} is listed, but the API couldn’t find it on {1}.', id, told.day);
  }
  if (isGone) {
    return end === undefined
      ? l10n.t('{0} was shut down.', id)
      : l10n.t('{0} was shut down on {1}.', id, end);
  }
  if (end !== undefined && shutdownDate(end) <= now) {
    return l10n.t('{0} is still listed after its shutdown date, {1}.', id, end);
  }
  if (end !== undefined) return l10n.t('{0} will be shut down on {1}.', id, end);
  return l10n.t('{0}: {1}.', id, words ? l10n.t(words.message, ...words.args) : '');
}

function refusedNotice(refused: readonly string[], model: string): Failure | undefined {
  if (refused.length === 0) return undefined;
  const names = featureText(featuresAt(refused));
  return {
    message: isTunedModel(model)
      ? l10n.t('Not supported by this tuned model: {0}.', names)
      : l10n.t('Not supported by this model: {0}.', names),
    hint: l10n.t('It isn’t sent. To use it, select another model.'),
    fixes: [],
  };
}

function incompatibleNotice(apart: readonly string[]): Failure | undefined {
  if (apart.length === 0) return undefined;
  return {
    message: l10n.t(
      'Not supported by this model together with functions or tools: {0}.',
      fieldNames(apart),
    ),
    hint: l10n.t('It isn’t sent. Gemini 3 and later support both.'),
    fixes: [],
  };
}

function carriedNotice(lost: readonly Loss[]): Failure | undefined {
  if (lost.length === 0) return undefined;
  const names = fieldNames(lost.map(({ field }) => field));
  return {
    message: l10n.t('Not used in this mode: {0}.', names),
    hint: l10n.t('It’s saved in the previous mode.'),
    fixes: [],
  };
}

function leftOutNotice(leftOut: readonly string[], version: Version): Failure | undefined {
  if (leftOut.length === 0) return undefined;
  return {
    message: l10n.t('Version {0} doesn’t support: {1}.', version, fieldNames(leftOut)),
    hint: l10n.t('It isn’t sent. To use it, select another version.'),
    fixes: [],
  };
}
