import assert from 'node:assert/strict';
import { buildRequest } from '../../../src/api/request';
import type { JsonObject } from '../../../src/api/schema/row';
import { sendAndShow } from '../../../src/console/sendRequest';
import { useEmulator } from '../emulator/wire';
import { clientOf, openConsole, WORK } from './sending';

describe('interactions that are begun by hand', () => {
  const emulator = useEmulator({ seed: 'empty' });
  let client: Awaited<ReturnType<typeof clientOf>>;
  before(async () => {
    client = await clientOf(emulator());
  });
  after(() => client.close());

  async function send(window: ReturnType<typeof openConsole>, body: JsonObject): Promise<void> {
    const input = { body: { model: 'emulator-flash', ...body } };
    await sendAndShow(
      window.parts,
      WORK.id,
      buildRequest('interactions.create', 'v1', input as never),
    );
  }

  for (const stream of [false, true]) {
    it(`are noted with what was asked, ${stream ? 'piece by piece' : 'whole'}`, async () => {
      const window = openConsole(client);
      await send(window, { input: 'Sing\nloudly', stream });
      const [noted, ...others] = await window.interactions.list(WORK.id);
      assert.deepEqual(others, []);
      const { title, model, status, version, background } = noted ?? {};
      assert.deepEqual(
        { title, model, status, version, background },
        {
          title: 'Sing',
          model: 'emulator-flash',
          status: 'completed',
          version: 'v1',
          background: undefined,
        },
      );
      assert.match(noted?.id ?? '', /^v1_/);
    });
  }

  it('are not noted where the service keeps nothing, or refuses', async () => {
    const window = openConsole(client);
    await send(window, { input: 'Sing', store: false });
    await send(window, { model: 'nobody', input: 'Sing' });
    assert.deepEqual(await window.interactions.list(WORK.id), []);
  });

  it('are noted no more once they were deleted by hand', async () => {
    const window = openConsole(client);
    const content = [{ type: 'text', text: 'Sing' }];
    await send(window, { input: [{ type: 'user_input', content }] });
    const [noted] = await window.interactions.list(WORK.id);
    assert.equal(noted?.title, 'Sing');
    window.prompts.answer('Delete');
    const input = { name: `interactions/${noted.id}` };
    await sendAndShow(window.parts, WORK.id, buildRequest('interactions.delete', 'v1', input));
    assert.deepEqual(await window.interactions.list(WORK.id), []);
  });
});
