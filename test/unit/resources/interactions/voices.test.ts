import { localizedText } from '../../../../src/base/format';
import assert from 'node:assert/strict';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { collectionNode } from '../../../../src/resources/tree/buildNodes';
import { createVoice } from '../../../../src/resources/voices/createVoice';
import { findVoices, playVoice } from '../../../../src/resources/voices/findVoices';
import type { Answer } from '../../../fakes/client';
import { fakeRoom, MINE } from '../../../fakes/room';

const where = { connection: MINE.id, version: 'v1beta', kind: 'voice' } as const;
const voices: ResourceRef = { ...where, name: '', collection: true };
const voice = (id: string): ResourceRef => ({ ...where, name: `voices/${id}` });

const SOUND = Buffer.from('RIFF of a calm voice');
const KORE = { id: 'Kore', type: 'prebuilt', gender: 'female', pitch: 'medium' };
const CALM = {
  id: 'voice_calm',
  type: 'prompted',
  display_name: 'Calm',
  gender: 'female',
  expire_time: '2027-02-03T00:00:00Z',
  sample_audio: { mime_type: 'audio/wav', data: SOUND.toString('base64') },
};
const ECHO = { id: 'voice_echo', type: 'replicated', gender: 'male' };
const ALL = [KORE, CALM, ECHO];

const service: Answer = ({ id, input }) => {
  if (id === 'voices.list') {
    const { gender } = input;
    const wanted = Array.isArray(gender) ? gender : undefined;
    return { voices: ALL.filter((one) => wanted?.includes(one.gender) ?? true) };
  }
  if (id === 'voices.create') {
    const { store } = input.body as { readonly store: boolean };
    return store ? { ...CALM, id: 'voice_new' } : { key: 'voicekey_new', type: 'replicated' };
  }
  return id === 'voices.get' ? ECHO : {};
};

const told = (value: { message: string; args: readonly (string | number)[] } | undefined) =>
  value && localizedText(value);

describe('voices', () => {
  it('are found by traits, which the list is asked for and its row says', async () => {
    const answers = ['Gender…', 'female\nmale', 'Pitch…', 'medium', 'Show matching items'];
    const { room, clients, store, prompts } = fakeRoom(service, ...answers);
    await findVoices(room, [voices]);
    assert.deepEqual(prompts.asked.find(({ kind }) => kind === 'pickMany')?.choices, [
      'female',
      'male',
    ]);
    await store.list(voices);
    const { input } = clients.calls.at(-1) ?? {};
    assert.deepEqual(input, { page_size: 1000, gender: ['female', 'male'], pitch: ['medium'] });
    assert.equal(told(collectionNode(voices, store).part), 'female, male, medium');
    prompts.answer('Pitch…', '', 'Name or description…', ' cal ', 'Show matching items');
    await findVoices(room, [voices]);
    assert.deepEqual(store.listFilter(voices), { gender: ['female', 'male'], search: 'cal' });
    prompts.answer('Show all items');
    await findVoices(room, [voices]);
    assert.equal(store.listFilter(voices), undefined);
    assert.equal(collectionNode(voices, store).part, undefined);
  });

  it('are made by a description, of another voice or of none', async () => {
    const answers = ['Describe the voice', 'Calm and slow.', 'Kore', 'Slow', 'en-GB'];
    const { room, clients, revealed, prompts, store } = fakeRoom(service, ...answers);
    await store.list(voices);
    await createVoice(room, [voices]);
    assert.deepEqual(clients.calls.at(-1)?.input.body, {
      store: true,
      voice: {
        type: 'prompted',
        display_name: 'Slow',
        language_code: 'en-GB',
        prompted: { input: 'Calm and slow.', base_voice: 'Kore' },
      },
    });
    assert.deepEqual(revealed, [voice('voice_new')]);
    assert.ok(store.find(voice('voice_new')));
    assert.deepEqual([prompts.problems, prompts.unused], [[], 0]);
  });

  it('are copied from a recording, with one in which the speaker agrees', async () => {
    const { room, clients, localFiles } = fakeRoom(
      service,
      'Clone from a recording',
      'Stored on server',
      'Echo',
      '',
    );
    localFiles.sources.push(
      { name: 'Hanna.WAV', text: 'hum' },
      { name: 'yes.mp3', text: 'I agree' },
    );
    await createVoice(room, [voices]);
    const sound = (type: string, text: string) => ({
      mime_type: type,
      data: Buffer.from(text).toString('base64'),
    });
    assert.deepEqual(clients.calls.at(-1)?.input.body, {
      store: true,
      voice: {
        type: 'replicated',
        display_name: 'Echo',
        replicated: {
          source_audio: sound('audio/wav', 'hum'),
          consent_audio: sound('audio/mpeg', 'I agree'),
        },
      },
    });
  });

  it('are played by what they say, and say where they say nothing', async () => {
    const { room, previewed, store, clients } = fakeRoom(service);
    await store.list(voices);
    await playVoice(room, [voice('voice_calm')]);
    assert.deepEqual(previewed, [{ word: 'voice', extension: 'wav', bytes: SOUND }]);
    assert.equal(clients.calls.length, 1);
    await assert.rejects(playVoice(room, [voice('voice_echo')]), /This voice has no sample\./);
    clients.answer = () => ({
      ...CALM,
      sample_audio: { mime_type: 'audio/strange', data: 'YQ==' },
    });
    await assert.rejects(playVoice(room, [voice('voice_echo')]), /audio\/strange/);
  });
});
