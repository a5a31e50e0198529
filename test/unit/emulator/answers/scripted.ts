import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { type Answer, ask, control, events, json } from '../wire';

export const MODEL = 'gemini-3.8-flash';

/** Talks to an emulator by rules, each test in a session of its own. */
export class Scripted {
  static #sessions = 0;
  readonly #emulator: Emulator;

  /** @param rules in place of all others of the session. */
  static async with(emulator: Emulator, rules: readonly JsonObject[]): Promise<Scripted> {
    Scripted.#sessions += 1;
    const baseUrl = `${emulator.baseUrl}/s/answers-${Scripted.#sessions}`;
    const on = new Scripted({ ...emulator, baseUrl });
    await control(on.#emulator, 'POST', 'mocks', { mocks: rules, replace: true });
    return on;
  }

  private constructor(emulator: Emulator) {
    this.#emulator = emulator;
  }

  get emulator(): Emulator {
    return this.#emulator;
  }

  ask(body: JsonObject | string, model = MODEL, method = 'generateContent'): Promise<Answer> {
    const sent = typeof body === 'string' ? said(body) : body;
    return ask(this.#emulator, `/v1beta/models/${model}:${method}`, { body: sent });
  }

  async generate(body: JsonObject | string, model = MODEL): Promise<JsonObject> {
    const answer = await this.ask(body, model);
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as JsonObject;
  }

  /** The text of what is answered. */
  async text(body: JsonObject | string, model = MODEL): Promise<string> {
    return textIn(await this.generate(body, model));
  }

  async stream(body: JsonObject | string): Promise<readonly JsonObject[]> {
    const answer = await this.ask(body, MODEL, 'streamGenerateContent?alt=sse');
    assert.equal(answer.status, 200, answer.text);
    return events(answer.text);
  }

  interact(body: JsonObject): Promise<JsonObject> {
    return json(this.#emulator, '/v1beta/interactions', { model: MODEL, ...body });
  }

  control(method: string, path: string, body?: unknown): Promise<JsonObject> {
    return control(this.#emulator, method, path, body);
  }
}

/** A request with one message of the user. */
export function said(text: string, more: JsonObject = {}): JsonObject {
  return { contents: [{ role: 'user', parts: [{ text }] }], ...more };
}

export interface Part {
  readonly text?: string;
  readonly thought?: boolean;
  readonly thoughtSignature?: string;
  readonly functionCall?: { readonly id: string; readonly name: string; readonly args: JsonObject };
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
}

export interface Candidate {
  readonly index?: number;
  readonly content?: { readonly parts: readonly Part[] };
  readonly finishReason?: string;
  readonly groundingMetadata?: JsonObject;
  readonly citationMetadata?: JsonObject;
}

export function candidatesIn({ candidates = [] }: JsonObject): readonly Candidate[] {
  return candidates as unknown as readonly Candidate[];
}

export function partsIn(message: JsonObject): readonly Part[] {
  return candidatesIn(message).flatMap(({ content }) => content?.parts ?? []);
}

export function textIn(message: JsonObject): string {
  return partsIn(message)
    .map(({ text = '', thought }) => (thought ? '' : text))
    .join('');
}
