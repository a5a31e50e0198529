import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { ask, control, useEmulator } from '../wire';
import { Interacting } from './interacting';

describe('emulator: streams of interactions that go wrong', () => {
  const emulator = useEmulator();
  const on = new Interacting(emulator);
  const body = { model: 'emulator-flash', input: '[[echo]]One two three', stream: true };
  const send = () => ask(emulator(), '/v1beta/interactions', { body });
  const fault = (fields: JsonObject) =>
    control(emulator(), 'POST', 'faults', { operation: 'interactions.create', ...fields });
  const count = (text: string): number => text.split('\n\n').length - 1;

  it('break after any event, and are read on from there', async () => {
    const whole = await on.stream(body);
    for (let after = 1; after < whole.length; after += 1) {
      await fault({ kind: 'reset', after });
      const { text, broken } = await send();
      assert.deepEqual([broken, count(text)], [true, after]);
      const last = JSON.parse(
        text.split('\n\n')[after - 1]?.split('data: ')[1] ?? '',
      ) as JsonObject;
      const first = JSON.parse(text.split('\n\n')[0]?.split('data: ')[1] ?? '') as {
        readonly interaction: { readonly id: string };
      };
      const rest = await on.follow(first.interaction.id, String(last.event_id));
      assert.equal(rest.length, whole.length - after);
    }
  });

  it('have an error among the events, with its code in words', async () => {
    await fault({ kind: 'status', status: 503, after: 2 });
    const { status, text } = await send();
    assert.deepEqual([status, count(text)], [200, 4]);
    const data = text.split('\n\n')[2]?.split('data: ')[1] ?? '';
    const { error } = JSON.parse(data) as { error: JsonObject };
    assert.equal(error.code, 'service_unavailable');
  });
});
