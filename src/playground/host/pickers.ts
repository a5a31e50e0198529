import * as l10n from '@vscode/l10n';
import type { PickItem, Prompts } from '../../platform/prompts';
import type { ChoiceListName } from '../../conversation/model/calls';
import {
  type ChoiceRow,
  type Choices,
  type ModelChoicesDeps,
  modelChoices,
  pickFrom,
  withSeparators,
} from './choices';
import { cacheChoices, type CacheChoicesDeps } from './cacheChoices';
import type { SessionServices } from '../../conversation/session/context';
import type { Session } from '../../conversation/session/session';
import { operationRow } from '../../api/operations';
import { findMessage } from '../../api/schema/messages';
import { isDocumented, type JsonObject } from '../../api/schema/row';
import { isAvailable, type Version, VERSIONS } from '../../api/versions';
import {
  DEFAULT_MODE,
  PLAYGROUND_MODES,
  type PlaygroundMode,
} from '../../conversation/model/conversation';
import { MODES, canDo, firstMode, modeLabel } from '../../conversation/model/modes';
import { unsentFields } from '../../conversation/request/conversationRequest';
import { connectionInfo, modeCall } from '../../conversation/request/resolveTarget';
import { fieldNames } from '../../conversation/session/notices';
import type { ResourceRef } from '../../catalog/ref';
import { SERVICE_AGENTS } from '../../api/schema/fieldLimits';
import { CancelledError, errorMessage } from '../../base/errors';
import { textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import { nameOfId, resourceName } from '../../catalog/resourceName';
import { requireConnected } from '../../platform/errors';

export type TargetList = Exclude<ChoiceListName, 'turn'>;

type PickerDeps = TargetChoicesDeps & CacheChoicesDeps;

const LISTS: {
  readonly [N in TargetList]: (deps: PickerDeps, session: Session) => Choices;
} = {
  model: (deps, session) => answererChoices(deps, session),
  mode(deps, session) {
    // A streaming response belongs to the current target.
    session.refuseWhileStreaming();
    return modeChoices(deps, session);
  },
  version: versionChoices,
  connection: connectionChoices,
  cache: cacheChoices,
};

export class Pickers {
  readonly #deps: TargetChoicesDeps & { readonly prompts: Prompts };

  /** @param onMode called with the mode that the user selected */
  constructor(
    services: SessionServices,
    prompts: Prompts,
    onMode: (mode: PlaygroundMode) => void = () => undefined,
  ) {
    this.#deps = { services, prompts, onMode };
  }

  choices(list: TargetList, session: Session): Choices {
    return LISTS[list](this.#deps, session);
  }

  /** Returns the models. `use` gets a function that assigns the chosen model to the conversation. */
  answerer(session: Session, use: (take: () => void) => Promise<void>): Choices {
    return answererChoices(this.#deps, session, use);
  }

  async pick(list: TargetList, session: Session): Promise<boolean> {
    return await pickFrom(this.#deps.prompts, this.choices(list, session));
  }

  async model(session: Session): Promise<boolean> {
    return await this.pick('model', session);
  }
}

interface TargetChoicesDeps extends ModelChoicesDeps {
  readonly services: Pick<SessionServices, 'models' | 'clock' | 'log' | 'connections' | 'emulator'>;
  readonly onMode: (mode: PlaygroundMode) => void;
}

/**
 * Returns the models. Choosing a model for another purpose also changes the mode.
 * @param use gets a function that assigns the chosen model to the conversation
 */
function answererChoices(
  deps: TargetChoicesDeps,
  session: Session,
  use: (take: () => void) => void | Promise<void> = (take) => take(),
): Choices {
  const { target } = session;
  const { mode = DEFAULT_MODE } = target;
  return modelChoices(deps, {
    target,
    mode,
    placeholder: l10n.t('Select a model'),
    take(chosen) {
      const other = chosen.methods && !canDo(mode, chosen) ? firstMode(chosen) : undefined;
      return use(() => {
        if (other) session.setMode(other, chosen.name);
        else session.setModel(chosen.name);
      });
    },
  });
}

/**
 * Returns the modes. If the model doesn't support a mode, the row opens a list of models that do.
 * @param version API version of these models
 * @param done called after the choice
 */
function modeChoices(
  deps: TargetChoicesDeps,
  session: Session,
  among: readonly PlaygroundMode[] = PLAYGROUND_MODES,
  version?: Version,
  done: () => void = () => undefined,
): Choices {
  const { target } = session;
  const { mode: current = DEFAULT_MODE } = target;
  const { modes, model } = session.state;
  const reasonOf = (id: PlaygroundMode): string | undefined =>
    modes.find((info) => info.id === id)?.reason;
  const row = (mode: PlaygroundMode): ChoiceRow => {
    const reason = reasonOf(mode);
    const isUsable = reason === undefined && model !== undefined;
    return {
      id: mode,
      label: modeLabel(mode),
      detail: MODES[mode].detail(),
      isCurrent: mode === current,
      ...(reason !== undefined && { facts: [reason] }),
      ...(!isUsable && { leads: true }),
      async choose() {
        if (isUsable) {
          session.setMode(mode);
          deps.onMode(mode);
          done();
          return true;
        }
        return modelChoices(deps, {
          target,
          mode,
          version,
          placeholder: l10n.t('Select a model for: {0}', modeLabel(mode)),
          take({ name }) {
            session.setMode(mode, name);
            deps.onMode(mode);
            done();
          },
        });
      },
    };
  };
  const usable = among.filter((id) => reasonOf(id) === undefined);
  const others = among.filter((id) => reasonOf(id) !== undefined);
  return {
    title: l10n.t('Mode'),
    placeholder: l10n.t('Select a mode'),
    rows: async () => [
      ...usable.map(row),
      ...withSeparators(others.map(row), l10n.t('Requires another model')),
    ],
  };
}

/**
 * Returns all versions with their differences. A version without the mode's API method opens a list of its
 * modes.
 */
function versionChoices(deps: TargetChoicesDeps, session: Session): Choices {
  return {
    title: l10n.t('API Version'),
    placeholder: l10n.t('Select an API version'),
    rows: async () =>
      VERSIONS.filter((version) => modesOf(version).length > 0).map((version) =>
        versionRow(deps, session, version),
      ),
  };
}

function modesOf(version: Version): readonly PlaygroundMode[] {
  return PLAYGROUND_MODES.filter((id) =>
    MODES[id].calls.some(({ operation }) => isAvailable(operationRow(operation), version)),
  );
}

function versionRow(deps: TargetChoicesDeps, session: Session, version: Version): ChoiceRow {
  const { conversation, target } = session;
  const { mode = DEFAULT_MODE } = target;
  const call = modeCall(conversation, target.methods);
  const hasMode = call !== undefined && isAvailable(operationRow(call.operation), version);
  const modes = modesOf(version);
  const unsent = hasMode ? unsentFields(conversation, { ...target, version }).leftOut : [];
  const lacking = hasMode ? lackingFields(call.operation, version) : [];
  const detail = !hasMode
    ? l10n.t(
        '{0} isn’t available for this model in {1}. With other models: {2}.',
        modeLabel(mode),
        version,
        modes.map((id) => modeLabel(id)).join(', '),
      )
    : [
        lacking.length > 0 ? l10n.t('Not supported: {0}.', fieldNames(lacking)) : '',
        unsent.length > 0 ? l10n.t('Settings not sent: {0}.', fieldNames(unsent)) : '',
      ]
        .filter(Boolean)
        .join(' ');
  const take = (): void => session.setVersion(version);
  return {
    id: version,
    label: version,
    ...(detail && { detail }),
    isCurrent: version === target.version,
    ...(!hasMode && { leads: true }),
    async choose() {
      if (!hasMode) return modeChoices(deps, session, modes, version, take);
      take();
      return true;
    },
  };
}

/** Returns request fields that exist only in another version. */
function lackingFields(operation: Parameters<typeof operationRow>[0], version: Version): string[] {
  const name = operationRow(operation).body ?? '';
  const all = Object.entries(findMessage(name)?.fields ?? {});
  return all.filter(([, field]) => !isDocumented(field, version)).map(([field]) => field);
}

function connectionChoices(deps: TargetChoicesDeps, session: Session): Choices {
  const { connections, emulator } = deps.services;
  const { connection: current } = session.target;
  return {
    title: l10n.t('Connection'),
    placeholder: l10n.t('For this conversation only'),
    rows: async () =>
      connections.list().map((connection) => ({
        id: connection.id,
        label: connection.name,
        description: connectionInfo(connection, emulator).detail,
        isCurrent: connection.id === current,
        async choose() {
          session.setConnection(connection.id);
          return true;
        },
      })),
  };
}

type Services = Pick<SessionServices, 'connections' | 'models' | 'log'> & {
  readonly prompts: Pick<Prompts, 'pick'>;
};

/**
 * Lets the user choose a built-in or custom agent. Undefined if dismissed.
 * @param within connection of the clicked list. Default: the current one.
 */
export async function chooseAgent(
  services: Services,
  within: ResourceRef | undefined,
): Promise<ResourceRef | undefined> {
  const { connections, prompts } = services;
  const active = requireConnected(connections.active);
  const collection = within?.collection ? within : topCollection('agent', active);
  if (!collection) return undefined;
  const { connection, version, kind } = collection;
  const refOf = (name: string): ResourceRef => ({ connection, version, kind, name });
  const own = SERVICE_AGENTS.map((id): PickItem<ResourceRef> => {
    return { label: id, icon: kindRow(kind).icon, value: refOf(nameOfId(collection, id)) };
  });
  const listed = listAgents(services, collection).then((agents) => [
    ...agents.map((agent, index) => ({
      label: kindRow(kind).label(agent),
      description: textAt(agent, 'description'),
      icon: kindRow(kind).icon,
      value: refOf(resourceName(collection, agent)),
      ...(index === 0 && { separator: l10n.t('Custom') }),
    })),
    ...own.map((row, index) => ({
      ...row,
      ...(index === 0 && { separator: l10n.t('Built-in') }),
    })),
  ]);
  return await prompts.pick(
    { title: l10n.t('Open Agent in Playground'), placeholder: l10n.t('Select an agent') },
    listed,
  );
}

/**
 * Returns an empty list on errors, because built-in agents work anyway. The API doesn't list built-in agents.
 */
async function listAgents(
  { models, log }: Services,
  collection: ResourceRef,
): Promise<readonly JsonObject[]> {
  try {
    return await models.listed(collection);
  } catch (error) {
    if (!CancelledError.is(error)) log.warn(`agents: ${errorMessage(error)}`);
    return [];
  }
}
