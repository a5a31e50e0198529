import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { Emitter, type Event } from '../../base/event';
import { isObject } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import type { Connections } from '../../service/connection';
import type { StatusMemory } from '../../service/modelStatuses';
import { FREE_DAYS, type Interactions, PAID_DAYS } from '../../service/interactions';
import type { Turn } from '../model/conversation';
import type { StorageInfo } from '../model/interaction';

const KEY = 'interactions.stored';
const MISSING_KEY = 'interactions.missing';

interface StoredValues {
  readonly [connection: string]: unknown;
}

/**
 * Whether interactions of a connection are stored on the server, as chosen by the user for all
 * windows. Default: not stored.
 */
export class StoragePolicy {
  readonly #memory: StatusMemory;
  readonly #changed = new Emitter<string>();
  /** Fires with the connection ID when the choice changes in this window. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(memory: StatusMemory) {
    this.#memory = memory;
  }

  /** Returns the choice for a connection; undefined if there is none. */
  of(connection: string | undefined): boolean | undefined {
    const chosen = connection === undefined ? undefined : this.#all[connection];
    return typeof chosen === 'boolean' ? chosen : undefined;
  }

  async choose(connection: string, stored: boolean): Promise<void> {
    await this.#memory.update(KEY, { ...this.#all, [connection]: stored });
    this.#changed.fire(connection);
  }

  isUnsupported(connection: string): boolean {
    return this.#missing[connection] === true;
  }

  async setInteractionsSupported(connection: string, isThere: boolean): Promise<void> {
    if (this.isUnsupported(connection) !== isThere) return;
    const { [connection]: _, ...others } = this.#missing;
    await this.#memory.update(MISSING_KEY, isThere ? others : { ...others, [connection]: true });
  }

  get #all(): StoredValues {
    return this.#read(KEY);
  }

  get #missing(): StoredValues {
    return this.#read(MISSING_KEY);
  }

  #read(key: string): StoredValues {
    const kept = this.#memory.get(key);
    return isObject(kept) ? kept : {};
  }
}

/**
 * Whether an error means that the API has no interactions. An API that has them returns its own
 * error for a missing one.
 */
export function isWithoutInteractions(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { httpStatus, bodyExcerpt, message } = error;
  if (httpStatus === 501) return true;
  const isWordless = bodyExcerpt !== undefined || /^\d{3} /.test(message);
  return (httpStatus === 404 || httpStatus === 405) && isWordless;
}

/** Whether an error is a 404; the API doesn't say which resource is missing. */
function isNotFound(error: unknown): boolean {
  return (
    error instanceof ServiceError && error.httpStatus === 404 && error.reason !== 'modelNotFound'
  );
}

interface CopyServices {
  readonly clients: { readonly get: (connection: string) => Promise<Pick<Client, 'call'>> };
  readonly interactions: Pick<Interactions, 'forget'>;
}

/**
 * Whether a request failed because the stored copy was deleted or expired. Also removes the copy
 * from the list.
 */
export async function handleLostCopy(
  error: unknown,
  answer: Turn | undefined,
  { clients, interactions }: CopyServices,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isNotFound(error) || answer?.role !== 'model') return false;
  const { id, connection } = answer.interaction ?? {};
  if (id === undefined || connection === undefined) return false;
  const client = await clients.get(connection);
  try {
    await client.call('interactions.get', { name: `interactions/${id}` }, { signal });
    return false;
  } catch (failure) {
    if (!isNotFound(failure)) return false;
  }
  await interactions.forget({ connection, id });
  return true;
}

export function retentionText(): string {
  return l10n.t(
    'Stored interactions are deleted after {0} days on the paid tier (sooner if your project is set up that way) or {1} day on the free tier, unless you delete them earlier.',
    PAID_DAYS,
    FREE_DAYS,
  );
}

interface AskingSession {
  readonly services: {
    readonly connections: Pick<Connections, 'find'>;
    readonly keeping: StoragePolicy;
    readonly prompts: Pick<Prompts, 'confirm'>;
  };
  readonly target: { readonly connection: string | undefined };
  emitState(): void;
}

/** Explains why background responses require storage. */
export function backgroundStorageText(): string {
  return l10n.t('To run in the background, an interaction must be stored on the server.');
}

/**
 * Prompts the user to allow storage of interactions, unless it is allowed already. Returns whether it
 * is allowed.
 * @param why reason of a request that requires it
 */
export async function confirmStorage(session: AskingSession, why?: string): Promise<boolean> {
  const { connections, keeping, prompts } = session.services;
  const connection = requireConnected(session.target.connection);
  if (keeping.of(connection)) return true;
  const store = l10n.t('Store Interactions');
  const { name = connection } = connections.find(connection) ?? {};
  const scope = l10n.t(
    'Applies to all conversations on the connection “{0}”. You can turn it off later.',
    plainText(name),
  );
  const question = l10n.t('Store interactions on the server?');
  const detail = [...(why === undefined ? [] : [why]), scope, retentionText()].join('\n\n');
  const isAllowed = (await prompts.confirm(question, { detail, actions: [store] })) === store;
  if (isAllowed) await keeping.choose(connection, true);
  // Also after a cancellation, so that a clicked checkbox shows the choice again.
  session.emitState();
  return isAllowed;
}

export function storageInfo(
  keeping: Pick<StoragePolicy, 'of'>,
  connection: string | undefined,
): StorageInfo {
  const chosen = keeping.of(connection);
  return {
    stored: chosen ?? false,
    isChosen: chosen !== undefined,
    retention: retentionText(),
  };
}
