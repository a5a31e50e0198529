import assert from 'node:assert/strict';
import { join } from 'node:path';
import { isObject, items, type JsonObject, objectAt, textAt } from '../../../src/base/json';
import type { Emulator } from '../../../src/emulator/options';
import { selfSigned } from '../../fakes/certificate';
import { ConnectProxy } from '../../fakes/connectProxy';
import { control } from '../emulator/wire';
import { ask, asked, MODEL, type Recording, useStage } from './recorded';

const FLASH = 'emulator-flash';

/** A machine with a program on it. */
interface Machine {
  readonly home: string;
  readonly project: string;
}

const ADA: Machine = { home: '/home/ada', project: '/home/ada/code/project' };
const BOB: Machine = { home: '/var/lib/bob', project: '/builds/7/app' };
const EVE: Machine = { home: String.raw`C:\Users\eve`, project: String.raw`D:\my code\project` };

/** Asks a model in a conversation; gives its texts as they come. */
type Talk = (
  emulator: Emulator,
  texts: readonly (readonly string[])[],
) => Promise<readonly string[]>;

/** Turns of a user and a model; where a model's came in pieces, each is a content of its own, as some SDKs have it. */
const contentsOf = (texts: readonly (readonly string[])[]): readonly JsonObject[] =>
  texts.flatMap((pieces, index) =>
    pieces.map((text) => ({ role: index % 2 === 0 ? 'user' : 'model', parts: [{ text }] })),
  );

const generate =
  (method: string): Talk =>
  async (emulator, texts) => {
    const { status, text } = await ask(emulator, `${MODEL}:${method}`, {
      contents: contentsOf(texts),
    });
    assert.equal(status, 200, text);
    return messagesIn(text).flatMap((message) =>
      items(message.candidates)
        .filter(isObject)
        .flatMap((one) => items(objectAt(one, 'content').parts).filter(isObject))
        .map((part) => textAt(part, 'text')),
    );
  };

const chat: Talk = async (emulator, texts) => {
  const messages = texts.map((pieces, index) => ({
    role: index % 2 === 0 ? 'user' : 'assistant',
    content: pieces.join(''),
  }));
  const body = { model: FLASH, stream: true, messages };
  const { status, text } = await ask(emulator, '/v1beta/openai/chat/completions', body);
  assert.equal(status, 200, text);
  return messagesIn(text).flatMap((message) =>
    items(message.choices)
      .filter(isObject)
      .map((one) => textAt(objectAt(one, 'delta'), 'content')),
  );
};

/** Messages of an answer in any form. */
function messagesIn(text: string): readonly JsonObject[] {
  const events = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => json);
  const all =
    events.length > 0 ? events.map((one) => JSON.parse(one) as unknown) : [JSON.parse(text)];
  return all.flat().filter(isObject);
}

const TALKS: { readonly [form: string]: Talk } = {
  'an answer': generate('generateContent'),
  'a stream of events': generate('streamGenerateContent?alt=sse'),
  'a stream as an array': generate('streamGenerateContent'),
  'a stream of a chat': chat,
};

/** Says where a process finds the home directory, on either system. */
function setHome(home: string | undefined, profile = home): void {
  if (home === undefined) delete process.env.HOME;
  else process.env.HOME = home;
  if (profile === undefined) delete process.env.USERPROFILE;
  else process.env.USERPROFILE = profile;
}

