import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { keepLonger } from '../../../../src/resources/create/changeResource';
import { fakeRoom } from '../../../fakes/room';

const tides: ResourceRef = {
  connection: 'aaaa1111',
  version: 'v1beta',
  kind: 'cachedContent',
  name: 'cachedContents/tides',
};

function inRoom(...answers: readonly (string | undefined)[]) {
  return fakeRoom(() => ({ name: tides.name, expireTime: '2099-01-01T00:00:00Z' }), ...answers);
}

describe('keeping cached content longer', () => {
  it('sets its time from now on, and changes nothing else', async () => {
    const { room, clients } = inRoom('6 hours');
    await keepLonger(room, [tides]);
    assert.deepEqual(
      clients.calls.map(({ id, input }) => [id, input]),
      [
        [
          'cachedContents.patch',
          { 'cachedContent.name': tides.name, updateMask: 'ttl', body: { ttl: '21600s' } },
        ],
      ],
    );
  });

  it('takes any number of hours, and refuses what is none', async () => {
    const { room, clients, prompts } = inRoom('Custom…', '0.5');
    await keepLonger(room, [tides]);
    assert.deepEqual(clients.calls[0]?.input.body, { ttl: '1800s' });
    assert.deepEqual(prompts.problems, []);
    for (const wrong of ['0', '-1', 'soon', '', '9000']) {
      const refused = inRoom('Custom…', wrong);
      await keepLonger(refused.room, [tides]);
      assert.equal(refused.prompts.problems.length, 1, wrong);
      assert.deepEqual(refused.clients.calls, [], wrong);
    }
  });
});
