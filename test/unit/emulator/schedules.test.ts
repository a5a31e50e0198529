import assert from 'node:assert/strict';
import type { Message } from '../../../src/api/schema/infer';
import type { JsonObject } from '../../../src/api/schema/row';
import { FakeClock } from '../../fakes/clock';
import { Interacting } from './interactions/interacting';
import { ask, errorOf, json, useEmulator } from './wire';

type Trigger = Message<'triggers.Trigger'>;
type Execution = Message<'triggers.TriggerExecution'>;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const PATH = '/v1beta/triggers';

describe('emulator: runs of triggers', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const on = new Interacting(emulator);

  const bodyOf = (input: string, more: JsonObject): JsonObject => {
    const interaction = { agent: 'antigravity-preview-09-2026', input };
    return { schedule: '0 * * * *', time_zone: 'UTC', interaction, ...more };
  };
  const create = async (input: string, more: JsonObject = {}): Promise<Trigger> =>
    (await json(emulator(), PATH, bodyOf(input, more))) as Trigger;
  const get = async ({ id = '' }: Trigger): Promise<Trigger> =>
    (await json(emulator(), `${PATH}/${id}`)) as Trigger;
  const run = async ({ id = '' }: Trigger): Promise<Execution> =>
    (await json(emulator(), `${PATH}/${id}/executions`, {})) as Execution;
  const runs = async ({ id = '' }: Trigger): Promise<readonly Execution[]> => {
    const found = await json(emulator(), `${PATH}/${id}/executions`);
    return found.trigger_executions as readonly Execution[];
  };

  it('want a schedule and a zone', async () => {
    const refused = async (more: JsonObject): Promise<string> =>
      errorOf(await ask(emulator(), PATH, { body: bodyOf('Note the tide', more) })).message;
    assert.equal(
      await refused({ schedule: '@daily' }),
      "Invalid value at 'schedule': '@daily' is no cron expression.",
    );
    assert.equal(
      await refused({ time_zone: 'Europe/Atlantis' }),
      "Invalid value at 'time_zone': 'Europe/Atlantis' is no time zone.",
    );
  });

  it('begin an interaction that can be read, and end when it does', async () => {
    const trigger = await create('Note the tide');
    const began = await run(trigger);
    assert.equal(began.status, 'in_progress');
    assert.equal((await on.get(began.interaction_id)).status, 'in_progress');
    assert.equal((await get(trigger)).previous_interaction_id, began.interaction_id);
    clock.advance(5 * MINUTE);
    const [ended] = await runs(trigger);
    const interaction = await on.get(began.interaction_id, '?include_input=true');
    assert.equal(interaction.status, 'completed');
    assert.equal(interaction.agent, 'antigravity-preview-09-2026');
    assert.match(JSON.stringify(interaction.steps), /Note the tide/);
    assert.deepEqual([ended?.status, ended?.end_time], ['completed', interaction.updated]);
  });

  it('that were due while nobody looked have interactions of that time', async () => {
    const trigger = await create('Note the tide');
    const due = trigger.next_run_time;
    clock.advance(HOUR + 30 * MINUTE);
    const [ended, ...others] = await runs(trigger);
    assert.deepEqual(others, []);
    assert.deepEqual([ended?.status, ended?.start_time], ['completed', due]);
    const { created, updated, status } = await on.get(ended?.interaction_id);
    assert.deepEqual([created, updated, status], [due, ended?.end_time, 'completed']);
  });

  it('work in the environment of their trigger', async () => {
    const { id = '' } = (await json(emulator(), '/v1beta/environments', {})) as { id?: string };
    const began = await run(await create('Note the tide', { environment_id: id }));
    assert.equal((await on.get(began.interaction_id)).environment_id, id);
  });

  for (const [word, error] of [
    ['[[status:failed]]', 'The interaction failed, as requested.'],
    ['[[error:503]]', 'The model is overloaded. Please try again later.'],
  ] as const) {
    it(`fail with an interaction that fails: ${word}`, async () => {
      const trigger = await create(`Note the tide ${word}`, { max_consecutive_failures: 1 });
      const began = await run(trigger);
      clock.advance(5 * MINUTE);
      const [ended] = await runs(trigger);
      assert.deepEqual([ended?.status, ended?.error], ['failed', error]);
      assert.equal((await on.get(began.interaction_id)).status, 'failed');
      const after = await get(trigger);
      assert.deepEqual([after.status, after.consecutive_failure_count], ['error', 1]);
      assert.equal(after.next_run_time, undefined);
    });
  }
});
