import * as l10n from '@vscode/l10n';
import { toGenerateContent, toInteraction } from '../../api/interactions/generateContent/convert';
import type { Loss } from '../../api/interactions/generateContent/media';
import { operationRow } from '../../api/operations';
import { isAvailable, VERSIONS } from '../../api/versions';
import { CancelledError, errorMessage } from '../../base/errors';
import type { ResourceRef } from '../../catalog/ref';
import type { NewConversations } from '../../catalog/settings';
import type { Connection } from '../../service/connection';
import {
  type Conversation,
  DEFAULT_MODE,
  type Failure,
  type PlaygroundMode,
  type PlaygroundSettings,
} from '../model/conversation';
import { isTunedModel } from '../model/modeRow';
import type { ModelInfo } from '../model/protocol';
import { describeFailure } from '../answer/failure';
import { toolFields } from '../model/requestFields';
import { unknownModel } from '../request/modelFacts';
import { type RequestTarget, versionOf } from '../request/resolveTarget';
import { canDo, firstMode, modeRequest, settingsModeOf, withModeRequest } from '../model/modes';
import type { InitialState } from '../store/transcript';
import type { SessionServices } from './context';
import type { StoragePolicy } from './storagePolicy';

interface ModelChoiceOptions {
  readonly services: Pick<SessionServices, 'models' | 'connections' | 'log'>;
  readonly wanted: () => RequestTarget;
  /** Called with the result of a lookup unless a newer lookup has started. */
  readonly onResolved: (found: ModelInfo | undefined, notice: Failure | undefined) => void;
}

export class ModelChoice {
  readonly #options: ModelChoiceOptions;
  #lookup = new AbortController();
  #connection: string | undefined;
  #info: ModelInfo | undefined;
  #resolved: Promise<void> = Promise.resolve();

  constructor(options: ModelChoiceOptions) {
    this.#options = options;
  }

  get info(): ModelInfo | undefined {
    return this.#info;
  }

