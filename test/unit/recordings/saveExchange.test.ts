import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Emulator } from '../../../src/emulator/options';
import { writeExchange } from '../../../src/recordings/fileFormat';
import { DEFAULT_RULES } from '../../../src/recordings/rules';
import { exchangeOf, saveExchange } from '../../../src/recordings/saveExchange';
import { RecordingFolder } from '../../../src/recordings/store';
import { revealingParts } from '../../../src/recordings/secrets';
import { readSessionExchange, type SessionExchange } from '../../../src/service/sessionExchange';
import { toCompletedAppExchange } from '../../../src/traffic/exchangeUses';
import { RecordingStage } from '../cli/recorded';
import { follow, type Follower } from '../emulator/following';

const MODEL = '/v1beta/models/emulator-flash';

const asked = (text: string): object => ({ contents: [{ role: 'user', parts: [{ text }] }] });
const chat = { model: 'emulator-flash', messages: [{ role: 'user', content: 'Hi' }] };

interface Question {
  readonly path: string;
  readonly body?: object | string;
  readonly headers?: { readonly [name: string]: string };
}

/** What is asked in each form that there is. */
const QUESTIONS: readonly Question[] = [
  { path: `${MODEL}:generateContent`, body: asked('Name three rivers.') },
  { path: `${MODEL}:streamGenerateContent?alt=sse`, body: asked('Name three lakes.') },
  { path: `${MODEL}:streamGenerateContent`, body: asked('Name three seas.') },
  { path: MODEL },
  { path: '/v1beta/models?pageSize=2' },
  { path: '/v1beta/models/nothing' },
  { path: '/v1beta/openai/chat/completions', body: chat },
  { path: '/v1beta/openai/chat/completions', body: { ...chat, stream: true } },
  {
    path: '/upload/v1beta/files',
    body: 'The geese left.',
    headers: { 'x-goog-upload-protocol': 'raw', 'content-type': 'text/plain' },
  },
];

describe('saving what went by as a recording', () => {
  const stage = new RecordingStage();
  const open: Follower[] = [];
  beforeEach(() => stage.begin());
  afterEach(async () => {
    for (const one of open.splice(0)) one.leave();
    await stage.end();
  });

  async function followEnds(emulator: Emulator): Promise<() => Promise<SessionExchange>> {
    const follower = await follow(emulator);
    open.push(follower);
    return async () => {
      const exchange = readSessionExchange(JSON.stringify(await follower.ended()));
      return exchange ?? assert.fail('It is no exchange.');
    };
  }

  async function ask(
    { baseUrl }: Pick<Emulator, 'baseUrl'>,
    { path, body, headers }: Question,
  ): Promise<void> {
    const sent = typeof body === 'object' ? JSON.stringify(body) : body;
    const key = { 'x-goog-api-key': 'a-made-up-key-1', 'content-type': 'application/json' };
    const init = sent === undefined ? {} : { method: 'POST', body: sent };
    await (await fetch(baseUrl + path, { ...init, headers: { ...key, ...headers } })).text();
  }

  function save(exchange: SessionExchange, folder: string): ReturnType<typeof saveExchange> {
    const surroundings = { workingDirectory: stage.folder, homeDirectory: homedir() };
    const made = exchangeOf(toCompletedAppExchange(exchange), surroundings);
    return saveExchange(
      folderOf(folder),
      made,
      DEFAULT_RULES,
      revealingParts(exchange.wire?.secrets ?? []),
    );
  }

  const folderOf = (name: string): RecordingFolder =>
    new RecordingFolder(join(stage.folder, '.genlang', 'recordings', name));

  /** The recordings of a folder, without what differs by the speed of the machine. */
  const timeless = (name: string): readonly object[] =>
    folderOf(name)
      .readAll()
      .map(({ file, exchange }) => ({
        file,
        operation: exchange.operation,
        request: exchange.request,
        answer: JSON.parse(
          JSON.stringify(exchange.answer, (key, value: unknown) => (key === 'ms' ? 0 : value)),
        ) as object,
      }));

  it('is not written through a link, and nothing is read from a pipe', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    await ask(recording, QUESTIONS[0] ?? assert.fail());
    await recording.close();
    const away = await mkdtemp(join(tmpdir(), 'away-'));
    try {
      const [made] = folderOf('main').readAll();
      assert.ok(made);
      const recordings = join(stage.folder, '.genlang', 'recordings');
      await symlink(away, join(recordings, 'linked'));
      const linked = new RecordingFolder(join(recordings, 'linked'), stage.folder);
      const write = (): void => linked.write(made.file, writeExchange(made.exchange));
      assert.throws(write, { reason: 'badPlace' });
      assert.throws(() => linked.keepOnly(new Set()), { reason: 'badPlace' });
      assert.deepEqual(await readdir(away), []);
      // A folder that lies elsewhere is one that the user has named.
      const named = new RecordingFolder(away, stage.folder);
      named.write(made.file, writeExchange(made.exchange));
      assert.deepEqual(await readdir(away), [made.file]);
      execFileSync('mkfifo', [join(away, `0002${made.file.slice(4)}`)]);
      assert.throws(() => named.readAll(), /Invalid recording .* Couldn’t read/);
    } finally {
      await rm(away, { recursive: true });
    }
  });

  it('writes what recording it would have written', async () => {
    const upstream = await stage.upstream();
    const recording = await stage.start({ mode: 'record', upstream: upstream.baseUrl });
    for (const question of QUESTIONS) await ask(recording, question);
    await recording.close();
    await upstream.close();
    const again = await stage.upstream();
    const next = await followEnds(again);
    for (const question of QUESTIONS) {
      await ask(again, question);
      assert.equal(save(await next(), 'saved').wasThere, false);
    }
    assert.equal(timeless('saved').length, QUESTIONS.length);
    assert.deepEqual(timeless('saved'), timeless('main'));
  });

  it('writes nothing where the same is recorded, and behind it where the answer is another one', async () => {
    const upstream = await stage.upstream();
    const next = await followEnds(upstream);
    const [question] = QUESTIONS;
    assert.ok(question);
    await ask(upstream, question);
    const first = await next();
    const { file } = save(first, 'saved');
    assert.deepEqual(save(first, 'saved'), { file, wasThere: true });
    const other = Buffer.from('{"candidates":[]}');
    const { wire } = first;
    assert.ok(wire);
    const changed = { ...first, wire: { ...wire, pieces: [{ ms: 1, bytes: other }] } };
    const second = save(changed, 'saved');
    assert.match(second.file, /^0002-/);
    assert.deepEqual(Object.keys(await stage.files('saved')), [file, second.file]);
    assert.deepEqual(save(changed, 'saved'), { file: second.file, wasThere: true });
  });

  it('writes nothing that has a secret in it, and says where it is', async () => {
    const upstream = await stage.upstream();
    const next = await followEnds(upstream);
    const own = Buffer.from('a-made-up-key-1').toString('base64');
    for (const text of ['My token is ghp_0123456789abcdefghij0123456789abcdef', `So ${own}`]) {
      await ask(upstream, { path: `${MODEL}:generateContent`, body: asked(text) });
      const exchange = await next();
      assert.throws(
        () => save(exchange, 'saved'),
        /(GitHub token|own credential) in request\.body\.contents\[0\]/,
      );
    }
    await assert.rejects(stage.files('saved'), /ENOENT/);
  });
});
