import assert from 'node:assert/strict';
import { decodeErrorEnvelope } from '../../../src/api/errors/decode';
import type { JsonObject } from '../../../src/api/schema/row';
import { openFollower } from './followerWorld';
import { abortable } from '../../../src/base/async';
import { CancelledError } from '../../../src/base/errors';
import type { FollowedOperation } from '../../../src/platform/activity';
import { FakeClients } from '../../fakes/client';
import { FakeClock } from '../../fakes/clock';
import { FakeFiles } from '../../fakes/files';
import { interactionRecord, interactionsIn } from '../../fakes/interactions';
import { settled } from '../../fakes/settle';

const KEY = { connection: 'c1', id: 'v1_a' };
const RUN: FollowedOperation = {
  connection: 'c1',
  startedBy: 'interactions.create',
  name: 'interactions/v1_a',
  version: 'v1',
  title: 'Tides',
};
/** Events as the service tells them, one `e<n>` after the other. */
class Script {
  readonly #events: JsonObject[] = [];
  #wake = Promise.withResolvers<undefined>();
  /** After which events streams were asked for. */
  readonly asked: (string | undefined)[] = [];
  status = 'in_progress';
  more: JsonObject = {};

  tell(event_type: string, event: JsonObject = {}): void {
    this.#events.push({ event_type, event_id: `e${this.#events.length}`, ...event });
    this.#wake.resolve(undefined);
    this.#wake = Promise.withResolvers();
  }

  step(index: number): void {
    this.tell('step.start', { index, step: { type: 'thought' } });
    this.tell('step.stop', { index });
  }

  end(status: string, more: JsonObject = {}): void {
    this.status = status;
    this.more = more;
    this.tell('interaction.completed', { interaction: { id: 'v1_a', status } });
  }