  /** Resolves when no lookup is running, even after a failure. */
  get resolved(): Promise<void> {
    const waited = this.#resolved;
    return waited.then(() => (this.#resolved === waited ? undefined : this.resolved));
  }

  /** Starts a new lookup. With `replace`, an unlisted model is replaced. */
  resolve(replace = false): void {
    this.cancel();
    this.#lookup = new AbortController();
    const wanted = this.#options.wanted();
    this.#connection = wanted.connection;
    this.#info = wanted.model === '' ? undefined : unknownModel(wanted.model);
    this.#resolved = this.#lookUp(wanted, replace, this.#lookup.signal);
  }

  /** Starts a new lookup if the connection changed or nothing was found. */
  refresh(): void {
    const { connection } = this.#options.wanted();
    if (connection !== this.#connection) this.resolve(this.#connection !== undefined);
    else if (!this.#info) this.resolve();
  }

  cancel(): void {
    this.#lookup.abort(new CancelledError());
  }

  async #lookUp(wanted: RequestTarget, replace: boolean, signal: AbortSignal): Promise<void> {
    const { services, onResolved } = this.#options;
    const { connection, version, model, mode } = wanted;
    if (connection === undefined) return;
    try {
      const found =
        model === '' || replace
          ? await services.models.choose(connection, version, model, signal, mode)
          : await services.models.find(connection, version, model, signal);
      if (signal.aborted) return;
      this.#info = found;
      onResolved(found, found ? undefined : this.#noModel());
    } catch (error) {
      if (signal.aborted) return;
      services.log.warn(`playground: couldn’t look up the model: ${errorMessage(error)}`);
      // A named model can be used anyway; the response shows whether it exists.
      onResolved(undefined, model === '' ? this.#failure(error) : undefined);
    }
  }

  #failure(error: unknown): Failure {
    const { connections } = this.#options.services;
    // Canceled by the user, or because the connection changed.
    if (!CancelledError.is(error)) return describeFailure(error, false, connections);
    return { message: l10n.t('The model lookup was canceled.'), fixes: ['retry', 'chooseModel'] };
  }

  #noModel(): Failure {
    return {
      message: l10n.t('No model on this connection can respond.'),
      fixes: ['chooseModel', 'retry'],
    };
  }
}

/** Adds known facts about the model. New conversations use a mode that the model supports. */
export function withModel(head: Conversation, model: ModelInfo): Conversation {
  const { mode = DEFAULT_MODE, turns } = head;
  const other = turns.length > 0 || canDo(mode, model) ? undefined : firstMode(model);
  return { ...head, model: model.name, ...(other && { mode: other }) };
}

/**
 * Returns the mode of a new conversation; undefined for a chat. Without a preset, interactions need
 * a suitable version, no tuned model, and no saved chat settings.
 */
export function newMode(
  beginning: InitialState,
  connection: Connection | undefined,
  wanted: NewConversations,
  keeping: Pick<StoragePolicy, 'isUnsupported'>,
): PlaygroundMode | undefined {
  if (beginning.mode) return beginning.mode;
  if (wanted !== 'interaction' || isTunedModel(beginning.model)) return undefined;
  const { chat = {}, interaction = {} } = beginning.settings.requests ?? {};
  const isOfChats = Object.keys(chat).length > 0 && Object.keys(interaction).length === 0;
  const version = beginning.version ?? connection?.apiVersion ?? VERSIONS[0];
  const isThere = isAvailable(operationRow('interactions.create'), version);
  const isMissing = keeping.isUnsupported(beginning.connection);
  return isThere && !isMissing && !isOfChats ? 'interaction' : undefined;
}

/**
 * Returns the initial state of a conversation: the saved settings or a preset, and the named model,
 * the preset's, or the last used one. Only a preset sets the mode.
 */
export async function initialTurns(
  {
    connections,
    keptSettings,
    lastUsed,
  }: Pick<SessionServices, 'connections' | 'keptSettings' | 'lastUsed'>,
  target: ResourceRef | undefined,
): Promise<InitialState> {
  const [last, kept] = await Promise.all([lastUsed.load(), keptSettings.load()]);
  const { settings, model } = kept;
  const connection = connections.find(target?.connection ?? '') ?? connections.active;
  const id = connection?.id ?? '';
  if (target && !target.collection) {
    const { name, version } = target;
    const isDefault = versionOf({}, connection) === version;
    return { connection: id, model: name, settings, ...(!isDefault && { version }) };
  }
  // If the connection doesn't have the model, another one is selected later.
  const defaults: InitialState =
    model !== undefined
      ? { ...kept, connection: id, model }
      : last?.connection === id
        ? { ...last, settings }
        : { connection: id, model: '', settings };
  if (!target || versionOf(defaults, connection) === target.version) return defaults;
  return { ...defaults, version: target.version };
}

// For conversations opened from a resource; other request fields are unchanged.

export function withStore({ settings, ...head }: Conversation, store: string): Conversation {
  const { requests } = settings;
  const chat = toolFields.write(requests?.chat ?? {}, 'fileSearch', {
    fileSearchStoreNames: [store],
  });
  return { ...head, settings: { ...settings, requests: { ...requests, chat } } };
}

export function withAgent({ settings, ...head }: Conversation, agent: string): Conversation {
  const { requests } = settings;
  const interaction = { ...requests?.interaction, agent };
  return { ...head, settings: { ...settings, requests: { ...requests, interaction } } };
}

interface CarriedSettings {
  readonly settings: PlaygroundSettings;
  readonly lost: readonly Loss[];
}

/**
 * Converts settings between `chat` and `interaction`. Nothing is converted if the new mode has its own
 * settings. The old mode's settings are retained.
 */
export function carriedSettings(
  { settings, mode = DEFAULT_MODE }: Pick<Conversation, 'settings' | 'mode'>,
  next: PlaygroundMode,
): CarriedSettings | undefined {
  const [from, to] = [settingsModeOf(mode), settingsModeOf(next)];
  const isBetween = [from, to].every((one) => one === 'chat' || one === 'interaction');
  if (!isBetween || from === to || settings.requests?.[to] || !settings.requests?.[from]) {
    return undefined;
  }
  const request = modeRequest(settings, from);
  const { body, lost } =
    to === 'interaction' ? toInteraction(request, '') : toGenerateContent(request);
  const { model: _model, input: _input, contents: _contents, ...fields } = body;
  const carried = withModeRequest(settings, to, fields);
  return {
    settings: {
      ...settings,
      // Shared settings are unchanged, even if this mode has no field for them.
      requests: {
        ...settings.requests,
        ...(carried.requests?.[to] && { [to]: carried.requests[to] }),
      },
    },
    lost,
  };
}
