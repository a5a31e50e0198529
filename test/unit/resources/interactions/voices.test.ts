import { localizedText } from '../../../../src/base/format';
import assert from 'node:assert/strict';
import { resourceVerbs } from '../../../../src/catalog/kindOperations';
import { kindRow } from '../../../../src/catalog/kinds';
import type { ResourceRef } from '../../../../src/catalog/ref';
import { removeResources } from '../../../../src/resources/remove/removeResources';
import { collectionNode } from '../../../../src/resources/tree/buildNodes';
import { createVoice } from '../../../../src/resources/voices/createVoice';
import { findVoices } from '../../../../src/resources/voices/findVoices';
import { playVoice } from '../../../../src/resources/voices/playVoice';
import type { Answer } from '../../../fakes/client';
import { fakeRoom, MINE } from '../../../fakes/room';

const where = { connection: MINE.id, version: 'v1beta', kind: 'voice' } as const;
const voices: ResourceRef = { ...where, name: '', collection: true };
const voice = (id: string): ResourceRef => ({ ...where, name: `voices/${id}` });

const SOUND = Buffer.from('RIFF of a calm voice');
const KORE = { id: 'Kore', type: 'prebuilt', gender: 'female', pitch: 'medium' };
const CALM = {
  ...{ id: 'voice_calm', type: 'prompted', display_name: 'Calm', gender: 'female' },
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
  const row = kindRow('voice');

  it('say what they are like, where they come from and until when they are kept', () => {
    assert.equal(told(row.description(KORE)), 'female · medium');
    assert.equal(told(row.description(CALM)), 'designed · female · until 2027-02-03');
    assert.deepEqual(
      [KORE, CALM].map((one) => row.label(one)),
      ['Kore', 'Calm'],
    );
    const after = Date.parse('2027-02-03T00:00:01Z');
    assert.deepEqual([row.badge?.(CALM, after)?.text, row.badge?.(CALM, 0)], ['!', undefined]);
    assert.ok(!resourceVerbs('voice', 'v1', KORE).includes('delete'));
    assert.ok(!resourceVerbs('voice', 'v1', KORE).includes('playVoice'));
    assert.deepEqual(resourceVerbs('voice', 'v1', CALM), [
      ...['playVoice', 'open', 'refresh', 'delete', 'copyName'],
    ]);
  });

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

  it('are found by words where no voice has the trait, and stay as they are where it is left', async () => {
    const { room, store } = fakeRoom(
      service,
      'Language code…',
      'en-GB, de-DE',
      'Show matching items',
    );
    await findVoices(room, [voices]);
    assert.deepEqual(store.listFilter(voices), { language_code: ['en-GB', 'de-DE'] });
    const left = fakeRoom(service, 'Gender…', 'male', undefined);
    await findVoices(left.room, [voices]);
    assert.equal(left.store.listFilter(voices), undefined);
  });

  it('are made by a description, of another voice or of none', async () => {
    const answers = ['Describe the voice', 'Calm and slow.', 'Kore', 'Slow', 'en-GB'];
    const { room, clients, revealed, prompts, store } = fakeRoom(service, ...answers);
    await store.list(voices);
    await createVoice(room, [voices]);
    assert.deepEqual(clients.calls.at(-1)?.input.body, {
      store: true,
      voice: {
        ...{ type: 'prompted', display_name: 'Slow', language_code: 'en-GB' },
        prompted: { input: 'Calm and slow.', base_voice: 'Kore' },
      },
    });
    assert.deepEqual(revealed, [voice('voice_new')]);
    assert.ok(store.find(voice('voice_new')));
    assert.deepEqual([prompts.problems, prompts.unused], [[], 0]);
    const empty = fakeRoom(service, 'Describe the voice', ' ', 'None (new voice)', '', '');
    await createVoice(empty.room, [voices]);
    assert.deepEqual(empty.prompts.problems, ['A value is required.']);
  });

  it('are copied from a recording, with one in which the speaker agrees', async () => {
    const { room, clients, localFiles } = fakeRoom(
      service,
      ...['Clone from a recording', 'Stored on server', 'Echo', ''],
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
        ...{ type: 'replicated', display_name: 'Echo' },
        replicated: {
          source_audio: sound('audio/wav', 'hum'),
          consent_audio: sound('audio/mpeg', 'I agree'),
        },
      },
    });
  });

  it('that nobody keeps are told by their key, once', async () => {
    const { room, localFiles, system, documents, revealed, prompts } = fakeRoom(
      service,
      ...['Clone from a recording', 'Key only', '', ''],
    );
    localFiles.sources.push({ name: 'a.wav', text: 'a' }, { name: 'b.wav', text: 'b' });
    prompts.pressed.add('Show Voice');
    await createVoice(room, [voices]);
    assert.deepEqual([system.copied, revealed], [['voicekey_new'], []]);
    assert.match(prompts.asked.at(-1)?.text ?? '', /clipboard.*7 days/);
    assert.match(documents.shown.at(-1)?.text.read() ?? '', /voicekey_new/);
  });

  it('are made of no other files, nor of more than a request holds', async () => {
    const answers = ['Clone from a recording', 'Stored on server', '', ''];
    const strange = fakeRoom(service, ...answers);
    strange.localFiles.sources.push({ name: 'a.txt', text: 'a' }, { name: 'b.wav', text: 'b' });
    await assert.rejects(
      createVoice(strange.room, [voices]),
      /“a\.txt” isn’t a supported audio file\./,
    );
    const large = fakeRoom(service, ...answers);
    const text = new Uint8Array(8 * 1024 * 1024);
    large.localFiles.sources.push({ name: 'a.wav', text }, { name: 'b.wav', text });
    await assert.rejects(
      createVoice(large.room, [voices]),
      /The recordings are too large \(17 MB\)\./,
    );
    const left = fakeRoom(service, 'Clone from a recording');
    await createVoice(left.room, [voices]);
    for (const { clients } of [strange, large, left]) assert.deepEqual(clients.calls, []);
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

  it('of the service stay, and say so', async () => {
    const { room, store, clients, prompts } = fakeRoom(service, undefined);
    await store.list(voices);
    await assert.rejects(
      removeResources(room, [voice('Kore')]),
      /Built-in voices can’t be deleted\./,
    );
    await removeResources(room, [voice('Kore'), voice('voice_calm')]);
    const question = prompts.asked[0]?.text ?? '';
    assert.match(
      question,
      /^Delete voice “Calm”\?.*can’t be undone.*Not deleted: Kore\. Built-in voices/s,
    );
    assert.deepEqual(
      clients.calls.map(({ id }) => id),
      ['voices.list'],
    );
  });
});
