import * as l10n from '@vscode/l10n';
import { ServiceError } from '../../api/errors';
import { AppError } from '../../base/errors';
import type { ModelTurn } from '../model/conversation';
import type { Prepared, Preparing } from '../answer/answerRun';
import type { SessionServices } from './context';
import { followInteraction } from '../request/interactionEvents';

export interface ResumeRequestDeps {
  readonly services: Pick<SessionServices, 'clients' | 'clock' | 'connections'>;
  /** The answer that is read on. */
  readonly of: ModelTurn;
  readonly onPrepared: (prepared: Prepared) => void;
  /** The service has it no more. */
  readonly onGone: () => void;
}

/** Reads on in an answer that the service keeps: after the last event that came of it. */
export class ResumeRequest implements Preparing {
  readonly #parts: ResumeRequestDeps;

  constructor(parts: ResumeRequestDeps) {
    this.#parts = parts;
  }

  async prepare(): Promise<Prepared> {
    const { services, of, onPrepared } = this.#parts;
    const { clients, clock, connections } = services;
    const { interaction, model, version, mode } = of;
    const { id, lastEventId, connection = '' } = interaction ?? {};
    if (id === undefined || !connections.find(connection)) {
      throw new AppError(
        'unknownConnection',
        l10n.t('The connection that this interaction was begun with is gone.'),
      );
    }
    const client = await clients.get(connection);
    const source = { id, ...(lastEventId !== undefined && { lastEventId }) };
    const prepared: Prepared = {
      ...{ operation: 'interactions.get', input: { model, body: {} }, version, mode },
      pieces: (options) => followInteraction(client, source, { ...options, clock }),
    };
    onPrepared(prepared);
    return prepared;
  }

  recover(error: unknown): Promise<Prepared> {
    if (error instanceof ServiceError && error.httpStatus === 404) this.#parts.onGone();
    return Promise.reject(error instanceof Error ? error : new Error(String(error)));
  }
}
