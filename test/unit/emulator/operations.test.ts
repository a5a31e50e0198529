import assert from 'node:assert/strict';
import type { HandlerContext } from '../../../src/emulator/handlerContext';
import { FakeClock } from '../../fakes/clock';
import { askAsUser, call, refusal } from './asUser';
import { as, PREFIX, signIn, type Tokens } from './identity/signIn';
import { operation, start } from './tuning/tuningRequests';
import { ask, json, useEmulator } from './wire';

interface Listed {
  readonly operations?: readonly { readonly name: string; readonly done?: boolean }[];
  readonly nextPageToken?: string;
}

/** 5 operations, of which every second is over, and one of somebody else's. */
function prepare(world: HandlerContext): void {
  for (let index = 0; index < 5; index += 1) {
    const name = `operations/batch/${index}`;
    const resource = { name, ...(index % 2 === 0 ? { done: true } : {}) };
    world.state.insert('operations', { name, parent: '', resource, hidden: {} });
  }
  const name = 'operations/of-ada';
  const hidden = { owner: 'ada@example.com' };
  world.state.insert('operations', { name, parent: '', resource: { name }, hidden });
}

describe('emulator: general operations', () => {
  const emulator = useEmulator({ seed: 'empty', prepare });
  let ada: Tokens;
  before(async () => {
    ada = await signIn(emulator(), { user: 'ada@example.com', scope: PREFIX });
  });
  const list = async (query = ''): Promise<Listed> =>
    await json(emulator(), `/v1/operations?${query}`);
  const numbers = ({ operations = [] }: Listed): readonly string[] =>
    operations.map(({ name }) => name.replace('operations/', ''));

  it('are listed in pages, for a key and for users, each their own', async () => {
    const first = await list('pageSize=3');
    assert.deepEqual(numbers(first), ['batch/0', 'batch/1', 'batch/2']);
    const rest = await list(`pageSize=3&pageToken=${encodeURIComponent(first.nextPageToken!)}`);
    assert.deepEqual(numbers(rest), ['batch/3', 'batch/4']);
    assert.equal(rest.nextPageToken, undefined);
    const hers = await ask(emulator(), '/v1/operations', as(ada));
    assert.ok(numbers(JSON.parse(hers.text) as Listed).includes('of-ada'));
    const his = await call(emulator(), 'GET /v1/operations');
    assert.equal(numbers(his as Listed).length, 5);
  });

  it('are deleted by those who see them', async () => {
    const path = '/v1/operations/batch/4';
    assert.deepEqual(await call(emulator(), `DELETE ${path}`), {});
    await refusal(emulator(), `DELETE ${path}`, 404);
    await refusal(emulator(), 'DELETE /v1/operations/of-ada', 404);
    const hers = await ask(emulator(), '/v1/operations/of-ada', { ...as(ada), method: 'DELETE' });
    assert.equal(hers.status, 200);
  });
});

describe('emulator: operations of a tuned model', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ seed: 'empty', clock });

  it('are listed, and found by their state', async () => {
    const { name, metadata } = await start(emulator());
    const list = `GET /v1/${metadata.tunedModel}/operations`;
    const { operations = [] } = (await call(emulator(), list)) as Listed;
    assert.deepEqual(operations, [await operation(emulator(), name)]);
    assert.deepEqual(await call(emulator(), `${list}?filter=done:true`), {});
    clock.advance(60_000);
    const { operations: done = [] } = (await call(
      emulator(),
      `${list}?filter=done:true`,
    )) as Listed;
    assert.deepEqual(
      done.map((one) => one.name),
      [name],
    );
    const general = await call(emulator(), 'GET /v1/operations');
    assert.deepEqual(general, {}, 'They are not among the general ones.');
    await refusal(emulator(), `GET /v1/${metadata.tunedModel}/operations/none`, 404);
    await refusal(emulator(), 'GET /v1/tunedModels/none/operations', 403);
    const early = await askAsUser(emulator(), `GET /v1beta3/${name}`);
    assert.deepEqual([early.status, early.text], [404, '']);
  });
});
