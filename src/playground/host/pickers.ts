import { operationRow, versionFor } from '../../api/operations';
import { findType, isEnum } from '../../api/schema/messages';
import { holdsIn, type Version, VERSIONS } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import { compactNumber } from '../../base/format';
import type { L10n } from '../../platform/l10n';
import type { PickItem, Prompts } from '../../platform/prompts';
import { DEFAULT_MODE, PLAYGROUND_MODES, type PlaygroundMode } from '../conversation';
import { MODES } from '../modes';
import type { ModelInfo } from '../protocol';
import type { SessionAccess, SessionServices } from './context';
import { unsentFields } from './conversationRequest';
import { canDo, firstMode, modeCall, modeLabel } from './modeCall';
import { modelName } from './models';
import { connectionInfo } from './resolveTarget';
import type { Session } from './session';

/** Stands for the row that leads to a text field; no model has this name. */
const OTHER = '';

/** VS Code's own lists for what a panel's requests are made with. Each answers whether something was chosen. */
export class Pickers {
  readonly #services: SessionServices;
  readonly #prompts: Prompts;

  constructor(services: SessionServices, prompts: Prompts) {
    this.#services = services;
    this.#prompts = prompts;
  }

  /**
   * The models: first those that can do what the conversation asks for. Any other can be chosen or entered by its
   * name; one that is known to be for something else changes what is asked for.
   */
  async model(session: Session): Promise<boolean> {
    const { l10n } = this.#services;
    const { mode = DEFAULT_MODE } = session.target;
    const chosen = await this.#pickModel(session, mode, l10n.t('Choose the model that answers'));
    if (!chosen) return false;
    const { name, methods } = chosen;
    const other = methods && !canDo(mode, chosen) ? firstMode(chosen) : undefined;
    if (other) session.setMode(other, name);
    else session.setModel(name);
    return true;
  }

  /** What is asked for. Where the model can't do it, another one is chosen with it. */
  async mode(
    session: Session,
    among: readonly PlaygroundMode[] = PLAYGROUND_MODES,
    version?: Version,
  ): Promise<boolean> {
    const { l10n } = this.#services;
    const { mode: current = DEFAULT_MODE } = session.target;
    const { modes, model } = session.state;
    const isUsable = (id: PlaygroundMode): boolean =>
      modes.find((info) => info.id === id)?.reason === undefined;
    const usable = among.filter(isUsable);
    const others = among.filter((id) => !isUsable(id));
    const chosen = await this.#prompts.pick<PlaygroundMode>(
      { title: l10n.t('Mode'), placeholder: l10n.t('Choose what is asked for') },
      [...usable, ...others].map((value, index) => ({
        label: modeLabel(value, l10n),
        detail: MODES[value].detail(l10n),
        value,
        active: value === current,
        ...(index === usable.length && { separator: l10n.t('With another model') }),
      })),
    );
    if (chosen === undefined) return false;
    if (isUsable(chosen) && model) {
      session.setMode(chosen);
      return true;
    }
    const words = l10n.t('Choose a model for: {0}', modeLabel(chosen, l10n));
    const answerer = await this.#pickModel(session, chosen, words, version);
    if (answerer) session.setMode(chosen, answerer.name);
    return answerer !== undefined;
  }

  /** All versions, and what each changes; one without the mode's operation asks for a mode that it has. */
  async version(session: Session): Promise<boolean> {
    const { l10n } = this.#services;
    const items = versionItems(session, l10n);
    const chosen = await this.#prompts.pick({ title: l10n.t('Version of the service') }, items);
    if (!chosen) return false;
    if (!chosen.hasMode && !(await this.mode(session, chosen.modes, chosen.version))) return false;
    session.setVersion(chosen.version);
    return true;
  }

  async connection(session: Session): Promise<boolean> {
    const { connections, emulator, l10n } = this.#services;
    const { connection: current } = session.target;
    const chosen = await this.#prompts.pick(
      { title: l10n.t('Connection'), placeholder: l10n.t('For this conversation only') },
      connections.list().map((connection) => ({
        label: connection.name,
        description: connectionInfo(connection, emulator, l10n).detail,
        value: connection.id,
        active: connection.id === current,
      })),
    );
    if (chosen === undefined) return false;
    session.setConnection(chosen);
    return true;
  }

  async #pickModel(
    session: Session,
    mode: PlaygroundMode,
    placeholder: string,
    version: Version = session.target.version,
  ): Promise<Pick<ModelInfo, 'name' | 'methods'> | undefined> {
    const { l10n } = this.#services;
    const known: ModelInfo[] = [];
    // A version that lacks what the mode asks by lists no model that could answer.
    const [call] = MODES[mode].calls;
    const served = call ? versionFor(operationRow(call.operation), version) : version;
    const chosen = await this.#prompts.pick(
      { title: l10n.t('Model'), placeholder },
      this.#modelItems(session, mode, served, known),
    );
    const name = chosen === OTHER ? await this.#enterModel(session.target.model) : chosen;
    if (name === undefined) return undefined;
    return known.find((info) => info.name === name) ?? { name };
  }

  /** @param known takes what is known of the models in the list */
  async #modelItems(
    session: Session,
    mode: PlaygroundMode,
    version: Version,
    known: ModelInfo[],
  ): Promise<readonly PickItem<string>[]> {
    const { models, l10n, log } = this.#services;
    const { connection, model: current } = session.target;
    const other: PickItem<string> = { label: l10n.t('Enter another model…'), value: OTHER };
    if (connection === undefined) return [other];
    try {
      const listed = await models.list(connection, version);
      const tuned = await this.#tunedModels(session);
      known.push(...listed, ...tuned);
      const row = (info: ModelInfo): PickItem<string> => this.#modelItem(info, current);
      const able = listed.filter((info) => info.methods && canDo(mode, info));
      const rest = listed.filter((info) => !able.includes(info) && info.methods && firstMode(info));
      return [
        ...able.map(row),
        ...separated(tuned.filter((info) => canDo(mode, info)).map(row), l10n.t('Tuned models')),
        other,
        ...separated(
          rest.map((info) => ({ ...row(info), description: this.#modesOf(info), active: false })),
          l10n.t('For something else'),
        ),
      ];
    } catch (error) {
      log.warn(`models.list: ${errorMessage(error)}`);
      const detail = l10n.t('The models could not be listed: {0}', errorMessage(error));
      return [{ ...other, detail }];
    }
  }

  /** Those of the user. Without a sign-in there are none to see; the others can be chosen all the same. */
  async #tunedModels(session: Session): Promise<readonly ModelInfo[]> {
    const { models, log } = this.#services;
    const { connection = '', version } = session.target;
    try {
      return await models.tuned(connection, version);
    } catch (error) {
      log.warn(`tunedModels.list: ${errorMessage(error)}`);
      return [];
    }
  }

  #modesOf(info: ModelInfo): string {
    const { l10n } = this.#services;
    const can = PLAYGROUND_MODES.filter((mode) => canDo(mode, info));
    return can.map((mode) => modeLabel(mode, l10n)).join(' · ');
  }

  #modelItem(info: ModelInfo, current: string): PickItem<string> {
    const { l10n } = this.#services;
    const { name, displayName, inputTokenLimit, outputTokenLimit } = info;
    const limits = [
      ...(inputTokenLimit ? [l10n.t('{0} in', compactNumber(inputTokenLimit))] : []),
      ...(outputTokenLimit ? [l10n.t('{0} out', compactNumber(outputTokenLimit))] : []),
    ].join(' · ');
    return {
      label: displayName,
      description: limits,
      detail: name,
      value: name,
      active: name === current,
    };
  }

  async #enterModel(current: string): Promise<string | undefined> {
    const { l10n } = this.#services;
    const typed = await this.#prompts.input({
      title: l10n.t('Model'),
      prompt: l10n.t('Resource name of the model.'),
      placeholder: 'models/…',
      value: current,
      validate: (value) =>
        isModelName(value) ? undefined : l10n.t('Enter a name such as models/my-model.'),
    });
    return typed !== undefined && isModelName(typed) ? modelName(typed) : undefined;
  }
}

