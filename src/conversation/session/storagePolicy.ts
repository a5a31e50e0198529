import * as l10n from '@vscode/l10n';
import type { Client } from '../../api/call';
import { ServiceError } from '../../api/errors';
import { errorMessage } from '../../base/errors';
import { Emitter, type Event } from '../../base/event';
import { isObject } from '../../base/json';
import { requireConnected } from '../../platform/errors';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import type { Connections } from '../../service/connection';
import type { StatusMemory } from '../../service/modelStatuses';
import {
  FREE_DAYS,
  type InteractionChange,
  type Interactions,
  PAID_DAYS,
} from '../../service/interactions';
import type { Conversation, ModelTurn, Turn, TurnInteraction } from '../model/conversation';
import type { StorageInfo } from '../model/interaction';
import { turnText } from '../model/turns';
import type { Clock } from '../../base/clock';
import type { Activity } from '../../platform/activity';
import type { Log } from '../../platform/log';
import type { Services } from '../../service/services';

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

const MAX_TITLE_LENGTH = 200;

interface NoteServices extends Pick<Services, 'interactions'> {
  readonly activity: Pick<Activity, 'follow'>;
  readonly clock: Clock;
  readonly log: Log;
}

interface NotedConversation {
  readonly conversation: Pick<Conversation, 'id' | 'turns' | 'title'>;
  readonly turn: Pick<ModelTurn, 'id' | 'model' | 'version' | 'interaction'>;
}

/**
 * Adds a stored response to this machine's list of interactions. Background responses become jobs. Never
 * rejects.
 */
export async function noteStarted(
  { interactions, activity, clock, log }: NoteServices,
  { conversation, turn }: NotedConversation,
): Promise<void> {
  const { interaction, version, model } = turn;
  if (interaction?.id === undefined || !interaction.stored || interaction.gone) return;
  const { id, connection = '', agent, background, previous, environment } = interaction;
  const { created = new Date(clock.now()).toISOString() } = interaction;
  await interactions.begin({
    id,
    connection,
    version,
    created,
    conversation: conversation.id,
    turn: turn.id,
    title: titleOf(conversation),
    ...(agent === undefined ? { model } : { agent }),
    ...(background && { background }),
    ...(previous !== undefined && { previous }),
    ...(environment !== undefined && { environment }),
    ...progressOf(interaction),
  });
  if (!background) return;
  try {
    await activity.follow({
      connection,
      startedBy: 'interactions.create',
      name: `interactions/${id}`,
      version,
      title: titleOf(conversation),
    });
  } catch (error) {
    log.warn(`playground: couldn’t track ${id}: ${errorMessage(error)}`);
  }
}

export async function noteProgress(
  { interactions, clock }: Pick<NoteServices, 'interactions' | 'clock'>,
  interaction: TurnInteraction | undefined,
): Promise<void> {
  const { id, connection = '', stored, gone } = interaction ?? {};
  if (!interaction || id === undefined || !stored) return;
  if (gone) await interactions.forget({ connection, id });
  else {
    const seen = new Date(clock.now()).toISOString();
    await interactions.change({ connection, id }, { ...progressOf(interaction), seen });
  }
}

function progressOf({ status, lastEventId, steps }: TurnInteraction): InteractionChange {
  return {
    ...(status !== undefined && { status }),
    ...(lastEventId !== undefined && { lastEventId }),
    steps: steps.length,
  };
}

function titleOf({ turns, title }: NotedConversation['conversation']): string {
  const asked = turns.findLast(({ role }) => role === 'user');
  const [line = ''] = (asked ? turnText(asked) : '').trim().split(/[\r\n]/);
  return line === '' ? title : line.slice(0, MAX_TITLE_LENGTH);
}

/** Cancels a background interaction on the server. Returns its status; undefined if unknown. */
export async function cancelInteraction(
  { clients, log }: Pick<Services, 'clients'> & Pick<NoteServices, 'log'>,
  { id, connection = '' }: Pick<TurnInteraction, 'id' | 'connection'>,
): Promise<string | undefined> {
  if (id === undefined) return undefined;
  try {
    const client = await clients.get(connection);
    const { status } = await client.call('interactions.cancel', { name: `interactions/${id}` });
    return status;
  } catch (error) {
    log.warn(`interactions.cancel: ${errorMessage(error)}`);
    return undefined;
  }
}
