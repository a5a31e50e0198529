import assert from 'node:assert/strict';
import type { Client } from '../../../../src/api/call';
import {
  type Interaction,
  InteractionAccumulator,
} from '../../../../src/api/interactions/accumulate';
import { type InteractionSource, InteractionStream } from '../../../../src/api/interactions/stream';
import type { BodyInput } from '../../../../src/api/schema/infer';
import { textAt } from '../../../../src/base/json';
import type { JsonObject } from '../../../../src/api/schema/row';
import { EagerClock } from '../../../fakes/eagerClock';
import { ask, control, useEmulator } from '../../emulator/wire';
import { Rigs } from '../harness';

type Body = BodyInput<'interactions.CreateInteractionBody'>;

const RESEARCH: Body = {
  agent: 'deep-research-preview-04-2026',
  background: true,
  input: 'What do the field notes say about tortoises and the lighthouse?',
  agent_config: { type: 'deep-research', thinking_summaries: 'auto', visualization: 'auto' },
};

/** As JSON with sorted keys, without when it changed last. */
function sorted({ updated: _updated, ...value }: JsonObject): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

/** What a stream came to. */
interface Reading {
  readonly made: Interaction;
  readonly count: number;
  readonly places: readonly number[];
}

/** What an event is, and of which kind what it adds. */
function kindOf({ event_type: type, index, delta }: JsonObject): string {
  return [type, index, textAt((delta ?? {}) as JsonObject, 'type')].join();
}

/** Each signature of an interaction with the step that it belongs to. */
function signatures({ steps = [] }: Interaction): readonly unknown[] {
  return steps.flatMap((step, index) => ('signature' in step ? [[index, step.signature]] : []));
}

describe('an interaction whose connection breaks', () => {
  // A wait is over as soon as somebody waits, on both sides: what runs in the background goes on while it is followed.
  const emulator = useEmulator({ clock: new EagerClock() });
  const rigs = new Rigs();
  let client: Client;
  let breaks: number;

  before(() => {
    const { baseUrl, apiKey } = emulator();
    ({ client } = rigs.connect(baseUrl, { as: { kind: 'apiKey', key: apiKey } }));
  });
  beforeEach(() => (breaks = 0));
  afterEach(() => control(emulator(), 'DELETE', 'faults'));
  after(() => rigs.closeAll());

  const reset = (operation: string, after: number, count: number): Promise<unknown> =>
    control(emulator(), 'POST', 'faults', { kind: 'reset', operation, after, count });

  function open(source: InteractionSource): InteractionStream {
    const onBreak = (): number => (breaks += 1);
    return new InteractionStream(client, source, { clock: new EagerClock(), onBreak });
  }

  /** What a stream adds up to, how many events it had, and the places between two of different kinds. */
  async function read(stream: InteractionStream): Promise<Reading> {
    const accumulator = new InteractionAccumulator();
    const kinds: string[] = [];
    for await (const event of stream) {
      accumulator.add(event);
      kinds.push(kindOf(event as JsonObject));
    }
    // In a row of pieces of one text a break is the same anywhere: one within it stands for all.
    const places = kinds.flatMap((kind, at) => (kind === kinds[at - 2] ? [] : [at])).slice(1);
    return { made: accumulator.interaction(), count: kinds.length, places };
  }

  /** What the service says of an interaction, without what was put into it. */
  async function get(id: string | undefined): Promise<Interaction> {
    const { text } = await ask(emulator(), `/v1beta/interactions/${id ?? ''}?include_input=false`);
    return JSON.parse(text) as Interaction;
  }

  function assertSame(made: Interaction, got: Interaction, message: string): void {
    assert.equal(sorted(made as JsonObject), sorted(got as JsonObject), message);
    assert.deepEqual(signatures(made), signatures(got));
    assert.ok(signatures(got).length > 0);
  }

  it('is whole after a break at any event of a research run in the background', async () => {
    const { id } = await client.call('interactions.create', { body: RESEARCH });
    const source = { id: id ?? '' };
    const { count, places } = await read(open(source));
    assert.ok(places.length > 10, `${places.length}`);
    const got = await get(id);
    assert.equal(got.status, 'completed');
    for (const [index, after] of places.filter((_, at) => at % 4 === 0).entries()) {
      await reset('interactions.get', after, 1);
      const again = await read(open(source));
      assert.deepEqual([again.count, breaks], [count, index + 1]);
      assertSame(again.made, got, `after ${after}`);
    }
  });
});
