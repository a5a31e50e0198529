import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/call';
import {
  type Interaction,
  InteractionAccumulator,
} from '../../../../src/api/interactions/accumulate';
import {
  ContinuedStream,
  type InteractionBody,
  createWithContinuation,
} from '../../../../src/api/interactions/continuation';
import type { JsonObject } from '../../../../src/api/schema/row';
import { EagerClock } from '../../../fakes/eagerClock';
import { control, useEmulator } from '../../emulator/wire';
import { said, types } from '../../emulator/interactions/interacting';
import { Rigs } from '../harness';

const STORY: InteractionBody = {
  model: 'emulator-pro',
  input: 'Tell me a story [[continuation:3]] [[think]]',
};

/** What depends on when and how often it was asked. */
function comparable(given: Interaction): JsonObject {
  const { id: _id, created: _created, updated: _updated, ...rest } = given as JsonObject;
  const { continuation_ids: ids } = rest;
  return { ...rest, continuation_ids: (ids as readonly string[]).length };
}

describe('an answer that is longer than one call gives', () => {
  const emulator = useEmulator({ clock: new EagerClock() });
  const rigs = new Rigs();
  let client: Client;
  let whole: Interaction;

  before(async () => {
    const { baseUrl, apiKey } = emulator();
    ({ client } = rigs.connect(baseUrl, { as: { kind: 'apiKey', key: apiKey } }));
    const body = { ...STORY, input: 'Tell me a story [[think]]' };
    whole = await client.call('interactions.create', { body });
  });
  beforeEach(() => control(emulator(), 'DELETE', 'log'));
  afterEach(() => control(emulator(), 'DELETE', 'faults'));
  after(() => rigs.closeAll());

  /** The bodies of the calls that were made. */
  async function asked(): Promise<readonly JsonObject[]> {
    const { entries } = await control(emulator(), 'GET', 'log');
    return (entries as readonly JsonObject[])
      .filter(({ operation }) => operation === 'interactions.create')
      .map(({ body }) => JSON.parse(String(body)) as JsonObject);
  }

  async function read(body: InteractionBody): Promise<{
    readonly made: Interaction;
    readonly events: readonly JsonObject[];
  }> {
    const stream = new ContinuedStream(client, { body }, { clock: new EagerClock() });
    const accumulator = new InteractionAccumulator();
    const events: JsonObject[] = [];
    for await (const event of stream) {
      accumulator.add(event);
      events.push(event as JsonObject);
    }
    return { made: accumulator.interaction(), events };
  }

  it('is asked for to its end, and is one interaction', async () => {
    const parts: Interaction[] = [];
    const made = await createWithContinuation(client, STORY, {
      onPart: (part) => parts.push(part),
    });
    assert.equal(said(made), said(whole));
    assert.deepEqual(types(made), ['thought', 'thought', ...Array<string>(3).fill('model_output')]);
    assert.deepEqual([made.status, made.continuation_token], ['completed', undefined]);
    const { continuation_ids: ids } = made as JsonObject;
    assert.deepEqual([(ids as string[]).length, (ids as string[])[2]], [3, made.id]);
    assert.equal('previous_interaction_id' in made, false);
    assert.equal(made.usage?.total_output_tokens, whole.usage?.total_output_tokens);
    assert.equal(made.usage?.initial_input_tokens, whole.usage?.total_input_tokens);
    assert.deepEqual(
      parts.map(({ status, steps = [] }) => [status, steps.length]),
      [
        ['requires_continuation', 3],
        ['requires_continuation', 4],
      ],
    );
    const [, second, third] = await asked();
    assert.deepEqual(
      [second?.input, second?.previous_interaction_id, third?.previous_interaction_id],
      [undefined, (ids as string[])[0], (ids as string[])[1]],
    );
  });

  it('is one stream, which adds up to the same', async () => {
    const { made, events } = await read(STORY);
    assert.deepEqual(comparable(made), comparable(await createWithContinuation(client, STORY)));
    const starts = events.filter(({ event_type: type }) => type === 'step.start');
    assert.deepEqual(
      starts.map(({ index }) => index),
      [0, 1, 2, 3, 4],
    );
  });
});
