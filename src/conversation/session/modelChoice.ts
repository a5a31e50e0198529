import * as l10n from '@vscode/l10n';
import { CancelledError, errorMessage } from '../../base/errors';
import { type Conversation, DEFAULT_MODE, type Failure } from '../model/conversation';
import type { ModelInfo } from '../model/protocol';
import { describeFailure } from '../answer/failure';
import { unknownModel } from '../request/modelFacts';
import { canDo, firstMode, type RequestTarget } from '../request/resolveTarget';
import type { SessionServices } from './context';

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
