import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { Emitter, type Event } from '../../base/event';
import { isObject } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import type { Prompts } from '../../platform/prompts';
import type { StatusMemory } from '../../service/modelStatuses';
import { FREE_DAYS, type Interactions, PAID_DAYS } from '../../service/interactions';
import type { Turn } from '../model/conversation';
import type { KeepingInfo } from '../model/interaction';

/** Key of the choices in `globalState`. */
const KEY = 'interactions.stored';
/** Key there of the connections that have no interactions. */
const MISSING_KEY = 'interactions.missing';

/** By the ids of connections. */
interface Noted {
  readonly [connection: string]: unknown;
}

/**
 * Whether the service keeps the interactions of a connection, as the user chose: without a choice, it keeps none. Chosen
 * for all windows, and by the ids of connections.
 */
export class Keeping {
  readonly #memory: StatusMemory;
  readonly #changed = new Emitter<string>();
  /** Another choice was made in this window for a connection. */
  readonly onDidChange: Event<string> = this.#changed.event;

  constructor(memory: StatusMemory) {
    this.#memory = memory;
  }

  /** What was chosen for a connection; undefined where nothing was. */
  of(connection: string | undefined): boolean | undefined {
    const chosen = connection === undefined ? undefined : this.#all[connection];
    return typeof chosen === 'boolean' ? chosen : undefined;
  }

  async choose(connection: string, stored: boolean): Promise<void> {
    await this.#memory.update(KEY, { ...this.#all, [connection]: stored });
    this.#changed.fire(connection);
  }

  /** Whether a connection was seen to have no interactions at all. */
  lacks(connection: string): boolean {
    return this.#missing[connection] === true;
  }

  /** A connection has answered an interaction, or said that it knows none. */
  async noteWhetherThere(connection: string, isThere: boolean): Promise<void> {
    if (this.lacks(connection) !== isThere) return;
    const { [connection]: _, ...others } = this.#missing;
    await this.#memory.update(MISSING_KEY, isThere ? others : { ...others, [connection]: true });
  }

  get #all(): Noted {
    return this.#read(KEY);
  }

  get #missing(): Noted {
    return this.#read(MISSING_KEY);
  }

  #read(key: string): Noted {
    const kept = this.#memory.get(key);
    return isObject(kept) ? kept : {};
  }
}

/**
 * Whether an answer says that there are no interactions at all: a service that has them says in its own words what it
 * does not find.
 */
export function isWithoutInteractions(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  const { httpStatus, bodyExcerpt, message } = error;
  if (httpStatus === 501) return true;
  const isWordless = bodyExcerpt !== undefined || /^\d{3} /.test(message);
  return (httpStatus === 404 || httpStatus === 405) && isWordless;
}

/** Whether something that a request names is not there; what it is, no answer says. */
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
 * Whether a request was refused because the service has no copy of the answer that it goes on from, deleted or kept no
 * longer. From then on it is not listed any more.
 */
export async function isCopyLost(
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

/** How long the service keeps what it was asked to keep, and how it ends before. */
export function retentionText(): string {
  return l10n.t(
    'Stored interactions are deleted after {0} days (paid tier, or less if set for the project) or {1} day (free tier), or when you delete them.',
    PAID_DAYS,
    FREE_DAYS,
  );
}

/** A session, as far as it is needed to ask. */
interface AskingSession {
  readonly services: {
    readonly keeping: Keeping;
    readonly prompts: Pick<Prompts, 'confirm'>;
  };
  readonly target: { readonly connection: string | undefined };
  emitState(): void;
}

/** What an answer in the background needs that is kept. */
export function whyInBackground(): string {
  return l10n.t('To run in the background, an interaction must be stored on the server.');
}

/** Asks whether the service may keep interactions from now on; answers whether it does. */
export async function askToKeep(session: AskingSession, why: string): Promise<boolean> {
  const { keeping, prompts } = session.services;
  const connection = requireConnected(session.target.connection);
  if (keeping.of(connection)) return true;
  const keep = l10n.t('Store Interactions');
  const detail = [
    retentionText(),
    l10n.t('Applies to all conversations on this connection. You can turn it off later.'),
  ].join('\n\n');
  if ((await prompts.confirm(why, { detail, actions: [keep] })) !== keep) return false;
  await keeping.choose(connection, true);
  session.emitState();
  return true;
}

/** What is kept, as the panel says it. */
export function keepingInfo(
  keeping: Pick<Keeping, 'of'>,
  connection: string | undefined,
): KeepingInfo {
  const chosen = keeping.of(connection);
  return {
    stored: chosen ?? false,
    isChosen: chosen !== undefined,
    retention: retentionText(),
  };
}
