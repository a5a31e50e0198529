import * as l10n from '@vscode/l10n';
import { outdatedSince, pricesOn } from '../../api/modelPack';
import { operationRow, versionFor } from '../../api/operations';
import type { Version } from '../../api/versions';
import { AppError, errorMessage } from '../../base/errors';
import { compactNumber, localizedText } from '../../base/format';
import {
  modelLifecycle,
  type ModelLifecycle,
  priceEstimateText,
  priceText,
} from '../../catalog/modelLifecycle';
import { PLAYGROUND_MODES, type PlaygroundMode } from '../../conversation/model/conversation';
import { type Answerer, canDo, firstMode, modeLabel, MODES } from '../../conversation/model/modes';
import type { ModelInfo } from '../../conversation/model/protocol';
import { modelName } from '../../conversation/request/models';
import { type RequestTarget } from '../../conversation/request/resolveTarget';
import type { SessionServices } from '../../conversation/session/context';
import type { PickItem, PickOptions, Prompts } from '../../platform/prompts';
import type { Choice, ChoiceList } from '../../conversation/model/calls';

/** A list that either a VS Code quick pick or a menu in the panel can show. */
export interface Choices {
  readonly title: string;
  readonly placeholder?: string;
  /** Never rejects because of an API error: a row reports the error instead. */
  readonly rows: () => Promise<readonly ChoiceRow[]>;
}

export interface ChoiceRow extends Choice {
  /**
   * Returns the next list to show, or whether the choice took effect.
   * @param typed search text of the user
   */
  readonly choose: (typed: string) => Promise<Choices | boolean>;
}

/** Lets the user choose from a quick pick and its nested lists. Returns whether a choice took effect. */
export async function pickFrom(prompts: Pick<Prompts, 'pick'>, first: Choices): Promise<boolean> {
  let next: Choices | boolean = first;
  while (typeof next === 'object') {
    const { title, placeholder, rows }: Choices = next;
    const options: PickOptions<ChoiceRow> = {
      title,
      ...(placeholder !== undefined && { placeholder }),
    };
    const row: ChoiceRow | undefined = await prompts.pick(options, rows().then(pickItems));
    if (!row) return false;
    next = await row.choose('');
  }
  return next;
}

function pickItems(rows: readonly ChoiceRow[]): readonly PickItem<ChoiceRow>[] {
  return rows.map((row) => ({
    label: row.label,
    ...(row.description !== undefined && { description: row.description }),
    ...(row.detail !== undefined && { detail: row.detail }),
    ...(row.icon !== undefined && { icon: row.icon }),
    ...(row.isCurrent !== undefined && { active: row.isCurrent }),
    ...(row.separator !== undefined && { separator: row.separator }),
    value: row,
  }));
}

/** Returns the nested list at these row IDs. Throws `AppError` if a row no longer exists. */
export async function choicesAt(first: Choices, path: readonly string[]): Promise<Choices> {
  let choices = first;
  for (const id of path) {
    const row = await rowOf(choices, id);
    const next = row.leads === true && (await row.choose(''));
    if (typeof next !== 'object') throw goneError();
    choices = next;
  }
  return choices;
}

/** Returns a row by its ID. Throws `AppError` if the row no longer exists. */
export async function rowOf(choices: Choices, id: string): Promise<ChoiceRow> {
  const row = (await choices.rows()).find((other) => other.id === id);
  if (!row) throw goneError();
  return row;
}

function goneError(): AppError {
  return new AppError('gone', l10n.t('This option is no longer available.'));
}

export function withSeparators(
  rows: readonly ChoiceRow[],
  separator: string,
): readonly ChoiceRow[] {
  return rows.map((row, index) => (index === 0 ? { ...row, separator } : row));
}

export async function shownChoices({ title, placeholder, rows }: Choices): Promise<ChoiceList> {
  return {
    title,
    ...(placeholder !== undefined && { placeholder }),
    rows: (await rows()).map(({ choose: _, ...row }) => row),
  };
}

/** ID of the row that opens a text field. No model has an empty name. */
const OTHER = '';

interface ModelChoiceRequest {
  readonly target: RequestTarget;
  readonly mode: PlaygroundMode;
  /** API version. Default: version of the target. */
  readonly version?: Version | undefined;
  readonly placeholder: string;
  readonly take: (chosen: Answerer) => void | Promise<void>;
}

export interface ModelChoicesDeps {
  readonly services: Pick<SessionServices, 'models' | 'clock' | 'log'>;
  readonly prompts: Pick<Prompts, 'input'>;
}

/** Returns suitable models first, then tuned models. Other models can be typed or chosen from a nested list. */
export function modelChoices(deps: ModelChoicesDeps, wish: ModelChoiceRequest): Choices {
  return {
    title: l10n.t('Model'),
    placeholder: wish.placeholder,
    rows: () => modelRows(deps, wish),
  };
}

