import assert from 'node:assert/strict';
import { ServiceError, TransportError } from '../../../../src/api/errors';
import { decodeErrorEnvelope } from '../../../../src/api/errors/decode';
import {
  accumulateInteraction,
  type InteractionEvent,
} from '../../../../src/api/interactions/accumulate';
import {
  type InteractionSource,
  InteractionStream,
  type StreamBreak,
} from '../../../../src/api/interactions/stream';
import { EagerClock } from '../../../fakes/eagerClock';
import { type Break, eventsOf, OneInteraction, reset, WHOLE } from './script';

const ASK: InteractionSource = { body: { model: 'm', input: 'Sing' } };
const EVENTS = eventsOf(() => true);
const HALF = (): number => 0.5;

interface Heard {
  readonly events: readonly InteractionEvent[];
  readonly error: unknown;
  readonly clock: EagerClock;
  readonly breaks: readonly StreamBreak[];
}

async function hear(service: OneInteraction, source: InteractionSource = ASK): Promise<Heard> {
  const clock = new EagerClock();
  const events: InteractionEvent[] = [];
  const breaks: StreamBreak[] = [];
  const onBreak = (one: StreamBreak): number => breaks.push(one);
  const stream = new InteractionStream(service, source, { clock, random: HALF, onBreak });
  try {
    for await (const event of stream) events.push(event);
  } catch (error) {
    return { events, error, clock, breaks };
  }
  return { events, error: undefined, clock, breaks };
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function firstOnly(cut: Break): (request: number) => Break {
  return (request) => (request === 0 ? cut : undefined);
}

describe('the stream of an interaction', () => {
  it('goes on after a break at any event, with nothing twice and nothing lost', async () => {
    for (let after = 1; after <= EVENTS.length; after++) {
      for (const again of [0, 1, 4]) {
        const service = new OneInteraction(EVENTS, firstOnly({ after, error: reset() }), again);
        const { events, error } = await hear(service);
        assert.equal(error, undefined, `after ${after}`);
        assert.deepEqual(events, EVENTS, `after ${after}, ${again} again`);
        assert.equal(sorted(accumulateInteraction(events)), sorted(WHOLE));
        // What was complete needs no second look.
        assert.equal(service.requests.length, after === EVENTS.length ? 1 : 2);
        if (after === EVENTS.length) continue;
        assert.deepEqual(service.requests[1], {
          operation: 'interactions.get',
          input: { name: 'interactions/v1_x', stream: true, last_event_id: `e${after - 1}` },
        });
      }
    }
  });

  it('waits longer each time, gives up after eight breaks in a row, and keeps what came', async () => {
    const service = new OneInteraction(EVENTS, (request) => ({
      after: request === 0 ? 5 : 0,
      error: reset(),
    }));
    const { events, error, clock } = await hear(service);
    assert.deepEqual(events, EVENTS.slice(0, 5));
    assert.ok(error instanceof TransportError);
    assert.match(error.hint ?? '', /may still be running/);
    assert.deepEqual(clock.waits, [500, 1000, 2000, 4000, 8000, 15_000, 15_000]);
    assert.equal(service.requests.length, 8);
  });

  it('ends with the first break where nothing is kept, and says so', async () => {
    const service = new OneInteraction(EVENTS, firstOnly({ after: 7, error: reset() }));
    const body = { model: 'm', input: 'Sing', store: false };
    const { events, error } = await hear(service, { body });
    assert.deepEqual(events, EVENTS.slice(0, 7));
    assert.ok(error instanceof TransportError);
    assert.match(
      error.hint ?? '',
      /interaction isn’t stored on the server.*Send the request again/,
    );
    assert.equal(service.requests.length, 1);
  });

  it('comes back to one that runs, after the event that was seen last', async () => {
    const service = new OneInteraction(EVENTS, firstOnly({ after: 3, error: reset() }));
    const { events } = await hear(service, { id: 'v1_x', lastEventId: 'e4' });
    assert.deepEqual(events, EVENTS.slice(5));
    assert.deepEqual(
      service.requests.map(({ input }) => input.last_event_id),
      ['e4', 'e7'],
    );
  });

  it('says that an interaction is gone', async () => {
    const gone = decodeErrorEnvelope({ error: { code: 'not_found', message: 'Nothing.' } }, 404);
    const service = new OneInteraction(EVENTS, (request) =>
      request === 0 ? { after: 4, error: reset() } : { after: 0, error: gone },
    );
    const { events, error } = await hear(service);
    assert.deepEqual(events, EVENTS.slice(0, 4));
    assert.ok(error instanceof ServiceError);
    assert.match(error.hint ?? '', /deleted or has expired/);
    assert.equal(service.requests.length, 2);
  });

  it('ends with an error that the stream tells, without asking again', async () => {
    const told = decodeErrorEnvelope({ error: { code: 'safety', message: 'No.' } }, undefined);
    const service = new OneInteraction(EVENTS, firstOnly({ after: 4, error: told }));
    assert.equal((await hear(service)).error, told);
    assert.equal(service.requests.length, 1);
  });

  it('is over when the loop is left', async () => {
    const service = new OneInteraction(EVENTS, () => undefined);
    const stream = new InteractionStream(service, ASK, { clock: new EagerClock() });
    for await (const event of stream) {
      assert.equal(event.event_id, 'e0');
      break;
    }
    assert.deepEqual(await stream.next(), { value: undefined, done: true });
    assert.deepEqual([stream.id, stream.lastEventId], ['v1_x', 'e0']);
  });
});
