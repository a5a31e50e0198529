import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { ask, json } from '../wire';

export type Interaction = Message<'interactions.Interaction'>;
export type Step = Message<'interactions.Step'>;

const PATH = '/v1beta/interactions';

/** Creates interactions, and looks at them. */
export class Interacting {
  readonly #emulator: () => Emulator;

  constructor(emulator: () => Emulator) {
    this.#emulator = emulator;
  }

  /** With `emulator-flash` unless the body says otherwise. */
  async create(body: JsonObject): Promise<Interaction> {
    return (await json(this.#emulator(), PATH, whole(body))) as Interaction;
  }

  async get(id: string | undefined, query = ''): Promise<Interaction> {
    return (await json(this.#emulator(), `${PATH}/${id ?? ''}${query}`)) as Interaction;
  }

  async cancel(id: string | undefined): Promise<Interaction> {
    const answer = await ask(this.#emulator(), `${PATH}/${id ?? ''}/cancel`, { method: 'POST' });
    assert.equal(answer.status, 200, answer.text);
    return JSON.parse(answer.text) as Interaction;
  }

  async stream(body: JsonObject): Promise<readonly JsonObject[]> {
    const answer = await ask(this.#emulator(), PATH, { body: whole({ ...body, stream: true }) });
    assert.equal(answer.status, 200, answer.text);
    return eventsIn(answer.text);
  }

  async follow(id: string | undefined, last?: string): Promise<readonly JsonObject[]> {
    const from = last === undefined ? '' : `&last_event_id=${last}`;
    const answer = await ask(this.#emulator(), `${PATH}/${id ?? ''}?stream=true${from}`);
    assert.equal(answer.status, 200, answer.text);
    return eventsIn(answer.text);
  }

  /** Status, code and text of what refuses a call. */
  async refusal(body: JsonObject): Promise<string> {
    return refusalIn(await ask(this.#emulator(), PATH, { body: whole(body) }));
  }

  async refusalOf(method: string, path: string): Promise<string> {
    return refusalIn(await ask(this.#emulator(), `${PATH}/${path}`, { method }));
  }
}

function whole(body: JsonObject): JsonObject {
  return 'model' in body || 'agent' in body ? body : { model: 'emulator-flash', ...body };
}

function refusalIn({ status, text }: { readonly status: number; readonly text: string }): string {
  const { error } = JSON.parse(text) as { error: { code: string; message: string } };
  return `${status} ${error.code}: ${error.message}`;
}

/** The events of a stream, which must be well formed to the last byte. */
function eventsIn(text: string): readonly JsonObject[] {
  const parts = text.split('\n\n');
  assert.equal(parts.pop(), '', 'the last event ends with a blank line');
  assert.equal(parts.pop(), 'event: done\ndata: [DONE]');
  return parts.map((part) => {
    const [, name, data = ''] = /^event: ([\w.]+)\ndata: ([^\r\n]*)$/.exec(part) ?? [];
    const event = JSON.parse(data) as JsonObject;
    assert.equal(event.event_type, name);
    return event;
  });
}

/** The text that an interaction says. */
export function said({ steps = [] }: Interaction): string {
  return steps
    .flatMap((step) => (step.type === 'model_output' ? (step.content ?? []) : []))
    .map((one) => ('text' in one ? (one.text ?? '') : ''))
    .join('');
}

export function types({ steps = [] }: Interaction): readonly string[] {
  return steps.map(({ type }) => type ?? '');
}
