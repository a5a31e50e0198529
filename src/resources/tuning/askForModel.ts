import * as l10n from '@vscode/l10n';
import { items, textAt } from '../../base/json';
import { operationRow, versionFor } from '../../api/operations';
import { maxLength } from '../../api/schema/limits';
import type { JsonObject } from '../../api/schema/row';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError, CancelledError, errorMessage } from '../../base/errors';
import { listVersion } from '../../catalog/kindOperations';
import { type KindId, kindRow } from '../../catalog/kinds';
import type { ResourceRef } from '../../catalog/ref';
import type { PickItem } from '../../platform/prompts';
import { requireConnected } from '../../platform/errors';
import type { ResourcesContext } from '../context';

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
