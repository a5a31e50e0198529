import * as l10n from '@vscode/l10n';
import { findMessage } from '../../api/schema/messages';
import { items, textAt } from '../../base/json';
import { operationRow, versionFor } from '../../api/operations';
import { maxLength } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { isInEdition, type Version, VERSIONS } from '../../api/versions';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { type KindId, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { requireConnected } from '../../platform/errors';
import type { ResourcesContext } from '../context';

type Field = keyof Hyperparameters;
type Choice = Field | 'done';

/** Shows the settings until confirmed; undefined if dismissed. */
export async function askForHyperparameters(
  context: ResourcesContext,
  version: Version,
  examples: number,
): Promise<Hyperparameters | undefined> {
  const { prompts } = context;
  let current = defaultHyperparameters(version, examples);
  for (;;) {
    const steps = totalSteps(examples, current);
    const choice = await prompts.pick<Choice>(
      {
        title: l10n.t('Hyperparameters'),
        placeholder: l10n.t('Examples: {0}. Total steps: {1}.', examples, steps),
      },
      rows(version, current, steps),
    );
    if (choice === undefined) return undefined;
    if (choice === 'done') return current;
    current = (await change(context, choice, current, examples)) ?? current;
  }
}

function rows(
  version: Version,
  current: Hyperparameters,
  steps: number,
): readonly PickItem<Choice>[] {
  const usual = l10n.t('server default');
  const row = (value: Field, label: string, detail: string): PickItem<Choice> => ({
    value,
    label,
    detail,
    icon: 'settings',
    description: String(current[value] ?? usual),
  });
  return [
    {
      value: 'done',
      icon: 'check',
      active: true,
      label: l10n.t('Use These Values'),
      description: steps === 1 ? l10n.t('1 step') : l10n.t('{0} steps', steps),
    },
    {
      ...row('epochCount', l10n.t('Epochs'), l10n.t('Number of passes over the examples')),
      separator: l10n.t('Change'),
    },
    row('batchSize', l10n.t('Batch size'), l10n.t('Examples per step')),
    row('learningRate', l10n.t('Learning rate'), l10n.t('Fixed step size')),
    ...(takesMultiplier(version)
      ? [
          row(
            'learningRateMultiplier',
            l10n.t('Learning rate multiplier'),
            l10n.t('Multiplies the recommended learning rate'),
          ),
        ]
      : []),
  ];
}

async function change(
  { prompts }: ResourcesContext,
  field: Field,
  current: Hyperparameters,
  examples: number,
): Promise<Hyperparameters | undefined> {
  const isWhole = field === 'epochCount' || field === 'batchSize';
  const isGood = (typed: string): boolean => {
    if (typed.trim() === '') return !isWhole;
    const value = Number(typed);
    return value > 0 && (isWhole ? Number.isInteger(value) : Number.isFinite(value));
  };
  const formula = l10n.t('Steps: examples ({0}) × epochs ÷ batch size, rounded up.', examples);
  const typed = await prompts.input({
    title: l10n.t('Hyperparameters'),
    prompt: isWhole
      ? formula
      : l10n.t('Enter a number above 0, or leave empty for the server default.'),
    value: String(current[field] ?? ''),
    validate(value) {
      if (isGood(value)) return undefined;
      return isWhole
        ? l10n.t('Enter a whole number above 0.')
        : l10n.t('Enter a number above 0, or leave empty.');
    },
  });
  if (typed === undefined || !isGood(typed)) return undefined;
  if (isWhole) return { ...current, [field]: Number(typed) };
  const { epochCount, batchSize } = current;
  return { epochCount, batchSize, ...(typed.trim() !== '' && { [field]: Number(typed) }) };
}

/** The API sets absent values. */
export interface Hyperparameters {
  readonly epochCount: number;
  readonly batchSize: number;
  readonly learningRate?: number;
  readonly learningRateMultiplier?: number;
}

interface Defaults {
  readonly epochCount: number;
  readonly batchSize: readonly [few: number, many: number];
}

const CURRENT: Defaults = { epochCount: 5, batchSize: [4, 16] };

const DEFAULTS: { readonly [V in Version]: Defaults } = {
  v1beta: CURRENT,
  v1: CURRENT,
  v1alpha: CURRENT,
  v1beta3: { epochCount: 10, batchSize: [16, 64] },
};

/** Minimum number of examples for the larger batch size. The API documents no threshold. */
const MANY = 1000;

function defaultHyperparameters(version: Version, examples: number): Hyperparameters {
  const { epochCount, batchSize } = DEFAULTS[version];
  return { epochCount, batchSize: batchSize[examples < MANY ? 0 : 1] };
}

export function totalSteps(
  examples: number,
  { epochCount, batchSize }: Pick<Hyperparameters, 'epochCount' | 'batchSize'>,
): number {
  return Math.ceil((examples * epochCount) / batchSize);
}

function takesMultiplier(version: Version): boolean {
  const field = findMessage('Hyperparameters')?.fields.learningRateMultiplier;
  return field !== undefined && isInEdition(field.versions, version);
}

export interface Base {
  readonly connection: string;
  readonly version: Version;
  readonly name: string;
}

/** Returns the command's target, or asks for a model; undefined if dismissed. */
export async function chooseBase(
  context: ResourcesContext,
  target: ResourceRef | undefined,
): Promise<Base | undefined> {
  const { prompts, services } = context;
  const { connections } = services;
  const known = connections.find(target?.connection ?? '') ?? connections.active;
  const connection = requireConnected(known);
  const preferred = target?.version ?? connection.apiVersion ?? VERSIONS[0];
  const version = versionFor(operationRow('tunedModels.create'), preferred);
  const at = { connection: connection.id, version };
  const isModel = target?.kind === 'model' || target?.kind === 'tunedModel';
  if (target && !target.collection && isModel) return { ...at, name: target.name };
  const name = await prompts.pick(
    { title: l10n.t('Create Tuned Model'), placeholder: l10n.t('Select a model to tune') },
    basesOf(context, at),
  );
  return name === undefined ? undefined : { ...at, name };
}

async function basesOf(
  context: ResourcesContext,
  at: Omit<Base, 'name'>,
): Promise<readonly PickItem<string>[]> {
  const { log } = context;
  const models = await listed(context, at, 'model');
  const tuned = await listed(context, at, 'tunedModel').catch((error: unknown) => {
    if (CancelledError.is(error)) throw error;
    // Base models are still available, such as when not signed in.
    log.warn(`tunedModels.list: ${errorMessage(error)}`);
    return [];
  });
  const bases = [
    ...models.filter(isTunable).map((resource) => item('model', resource)),
    ...tuned
      .filter((resource) => textAt(resource, 'state') === 'ACTIVE')
      .map((resource, index) => ({
        ...item('tunedModel', resource),
        ...(index === 0 && { separator: l10n.t('Tune further') }),
      })),
  ];
  if (bases.length > 0) return bases;
  throw new AppError('nothingToTune', l10n.t('This connection has no models that can be tuned.'), {
    hint: l10n.t('To try tuning, use the built-in emulator.'),
  });
}

async function listed(
  { services }: ResourcesContext,
  { connection, version: preferred }: Omit<Base, 'name'>,
  kind: KindId,
): Promise<readonly JsonObject[]> {
  const version = listVersion(kind, preferred) ?? preferred;
  const list = { connection, version, kind, name: '', collection: true } as const;
  return (await services.store.loadAll(list)).items;
}

function isTunable(resource: JsonObject): boolean {
  return items(resource.supportedGenerationMethods).some(
    (method) => method === 'createTunedModel' || method === 'createTunedTextModel',
  );
}

function item(kind: KindId, resource: JsonObject): PickItem<string> {
  const name = textAt(resource, 'name');
  const row = kindRow(kind);
  return { value: name, label: row.label(resource), description: name, icon: row.icon };
}

const MAX_NAME_LENGTH = maxLength('TunedModel', 'displayName');

export interface Names {
  readonly displayName: string;
  /** Undefined if the server generates the ID. */
  readonly id?: string;
  readonly description?: string;
}

export async function askForNames(
  { prompts }: ResourcesContext,
  fileName: string,
): Promise<Names | undefined> {
  const title = l10n.t('Create Tuned Model');
  const displayName = await prompts.input({
    title,
    prompt: l10n.t('Enter a display name (up to {0} characters)', MAX_NAME_LENGTH),
    value: Array.from(fileName.replace(/\.[^.]+$/, ''))
      .slice(0, MAX_NAME_LENGTH)
      .join(''),
    validate(typed) {
      const { length } = Array.from(typed.trim());
      if (length === 0) return l10n.t('Enter a name.');
      return length <= MAX_NAME_LENGTH
        ? undefined
        : l10n.t('The name has {0} characters. The limit is {1}.', length, MAX_NAME_LENGTH);
    },
  });
  if (displayName === undefined || displayName.trim() === '') return undefined;
  const rule = new RegExp(`^(?:${kindRow('tunedModel').id ?? '.*'})$`);
  const id = await prompts.input({
    title,
    prompt: l10n.t(
      'Enter an ID, or leave empty to generate one from the name. The ID can’t be changed later.',
    ),
    placeholder: l10n.t('haiku-writer'),
    validate: (typed) =>
      typed === '' || rule.test(typed)
        ? undefined
        : l10n.t(
            'Use up to 40 lowercase letters, digits, and dashes. Start with a letter and don’t end with a dash.',
          ),
  });
  if (id === undefined) return undefined;
  const description = await prompts.input({
    title,
    prompt: l10n.t('Enter a description (optional)'),
  });
  if (description === undefined) return undefined;
  return {
    displayName: displayName.trim(),
    ...(id !== '' && { id }),
    ...(description.trim() !== '' && { description: description.trim() }),
  };
}