function separated<T>(items: readonly PickItem<T>[], separator: string): readonly PickItem<T>[] {
  return items.map((item, index) => (index === 0 ? { ...item, separator } : item));
}

/** One segment after `models/` or `tunedModels/`; what a path can't carry is refused before it is sent. */
function isModelName(typed: string): boolean {
  return /^(models|tunedModels)\/[^\s/?#%:]+$/.test(modelName(typed));
}

export interface VersionChoice {
  readonly version: Version;
  /** It has the operation that the conversation asks by. */
  readonly hasMode: boolean;
  /** Those that it has an operation for. */
  readonly modes: readonly PlaygroundMode[];
}

/** The versions of the service, each with what a conversation could not send there. */
function versionItems(
  { conversation, target }: Pick<SessionAccess, 'conversation' | 'target'>,
  l10n: L10n,
): readonly PickItem<VersionChoice>[] {
  const { mode = DEFAULT_MODE } = target;
  const call = modeCall(conversation, target.methods);
  return VERSIONS.map((version) => {
    const hasMode = call !== undefined && operationRow(call.operation).versions.includes(version);
    const modes = PLAYGROUND_MODES.filter((id) =>
      MODES[id].calls.some(({ operation }) => operationRow(operation).versions.includes(version)),
    );
    const unsent = hasMode ? unsentFields(conversation, { ...target, version }, l10n).leftOut : [];
    const lacking = hasMode ? lackingFields(call.operation, version) : [];
    const detail = !hasMode
      ? l10n.t(
          'Does not have for this model: {0}. It has: {1}.',
          modeLabel(mode, l10n),
          modes.map((id) => modeLabel(id, l10n)).join(', '),
        )
      : [
          lacking.length > 0 ? l10n.t('Without {0}.', lacking.join(', ')) : '',
          unsent.length > 0 ? l10n.t('Of your settings, not sent: {0}.', unsent.join(', ')) : '',
        ]
          .filter(Boolean)
          .join(' ');
    return {
      label: version,
      ...(detail && { detail }),
      value: { version, hasMode, modes },
      active: version === target.version,
    };
  });
}

/** Fields that the request of an operation has in another version only. */
function lackingFields(operation: Parameters<typeof operationRow>[0], version: Version): string[] {
  const name = operationRow(operation).body ?? '';
  const row = findType(name);
  if (!row || isEnum(row)) return [];
  const all = Object.entries(row.fields);
  return all.filter(([, field]) => !holdsIn(field.versions, version)).map(([field]) => field);
}