describe('recordings of a program that says where it is', () => {
  const stage = useStage();
  const { HOME, USERPROFILE } = process.env;
  afterEach(() => setHome(HOME, USERPROFILE));

  /** An emulator on a machine, with the same recordings on each. */
  async function on({ home, project }: Machine, upstream?: Emulator): Promise<Recording> {
    setHome(home);
    const recordings = join(stage.folder, '.genlang', 'recordings');
    const mode = upstream ? { mode: 'record', upstream: upstream.baseUrl } : { mode: 'replay' };
    return await stage.start({ ...mode, recordings }, {}, {}, project);
  }

  /** A service whose model says where files are, in several pieces, and repeats what it is asked. */
  async function service({ home, project }: Machine): Promise<Emulator> {
    const upstream = await stage.upstream();
    const texts = ['I see', ` ${project}/x.ts and ${home}/.config, not`, ` ${project}s.`];
    const pieces = texts.map((text) => ({ text }));
    const rules = [
      { when: { turn: 1, user: { contains: 'Where' } }, response: { pieces } },
      { response: { text: 'You said: {{user}}' } },
    ];
    await control(upstream, 'POST', 'mocks', { mocks: rules, replace: true });
    return upstream;
  }

  /** Two turns, the second of which has what was answered in the first. */
  async function converse(
    emulator: Emulator,
    talk: Talk,
    { project }: Machine,
    isWhole: boolean,
  ): Promise<readonly string[]> {
    const asked = [`Where is ${project}/x.ts?`];
    const seen = await talk(emulator, [asked]);
    const before = isWhole ? [seen.join('')] : seen;
    const said = await talk(emulator, [asked, before, [`Read ${seen.join('').slice(6)}`]]);
    return [seen.join(''), said.join('')];
  }

  for (const [form, talk] of Object.entries(TALKS)) {
    it(`answer its second turn on any machine: ${form}`, async () => {
      const isStream = form.startsWith('a stream');
      const upstream = await service(ADA);
      const recording = await on(ADA, upstream);
      const recorded = await converse(recording, talk, ADA, !isStream);
      assert.equal(
        recorded[0],
        'I see /home/ada/code/project/x.ts and /home/ada/.config, not /home/ada/code/projects.',
      );
      await recording.close();
      const files = await stage.files();
      // Where a stream cuts the folder in its last answer, that stays as it is.
      if (!isStream) assert.doesNotMatch(Object.values(files).join(), /home\/ada|code\/project\//);
      for (const machine of [ADA, BOB]) {
        const { project, home } = machine;
        const replay = await on(machine);
        const [seen = '', said] = await converse(replay, talk, machine, !isStream);
        assert.equal(seen, `I see ${project}/x.ts and ${home}/.config, not ${home}/code/projects.`);
        assert.deepEqual(replay.told, []);
        if (!isStream) assert.equal(said, `You said: Read ${seen.slice(6)}`);
        await replay.close();
      }
      // Recorded anew without a change.
      const next = await on(ADA, upstream);
      await converse(next, talk, ADA, !isStream);
      await next.close();
      assert.deepEqual(await stage.files(), files);
    });
  }

  it('answer on Windows too', async () => {
    const talk = generate('generateContent');
    const recording = await on(ADA, await service(ADA));
    await converse(recording, talk, ADA, true);
    await recording.close();
    const replay = await on(EVE);
    const [seen = '', said] = await converse(replay, talk, EVE, true);
    assert.equal(
      seen,
      String.raw`I see D:/my code/project/x.ts and C:/Users/eve/.config, not C:/Users/eve/code/projects.`,
    );
    assert.equal(said, `You said: Read ${seen.slice(6)}`);
  });
});

const HOST = 'service.test';

describe('recording through a proxy that is told while the emulator runs', () => {
  const stage = useStage();

  async function told(recording: Recording, body: object) {
    const response = await fetch(`${recording.baseUrl}/$emulator/network`, {
      method: 'POST',
      headers: { 'x-emulator-control': recording.controlToken, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, text: await response.text() };
  }

  it('reaches the service, with what signs at the proxy in no answer and no recording', async () => {
    const upstream = await stage.upstream({ tls: selfSigned(HOST), allowHosts: [HOST] });
    const proxy = await ConnectProxy.start(Number(new URL(upstream.baseUrl).port));
    try {
      const recording = await stage.start({ mode: 'record', upstream: `https://${HOST}` });
      const answer = await told(recording, {
        proxy: `http://127.0.0.1:${proxy.port}`,
        proxyAuthorization: 'Basic word-1',
        noProxy: ['other.test'],
        strictSSL: false,
      });
      assert.deepEqual(answer, { status: 200, text: '{}\n' });
      const key = { 'x-goog-api-key': upstream.apiKey };
      const question = asked('Name three rivers.');
      const got = await ask(recording, `${MODEL}:generateContent`, question, key);
      assert.equal(got.status, 200, got.text);
      const tunnel = { target: `${HOST}:443`, authorization: 'Basic word-1' };
      assert.deepEqual(proxy.tunnels, [tunnel]);
      await recording.close();
      const files = Object.entries(await stage.files());
      assert.equal(files.length, 1);
      assert.ok(!JSON.stringify([files, recording.told]).includes('word-1'));
    } finally {
      await proxy.close();
    }
  });
});
