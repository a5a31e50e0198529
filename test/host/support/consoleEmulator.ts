import assert from 'node:assert/strict';
import type { OperationId } from '../../../src/api/operations';
import type { Version } from '../../../src/api/versions';
import type { EmulatorAddress } from '../../../src/service/emulator';

/** A request as the emulator saw it. */
export interface SeenRequest {
  readonly method: string;
  readonly target: string;
  readonly operation?: OperationId;
  readonly version?: Version;
  readonly credential?: string;
  readonly status?: number;
  readonly body?: string;
}

/** The emulator of the window, steered from outside as any client would. */
export class EmulatorControl {
  readonly #address: EmulatorAddress;

  constructor(address: EmulatorAddress) {
    this.#address = address;
  }

  async answerAtOnce(): Promise<void> {
    await this.control('POST', 'speed', { latency: 0, rate: 0 });
  }

  /** Back to the demo seed. Nothing is waited for, and no request is known. */
  async reset(): Promise<void> {
    await this.control('POST', 'reset');
    await this.control('DELETE', 'log');
  }

  /** As if nobody had asked for anything yet. */
  async forget(): Promise<void> {
    await this.control('DELETE', 'log');
  }

  /** Every request so far, oldest first. */
  async seen(): Promise<readonly SeenRequest[]> {
    return (await this.control<{ entries: readonly SeenRequest[] }>('GET', 'log')).entries;
  }

  /** Creates a resource as the demo user, and gives its name: with its collection, where it has an id alone. */
  async make(collection: string, body: object): Promise<string> {
    const made = await this.#send<{ name?: string; id?: string }>(
      ...(['POST', `v1beta/${collection}`, body] as const),
    );
    return made.id === undefined ? (made.name ?? '') : `${collection}/${made.id}`;
  }

  /** @param path With its version, such as `v1beta/corpora`. */
  async get<T>(path: string): Promise<T> {
    return await this.#send<T>('GET', path);
  }

  /** Changes a resource as somebody else would. @param path With its version and its query. */
  async patch(path: string, body: object): Promise<void> {
    await this.#send('PATCH', path, body);
  }

  async control<T>(method: string, action: string, body?: object): Promise<T> {
    const headers = { 'x-emulator-control': this.#address.controlToken };
    return await this.#fetch<T>(method, `$emulator/${action}`, headers, body);
  }

  async #send<T>(method: string, path: string, body?: object): Promise<T> {
    const headers = { authorization: `Bearer ${this.#address.accessToken}` };
    return await this.#fetch<T>(method, path, headers, body);
  }

  async #fetch<T>(method: string, path: string, headers: object, body?: object): Promise<T> {
    const answer = await fetch(`${this.#address.baseUrl}/${path}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    assert.equal(answer.status, 200, `${method} ${path}: ${text}`);
    return JSON.parse(text) as T;
  }
}
