import type { Version } from '../../api/versions';
import { errorMessage } from '../../base/errors';
import { compactNumber } from '../../catalog/compactNumber';
import type { PickItem, Prompts } from '../../platform/prompts';
import type { ModelInfo } from '../protocol';
import { modelName } from './models';
import type { SessionServices } from './services';
import type { Session } from './session';
import { CHAT_VERSIONS, connectionInfo } from './setup';

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

  /** The models that can answer; any other can be entered by its name. */
  async model(session: Session): Promise<boolean> {
    const { l10n } = this.#services;
    const { model: current } = session.target;
    const chosen = await this.#prompts.pick(
      { title: l10n.t('Model'), placeholder: l10n.t('Choose the model that answers') },
      this.#modelItems(session),
    );
    const model = chosen === OTHER ? await this.#enterModel(current) : chosen;
    if (model === undefined) return false;
    session.setModel(model);
    return true;
  }

  async version(session: Session): Promise<boolean> {
    const { l10n } = this.#services;
    const { version } = session.target;
    const chosen = await this.#prompts.pick<Version>(
      { title: l10n.t('Version of the service') },
      CHAT_VERSIONS.map((value) => ({ label: value, value, active: value === version })),
    );
    if (chosen === undefined) return false;
    session.setVersion(chosen);
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

  async #modelItems(session: Session): Promise<readonly PickItem<string>[]> {
    const { models, l10n, log } = this.#services;
    const { connection, version, model: current } = session.target;
    const other: PickItem<string> = { label: l10n.t('Enter another model…'), value: OTHER };
    if (connection === undefined) return [other];
    try {
      const listed = await models.list(connection, version);
      const tuned = await this.#tunedItems(session);
      return [...listed.map((info) => this.#modelItem(info, current)), ...tuned, other];
    } catch (error) {
      log.warn(`models.list: ${errorMessage(error)}`);
      const detail = l10n.t('The models could not be listed: {0}', errorMessage(error));
      return [{ ...other, detail }];
    }
  }

  /** Those of the user. Without a sign-in there are none to see; the others can be chosen all the same. */
  async #tunedItems(session: Session): Promise<readonly PickItem<string>[]> {
    const { models, l10n, log } = this.#services;
    const { connection = '', version, model: current } = session.target;
    try {
      const tuned = await models.tuned(connection, version);
      return tuned.map((info, index) => ({
        ...this.#modelItem(info, current),
        ...(index === 0 && { separator: l10n.t('Tuned models') }),
      }));
    } catch (error) {
      log.warn(`tunedModels.list: ${errorMessage(error)}`);
      return [];
    }
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

/** One segment after `models/` or `tunedModels/`; what a path can't carry is refused before it is sent. */
function isModelName(typed: string): boolean {
  return /^(models|tunedModels)\/[^\s/?#%:]+$/.test(modelName(typed));
}
