import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import { FakeClock } from '../../../fakes/clock';
import { json, useEmulator } from '../wire';

type Environment = Message<'environments.Environment'>;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
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

  it('stops after a quarter of an hour without use, and keeps the files', async () => {
    const id = await create();
    clock.advance(15 * MINUTE - SECOND);
    assert.equal((await get(id)).status, 'active');
    clock.advance(SECOND);
    const idle = await get(id);
    assert.deepEqual([idle.status, idle.file_count, idle.size_bytes], ['expired', '1', '3']);
  });
});
