import type { UploadSession } from '../../api/upload/upload';
import { errorMessage } from '../../base/errors';
import type { Log } from '../../platform/log';
import type { SecretTexts } from '../room';
import type { UploadJob } from './job';

/**
 * The addresses of unfinished uploads: each opens its upload to everyone who has it, so that only VS Code's
 * SecretStorage keeps them. Where that fails, an upload goes on, though not in another window.
 */
export class SessionSecrets {
  readonly #secrets: SecretTexts;
  readonly #log: Log;
  readonly #known = new Map<string, string>();

  constructor(secrets: SecretTexts, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /** Undefined where it was not begun at the service, or where its address is gone. */
  async of({ id, granularity }: UploadJob): Promise<UploadSession | undefined> {
    if (granularity === undefined) return undefined;
    const url = this.#known.get(id) ?? (await this.#try(() => this.#secrets.get(keyOf(id))));
    return url === undefined ? undefined : { url, granularity };
  }

  async keep(id: string, { url }: UploadSession): Promise<void> {
    this.#known.set(id, url);
    await this.#try(() => this.#secrets.store(keyOf(id), url));
  }

  async forget(id: string): Promise<void> {
    this.#known.delete(id);
    await this.#try(() => this.#secrets.delete(keyOf(id)));
  }

  async #try<T>(work: () => PromiseLike<T>): Promise<T | undefined> {
    try {
      return await work();
    } catch (error) {
      this.#log.warn(`files: secrets can't be kept here: ${errorMessage(error)}`);
      return undefined;
    }
  }
}

function keyOf(id: string): string {
  return `upload.${id}`;
}
