import assert from 'node:assert/strict';
import { startEmulator } from '../../../src/emulator/server';
import { ask } from './wire';

const generate = '/v1beta/models/emulator-flash:generateContent';
const body = { contents: [{ parts: [{ text: 'Hello' }] }] };

describe('emulator: the same requests', () => {
  /** What an emulator of a seed answers to them, in order. */
  async function play(randomSeed: string): Promise<readonly string[]> {
    const emulator = await startEmulator({
      randomSeed,
      fixedTime: Date.UTC(2026, 0, 31, 12),
      speed: { latency: 0, rate: 0 },
    });
    try {
      const headers = { authorization: `Bearer ${emulator.accessToken}` };
      const answers: string[] = [];
      const post = async (path: string, sent: unknown): Promise<string> => {
        const { text } = await ask(emulator, path, { body: sent, headers, anonymous: true });
        answers.push(text);
        return String((JSON.parse(text) as { readonly name?: string }).name);
      };
      const corpus = await post('/v1beta/corpora', { displayName: 'Seeded' });
      const document = await post(`/v1beta/${corpus}/documents`, { displayName: 'Notes' });
      await post(`/v1beta/${document}/chunks`, { data: { stringValue: 'Geese leave in May.' } });
      await post(`/v1beta/${corpus}/permissions`, { granteeType: 'EVERYONE', role: 'READER' });
      await post(`/v1beta/${corpus}:query`, { query: 'When do geese leave?' });
      await post(generate, body);
      await post('/v1beta/corpora', { displayName: 7 });
      const list = `/v1beta/corpora?pageSize=1`;
      answers.push((await ask(emulator, list, { headers, anonymous: true })).text);
      return answers;
    } finally {
      await emulator.close();
    }
  }

  it('have the same answers where the seed is the same', async () => {
    const first = await play('a seed');
    assert.deepEqual(await play('a seed'), first);
    const other = await play('another seed');
    assert.notEqual(other[0], first[0]);
    assert.match(first.join(''), /corpora\/seeded-[a-z0-9]{12}\/documents\/notes-[a-z0-9]{12}/);
  });
});
