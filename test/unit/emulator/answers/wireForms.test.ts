import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { FakeClock } from '../../../fakes/clock';
import { asking, Batches, HOUR } from '../batches/batchRequests';
import { ask, errorOf, json, useEmulator } from '../wire';
import { Scripted } from './scripted';

type Step = JsonObject & { readonly type: string };

const stepsIn = ({ steps = [] }: JsonObject): readonly Step[] => steps as unknown as Step[];
const outputIn = (interaction: JsonObject): string =>
  stepsIn(interaction)
    .flatMap(({ type, content = [] }) => (type === 'model_output' ? (content as JsonObject[]) : []))
    .map(({ text = '' }) => text)
    .join('');

describe('emulator: mocks of interactions', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });
  const RULES = [
    {
      when: { user: 'Again', turn: 2 },
      response: { text: 'I said it: {{$.contents[1].parts[0].text}}' },
    },
    { response: { pieces: [{ thought: 'Let me see.' }, { text: 'It is ' }, { text: 'dry.' }] } },
  ];

  it('keeps what it said in interactions for what follows them, and for a GET', async () => {
    const on = await Scripted.with(emulator(), RULES);
    const first = await on.interact({ input: 'Hi' });
    const next = await on.interact({ input: 'Again', previous_interaction_id: first.id ?? '' });
    assert.equal(outputIn(next), 'I said it: It is dry.');
    const read = await json(on.emulator, `/v1beta/interactions/${String(next.id)}`);
    assert.equal(outputIn(read), outputIn(next));
  });
});

describe('emulator: what no mock answers', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  it('is answered by the emulator, or refused with what is nearest and why', async () => {
    const mocks = [{ name: 'hello', when: { user: 'Hello' }, response: { text: 'x' } }];
    const on = await Scripted.with(emulator(), mocks);
    assert.match(await on.text('Hi'), /Emulated response/);
    await on.control('POST', 'mocks', { mocks: [...mocks, { response: 'fail' }], replace: true });
    const missed = await on.ask('Hi');
    assert.deepEqual([missed.status, errorOf(missed).status], [404, 'NOT_FOUND']);
    assert.equal(
      errorOf(missed).message,
      'No mock matches this request. The closest is hello (mock 1 of the session): user is "Hi", not "Hello".',
    );
    assert.equal((await ask(on.emulator, '/v1beta/models')).status, 200);
    assert.equal(await on.text('Hello'), 'x');
    const inBatch = new Batches(() => on.emulator);
    const { name } = await inBatch.inline([asking('Hello'), asking('Hi')]);
    clock.advance(HOUR);
    const { inlinedResponses } = (await inBatch.get(name)).response?.inlinedResponses ?? {};
    assert.deepEqual(
      inlinedResponses?.map(({ error }) => error?.code),
      [undefined, 5],
    );
  });
});
