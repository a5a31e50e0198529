import * as l10n from '@vscode/l10n';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import { textAt } from '../../base/json';
import type { Conversation, ModelTurn } from '../model/conversation';
import type { TurnInteraction } from '../model/interaction';
import { turnText } from '../model/turns';
import type { InteractionChange } from '../../service/interactions';
import type { SessionServices } from './context';
import type { InteractionStart } from '../answer/stepCollector';
import { ServiceError } from '../../api/errors';
import type { PreparedRequest, PrepareContext } from '../answer/answerRun';
import { followInteraction } from '../request/interactionBody';

const MAX_TITLE_LENGTH = 200;

export function interactionStart(
  body: JsonObject,
  connection: string | undefined,
): InteractionStart {
  const { previous_interaction_id: previous, environment } = body;
  const agent = textAt(body, 'agent');
  return {
    stored: body.store === true,
    ...(body.background === true && { background: true }),
    ...(typeof previous === 'string' && { previous }),
    ...(connection !== undefined && { connection }),
    ...(agent !== '' && { agent }),
    ...(typeof environment === 'string' && environment !== 'remote' && { environment }),
  };
}

type NoteServices = Pick<SessionServices, 'interactions' | 'activity' | 'clock' | 'log'>;

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
    ...{ id, connection, version, created, conversation: conversation.id, turn: turn.id },
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
      ...{ connection, startedBy: 'interactions.create', name: `interactions/${id}`, version },
      title: titleOf(conversation),
    });
  } catch (error) {
    log.warn(`playground: couldn’t track ${id}: ${errorMessage(error)}`);
  }
}

export async function noteProgress(
  { interactions, clock }: Pick<SessionServices, 'interactions' | 'clock'>,
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
  { clients, log }: Pick<SessionServices, 'clients' | 'log'>,
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

interface ResumeRequestDeps {
  readonly services: Pick<SessionServices, 'clients' | 'clock' | 'connections'>;
  readonly of: ModelTurn;
  readonly onPrepared: (prepared: PreparedRequest) => void;
  readonly onGone: () => void;
}

/** Resumes the stream of a stored response after the last received event. */
export class ResumeRequest implements PrepareContext {
  readonly #parts: ResumeRequestDeps;

  constructor(parts: ResumeRequestDeps) {
    this.#parts = parts;
  }

  async prepare(): Promise<PreparedRequest> {
    const { services, of, onPrepared } = this.#parts;
    const { clients, clock, connections } = services;
    const { interaction, model, version, mode } = of;
    const { id, lastEventId, connection = '' } = interaction ?? {};
    if (id === undefined || !connections.find(connection)) {
      throw new AppError(
        'unknownConnection',
        l10n.t('The connection of this interaction no longer exists.'),
      );
    }
    const client = await clients.get(connection);
    const source = { id, ...(lastEventId !== undefined && { lastEventId }) };
    const prepared: PreparedRequest = {
      ...{ operation: 'interactions.get', input: { model, body: {} }, version, mode },
      pieces: (options) => followInteraction(client, source, { ...options, clock }),
    };
    onPrepared(prepared);
    return prepared;
  }

  recover(error: unknown): Promise<PreparedRequest> {
    if (error instanceof ServiceError && error.httpStatus === 404) this.#parts.onGone();
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