async function modelRows(
  deps: ModelChoicesDeps,
  wish: ModelChoiceRequest,
): Promise<readonly ChoiceRow[]> {
  const { models, clock, log } = deps.services;
  const { target, mode, version = target.version } = wish;
  const { connection, model: current } = target;
  if (connection === undefined) return [otherRow(deps, wish, [])];
  // A version without the API method of the mode would list only unusable models.
  const [call] = MODES[mode].calls;
  const served = call ? versionFor(operationRow(call.operation), version) : version;
  try {
    const listed = await models.list(connection, served);
    const tuned = await tunedModels(deps, target);
    const now = clock.now();
    const standingOf = ({ name }: ModelInfo): ModelLifecycle =>
      modelLifecycle(name, now, models.told({ connection, version, model: name }));
    const row = (info: ModelInfo): ChoiceRow => ({
      ...modelRow({ info, standing: standingOf(info) }, current, now),
      choose: () => availableModels(wish, info),
    });
    const able = listed.filter((info) => info.methods && canDo(mode, info));
    const rest = listed.filter((info) => !able.includes(info) && info.methods && firstMode(info));
    const gone = able.filter((info) => standingOf(info).isGone);
    return [
      ...able.filter((info) => !gone.includes(info)).map(row),
      ...withSeparators(tuned.filter((info) => canDo(mode, info)).map(row), l10n.t('Tuned models')),
      otherRow(deps, wish, [...listed, ...tuned]),
      ...withSeparators(gone.map(row), l10n.t('Shut down or unavailable')),
      ...withSeparators(
        rest.map((info) => ({
          ...row(info),
          description: modesOf(info),
          isCurrent: false,
        })),
        l10n.t('For other tasks'),
      ),
    ];
  } catch (error) {
    log.warn(`models.list: ${errorMessage(error)}`);
    const detail = l10n.t('Couldn’t list the models: {0}', errorMessage(error));
    return [{ ...otherRow(deps, wish, []), detail }];
  }
}

async function availableModels({ take }: ModelChoiceRequest, chosen: Answerer): Promise<boolean> {
  await take(chosen);
  return true;
}

/** Returns tuned models. Empty without OAuth, because listing them requires a sign-in. */
async function tunedModels(
  { services: { models, log } }: ModelChoicesDeps,
  { connection = '', version }: RequestTarget,
): Promise<readonly ModelInfo[]> {
  try {
    return await models.tuned(connection, version);
  } catch (error) {
    log.warn(`tunedModels.list: ${errorMessage(error)}`);
    return [];
  }
}

interface DescribedModel {
  readonly info: ModelInfo;
  readonly standing: ModelLifecycle;
}

function modelRow(
  { info, standing }: DescribedModel,
  current: string,
  now: number,
): Omit<ChoiceRow, 'choose'> {
  const { name, displayName, inputTokenLimit, outputTokenLimit, methods = [] } = info;
  const { words, successor, isGone } = standing;
  const limits = [
    ...(inputTokenLimit ? [l10n.t('{0} in', compactNumber(inputTokenLimit))] : []),
    ...(outputTokenLimit ? [l10n.t('{0} out', compactNumber(outputTokenLimit))] : []),
  ].join(' · ');
  const price = priceOf(name, now);
  const isCurrentPrice = price && outdatedSince(name, now) === undefined;
  const prices = priceEstimateText(name, now);
  return {
    id: name,
    label: displayName,
    description: [
      ...(words ? [l10n.t(words.message, ...words.args)] : []),
      ...(limits === '' || isGone ? [] : [limits]),
      ...(isCurrentPrice && !isGone ? [price.join(' / ')] : []),
    ].join(' · '),
    detail: name,
    facts: [
      ...(successor === undefined ? [] : [l10n.t('Use {0} instead.', successor)]),
      ...(limits === '' ? [] : [l10n.t('Tokens: {0}', limits)]),
      ...(prices ? [localizedText(prices)] : []),
      ...(methods.length === 0 ? [] : [l10n.t('Methods: {0}', methods.join(', '))]),
    ],
    isCurrent: name === current,
  };
}

/** Returns the price per million input and output tokens. Undefined if either is unknown. */
function priceOf(name: string, now: number): readonly [string, string] | undefined {
  const { input, output } = pricesOn(name, now) ?? {};
  if (input === undefined || output === undefined) return undefined;
  return [priceText(input), priceText(output)];
}

function modesOf(info: ModelInfo): string {
  const can = PLAYGROUND_MODES.filter((mode) => canDo(mode, info));
  return can.map((mode) => modeLabel(mode)).join(' · ');
}

function otherRow(
  { prompts }: ModelChoicesDeps,
  wish: ModelChoiceRequest,
  known: readonly ModelInfo[],
): ChoiceRow {
  return {
    id: OTHER,
    label: l10n.t('Enter another model…'),
    separator: '',
    takesTyped: true,
    async choose(typed) {
      const entered = isModelName(typed)
        ? typed
        : await prompts.input({
            title: l10n.t('Model'),
            prompt: l10n.t('Enter the resource name of the model.'),
            placeholder: 'models/…',
            value: typed.trim() || wish.target.model,
            validate: (value) =>
              isModelName(value) ? undefined : l10n.t('Enter a name such as models/my-model.'),
          });
      if (entered === undefined || !isModelName(entered)) return false;
      const name = modelName(entered);
      return await availableModels(wish, known.find((info) => info.name === name) ?? { name });
    },
  };
}

/** Whether a name is one segment after `models/` or `tunedModels/` and safe in a URL path. */
function isModelName(typed: string): boolean {
  return /^(models|tunedModels)\/[^\s/?#%:]+$/.test(modelName(typed));
}
