import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { ask, type Answer } from '../emulator/wire';
import type { Wire } from './example';
import { multipartBody } from './multipart';
import type { Step } from './preparation';

type Request = Pick<Wire, 'request' | 'body' | 'parts'>;

const BOUNDARY = 'example-boundary';

/** Sends literal requests to an emulator, as its demo user. */
export class LiteralClient {
  readonly #emulator: Emulator;
  // Names that the examples use, and those that the emulator chose in their place.
  readonly #names = new Map<string, string>();

  constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  async prepare(steps: readonly Step[]): Promise<void> {
    for (const step of steps) {
      const answer = await this.send(step);
      if (answer.status === 501) continue;
      assert.equal(answer.status, 200, `${step.request}: ${answer.text}`);
      const { name } = JSON.parse(answer.text) as JsonObject;
      if (step.standsFor === undefined) continue;
      assert.ok(typeof name === 'string', `${step.request} answers no name.`);
      this.#names.set(step.standsFor, name);
    }
  }

  send({ request, body, parts }: Request): Promise<Answer> {
    const [method = '', target = ''] = request.split(' ');
    const raw = parts ? multipartBody(BOUNDARY, parts) : body && this.#named(body);
    return ask(this.#emulator, this.#named(target), {
      method,
      anonymous: true,
      headers: {
        authorization: `Bearer ${this.#emulator.accessToken}`,
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