  async *stream(last: unknown, signal?: AbortSignal): AsyncGenerator<JsonObject, void, undefined> {
    this.asked.push(last as string | undefined);
    let at = this.#events.findIndex(({ event_id: id }) => id === last) + 1;
    for (;;) {
      for (const event of this.#events.slice(at)) {
        at++;
        yield event;
        if (event.event_type === 'interaction.completed') return;
      }
      await abortable(this.#wake.promise, signal);
    }
  }

  get whole(): JsonObject {
    const { length } = this.#events.filter(({ event_type: type }) => type === 'step.start');
    const steps = Array.from({ length }, () => ({ type: 'thought' }));
    return { id: 'v1_a', status: this.status, steps, ...this.more };
  }
}

function refusal(httpStatus: number, message: string): Error {
  return decodeErrorEnvelope({ error: { code: httpStatus, message } }, httpStatus);
}

describe('an interaction in the background', () => {
  let clock: FakeClock;
  let jobs: FakeFiles;
  let notes: FakeFiles;
  let script: Script;
  let clients: FakeClients;
  let inFront: string | undefined;

  beforeEach(async () => {
    clock = new FakeClock();
    [jobs, notes] = [new FakeFiles(), new FakeFiles()];
    script = new Script();
    clients = new FakeClients(() => script.whole);
    clients.onStream = ({ input }, signal) => script.stream(input.last_event_id, signal);
    inFront = undefined;
    const begun = interactionRecord({
      background: true,
      status: 'in_progress',
      version: 'v1',
      conversation: 'tides',
    });
    await interactionsIn(notes, clock).interactions.begin(begun);
  });

  function open() {
    const { interactions } = interactionsIn(notes, clock);
    const shared = { files: jobs, clients, clock, interactions };
    const window = openFollower(shared, { isInFront: (id) => id === inFront });
    const close = async (): Promise<void> => {
      await settled(window.closing.abort(new CancelledError()));
    };
    return { ...window, interactions, close };
  }

  async function begun() {
    const window = open();
    await settled(window.follower.follow(RUN));
    return window;
  }

  it('says how many steps it has, can be opened meanwhile, and is told once when it is done', async () => {
    const window = await begun();
    assert.deepEqual(window.rows(), ['0 s']);
    await settled(script.step(0));
    assert.deepEqual(window.rows(), ['1 step · 0 s']);
    script.step(1);
    await settled(clock.advance(3000));
    assert.deepEqual(window.rows(), ['2 steps · 3 s']);
    const [entry] = window.list.entries;
    await window.list.run(entry?.id ?? '', 'open');
    entry?.cancel?.();
    const ref = { connection: 'c1', version: 'v1', kind: 'interaction', name: 'interactions/v1_a' };
    assert.deepEqual(window.ran, [
      ['openInteraction', ref],
      ['cancelInteraction', ref],
    ]);
    window.prompts.pressed.add('Open');
    await settled(script.end('completed'));
    assert.deepEqual(window.rows(), ['completed · 3 s']);
    assert.deepEqual(window.told(), [['Tides completed.', 'Open']]);
    assert.equal(window.ran.at(-1)?.[0], 'openInteraction');
    assert.equal(jobs.files.size, 0);
    const record = await window.interactions.find(KEY);
    assert.deepEqual(
      [record?.status, record?.steps, record?.seen],
      ['completed', 2, '2026-01-31T12:00:03.000Z'],
    );
    // Every call went to the version that it was begun in.
    assert.ok(clients.calls.every(({ version }) => version === 'v1'));
  });

  it('is not notified of while the tab of its conversation is in front', async () => {
    const window = await begun();
    inFront = 'tides';
    await settled(script.end('completed'));
    assert.deepEqual([window.rows(), window.told()], [['completed'], []]);
  });

  it('is followed again by the next window, after the last event that was heard', async () => {
    const first = await begun();
    await settled(script.step(0));
    await first.close();
    assert.deepEqual(first.list.entries, []);
    script.step(1);
    script.step(2);
    const second = open();
    await settled(second.follower.resume());
    assert.deepEqual(second.rows(), ['3 steps · 0 s']);
    // The end of the step was no news to note.
    assert.deepEqual(script.asked, [undefined, 'e0']);
    await settled(script.end('completed'));
    assert.deepEqual([first.told().length, second.told().length], [0, 1]);
  });

  it('is told once when it ended while no window was open', async () => {
    await (await begun()).close();
    script.end('failed', { errors: [{ code: 'safety', message: 'It was blocked.' }] });
    const window = open();
    await settled(window.follower.resume());
    assert.deepEqual(window.told(), [['Tides failed: It was blocked.', 'Show Details']]);
  });

  for (const [status, sentence] of [
    ['requires_action', 'Tides is waiting for function results.'],
    ['budget_exceeded', 'Tides exceeded its budget.'],
  ] as const) {
    it(`says what ${status} means`, async () => {
      const window = await begun();
      await settled(script.end(status));
      assert.deepEqual(window.told(), [[sentence, 'Open']]);
      assert.equal(window.list.entries[0]?.title, sentence);
    });
  }

  it('is told to be gone, and no longer noted, where the service has it no more', async () => {
    clients.onStream = () => {
      throw refusal(404, 'Interaction not found.');
    };
    const window = await begun();
    assert.match(String(window.told()[0]), /^Stopped tracking Tides: Interaction not found\./);
    assert.equal(await window.interactions.find(KEY), undefined);
    assert.equal(jobs.files.size, 0);
  });

  it('is looked at again and again where it can’t be listened to', async () => {
    clients.onStream = () => {
      throw refusal(400, 'Streaming doesn’t exist.');
    };
    const window = await begun();
    await settled(clock.advance(1000));
    script.step(0);
    script.status = 'completed';
    await settled(clock.advance(1500));
    assert.deepEqual(window.told(), [['Tides completed.', 'Open']]);
    assert.equal(clients.calls.filter(({ id }) => id === 'interactions.get').length, 4);
  });
});
