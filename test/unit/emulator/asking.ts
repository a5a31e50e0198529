import assert from 'node:assert/strict';
import type { Message } from '../../../src/api/schema/infer';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Emulator } from '../../../src/emulator/options';
import { ask, errorOf, generate, type Generated } from './wire';

export type Usage = Message<'GenerateContentResponse.UsageMetadata'>;
type Candidate = Message<'Candidate'>;

/** Asks for answers to one text, and for refusals of it. */
export class Asking {
  readonly #emulator: () => Emulator;

  constructor(emulator: () => Emulator) {
    this.#emulator = emulator;
  }

  /** The answer of `emulator-flash`. @param extra further fields of the request. */
  answer(text: string, extra: JsonObject = {}): Promise<Generated> {
    return generate(this.#emulator(), { contents: [user(text)], ...extra });
  }

  async candidate(text: string, extra: JsonObject = {}): Promise<Candidate> {
    return (await this.answer(text, extra)).candidates?.[0] as Candidate;
  }

  /** The message of the error that refuses a body. */
  async refusal(body: JsonObject, status = 400): Promise<string> {
    const path = '/v1beta/models/emulator-flash:generateContent';
    const got = await ask(this.#emulator(), path, { body: { contents: [user('Hi')], ...body } });
    assert.equal(got.status, status, got.text);
    return errorOf(got).message;
  }
}

export function usageOf(generated: Generated): Usage {
  return generated.usageMetadata ?? {};
}

export const user = (text: string): JsonObject => ({ role: 'user', parts: [{ text }] });
export const model = (text: string): JsonObject => ({ role: 'model', parts: [{ text }] });
export const partsOf = (answer: Generated): readonly JsonObject[] =>
  answer.candidates?.[0]?.content?.parts ?? [];
