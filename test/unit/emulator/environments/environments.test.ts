import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import { FakeClock } from '../../../fakes/clock';
import { ask, json, useEmulator } from '../wire';

type Environment = Message<'environments.Environment'>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const WEEK = 7 * 24 * 60 * MINUTE;
const PATH = '/v1beta/environments';

describe('emulator: the life of environments', () => {
  const clock = new FakeClock();
  const emulator = useEmulator({ clock });

  const create = async (): Promise<string> => {
    const sources = [{ type: 'inline', content: 'ebb', target: '/notes/tide.txt' }];
    const { id = '' } = (await json(emulator(), PATH, { sources })) as Environment;
    return id;
  };
  const get = async (id: string): Promise<Environment> =>
    (await json(emulator(), `${PATH}/${id}`)) as Environment;
  const refusal = async (path: string): Promise<unknown> => {
    const { status, text } = await ask(emulator(), `${PATH}/${path}`);
    const { error } = JSON.parse(text) as { readonly error: object };
    return { status, ...error };
  };

  it('stops after a quarter of an hour without use, and keeps the files', async () => {
    const id = await create();
    clock.advance(15 * MINUTE - SECOND);
    assert.equal((await get(id)).status, 'active');
    clock.advance(SECOND);
    const idle = await get(id);
    assert.deepEqual([idle.status, idle.file_count, idle.size_bytes], ['expired', '1', '3']);
  });

  it('goes on with the next use, and not with a look at it', async () => {
    const id = await create();
    const made = await get(id);
    clock.advance(20 * MINUTE);
    assert.equal((await get(id)).last_accessed, made.last_accessed);
    const answer = await ask(emulator(), `${PATH}/${id}/files/notes/tide.txt?alt=media`);
    assert.deepEqual([answer.status, answer.text], [200, 'ebb']);
    const used = await get(id);
    assert.equal(used.status, 'active');
    assert.equal(Date.parse(used.last_accessed ?? ''), clock.now());
  });

  it('is gone after a week without use', async () => {
    const [id, other] = [await create(), await create()];
    clock.advance(WEEK - SECOND);
    assert.equal((await get(id)).id, id);
    await json(emulator(), `${PATH}/${other}/files/notes`);
    clock.advance(SECOND);
    const message = `Requested entity was not found: environments/${id}.`;
    assert.deepEqual(await refusal(id), { status: 404, code: 'not_found', message });
    assert.deepEqual(await refusal(`${id}/files/notes`), {
      ...{ status: 404, code: 'not_found', message },
    });
    const { environments } = await json(emulator(), PATH);
    assert.deepEqual(
      (environments as readonly Environment[]).map((one) => one.id),
      [other],
    );
  });

  it('names the path that is not in it', async () => {
    const id = await create();
    const message = `Path 'notes/flood.txt' not found in environment '${id}'.`;
    for (const query of ['', '?alt=media']) {
      const expected = { status: 404, code: 'not_found', message };
      assert.deepEqual(await refusal(`${id}/files/notes/flood.txt${query}`), expected);
    }
  });
});
