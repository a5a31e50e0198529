import assert from 'node:assert/strict';
import { Agent } from 'node:http';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { ask, type Answer } from '../emulator/wire';
import type { Wire } from './example';
import { multipartBody } from './multipart';
import type { Step } from './preparation';

type Request = Pick<Wire, 'request' | 'body' | 'bytes' | 'parts'>;

const BOUNDARY = 'example-boundary';

/** Sends literal requests to an emulator, as its demo user. */
export class LiteralClient {
  readonly #emulator: Emulator;
  // Names that the examples use, and those that the emulator chose in their place.
  readonly #names = new Map<string, string>();
  // They end with the emulator.
  readonly #agent = new Agent({ keepAlive: true });

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  async prepare(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const answer = await this.send(step);
      assert.equal(answer.status, 200, `${step.request}: ${answer.text}`);
      if (step.standsFor === undefined) continue;
      // The younger part of the service answers ids alone.
      const key = step.standsFor.includes('/') ? 'name' : 'id';
      const { [key]: made } = JSON.parse(answer.text) as JsonObject;
      assert.ok(typeof made === 'string', `${step.request} answers no ${key}.`);
      this.#names.set(step.standsFor, made);
    }
  }

  send({ request, body, bytes, parts }: Request): Promise<Answer> {
    const [method = '', target = ''] = request.split(' ');
    const json = body && this.#named(body);
    const raw = parts ? multipartBody(BOUNDARY, parts) : (bytes?.data ?? json);
    return ask(this.#emulator, this.#named(target), {
      method,
      anonymous: true,
      agent: this.#agent,
      headers: {
        authorization: `Bearer ${this.#emulator.accessToken}`,
        ...(bytes && {
          'content-type': bytes.contentType,
          'x-goog-upload-protocol': 'raw',
        }),
        ...(parts && {
          'content-type': `multipart/related; boundary=${BOUNDARY}`,
          'x-goog-upload-protocol': 'multipart',
        }),
      },
      ...(raw === undefined ? {} : { raw }),
    });
  }

  #named(text: string): string {
    let named = text;
    for (const [literal, real] of this.#names) named = named.replaceAll(literal, real);
    return named;
  }
}
