import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { type Answer, ask, errorOf, type Sent } from './wire';

/** One request of the signed-in demo user, below `/v1beta/` unless the path says otherwise. */
export function askAsUser(
  emulator: Emulator,
  request: string,
  body?: unknown,
  sent: Sent = {},
): Promise<Answer> {
  const [method = '', path = ''] = request.split(' ');
  return ask(emulator, path.startsWith('/') ? path : `/v1beta/${path}`, {
    method,
    anonymous: true,
    ...(body === undefined ? {} : { body }),
    ...sent,
    headers: { authorization: `Bearer ${emulator.accessToken}`, ...sent.headers },
  });
}

/** What most requests answer. */
type Resource = JsonObject & {
  readonly name: string;
  readonly createTime: string;
  readonly updateTime: string;
};

/** The answer of a request that succeeds, such as `POST corpora`. */
export async function call(emulator: Emulator, request: string, body?: unknown): Promise<Resource> {
  const answer = await askAsUser(emulator, request, body);
  assert.equal(answer.status, 200, `${request}: ${answer.text}`);
  return JSON.parse(answer.text) as Resource;
}

/** The message of the error that refuses a request. */
export async function refusal(
  emulator: Emulator,
  request: string,
  status: number,
  body?: unknown,
): Promise<string> {
  const answer = await askAsUser(emulator, request, body);
  assert.equal(answer.status, status, `${request}: ${answer.text}`);
  return errorOf(answer).message;
}
