import assert from 'node:assert/strict';
import { addConnection } from '../../../src/auth/addConnection';
import { newName } from '../../../src/auth/connectionQuestions';
import { setUpManaging } from './managing';
import { mine } from './setup';

const ELSEWHERE = 'https://gateway.example:8443';
const KEY = 'AIza-good';

describe('the name of a new connection', () => {
  for (const [name, why] of [
    ['AIzaSy12345-Abcdefghijabcdef', /secret/],
    ['x'.repeat(61), /Enter a name of up to 60 characters\./],
    ['Mine', /Another connection/],
  ] as const) {
    it(`refuses the name ${JSON.stringify(name.replace(/AIzaSy.*/, 'a key'))}`, async () => {
      const { auth, prompts, connections } = setUpManaging({ connections: [mine] });
      const redact = (text: string): string => text.replace('word-in-use', '');
      prompts.answer('No authentication', ELSEWHERE, name);
      await addConnection({ ...auth, redact });
      assert.match(prompts.problems.join(), why);
      assert.doesNotMatch(prompts.problems.join(), /AIza|word-in/);
      assert.equal(connections.users.length, 1);
    });
  }

  it('gives a free name that is not too long', async () => {
    const host = `${'long-'.repeat(12)}name.example`;
    const { auth, prompts, connections } = setUpManaging();
    for (let count = 0; count < 2; count++) {
      const name = newName({ connections }, `https://${host}`);
      prompts.answer('API key', 'Custom Endpoint…', `https://${host}`, KEY, name);
      await addConnection({ ...auth, newId: () => `new0000${count}` });
      assert.equal(prompts.asked.at(-1)?.value, name);
    }
    const names = connections.users.map(({ name }) => name);
    assert.deepEqual(names, [`${host.slice(0, 59)}…`, `${host.slice(0, 57)}… 2`]);
  });
});
