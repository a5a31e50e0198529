import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json';
import type { RunResult } from '../../../src/testing/result';
import { type Ended, ran } from './program';
import { folderForEach } from '../../fakes/folder';

const MODEL = 'models/gemini-3.8-flash';
const PASSES = {
  name: 'passes',
  variables: { animal: 'a kite' },
  expect: [{ type: 'contains', value: 'kite' }],
};
const FAILS = {
  name: 'fails',
  variables: { animal: 'an owl' },
  expect: [{ type: 'equals', value: 'Hoo' }],
};

describe('run-prompts', () => {
  const work = folderForEach();

  async function prompt(name: string, over: JsonObject): Promise<void> {
    const messages = [{ role: 'user', text: 'Describe {{animal}}' }];
    const file = { format: 1, model: MODEL, messages, ...over };
    await writeFile(join(work(), name), JSON.stringify(file, undefined, 2));
  }

  async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Ended> {
    const { PATH } = process.env;
    return await ran(['run-prompts', ...args], { cwd: work(), env: { PATH, ...env } });
  }

  const read = (name: string): Promise<string> => readFile(join(work(), name), 'utf8');

  it('ends with 0 where all passes, whatever names the files', async () => {
    await mkdir(join(work(), 'inner'));
    await prompt('inner/a.prompt.json', { cases: [PASSES] });
    await prompt('b.prompt.json', { cases: [PASSES] });
    for (const named of [['b.prompt.json', 'inner/a.prompt.json'], ['.']]) {
      const { code, written, told } = await run(named);
      assert.equal(code, 0, told);
      assert.match(written, /^ok b\.prompt\.json: passes \[gemini-3\.8-flash\]$/m);
      assert.match(written, /^ok inner\/a\.prompt\.json: passes/m);
      assert.match(written, /^2 passed, 0 failed, 0 errored, \d+ tokens$/m);
    }
  });

  it('judges decisions by mocks, and leaves others open unless it is strict', async () => {
    const polite = { type: 'decision', id: 'polite', instructions: 'Is it polite?' };
    const other = { type: 'decision', instructions: 'Is it long?' };
    const case_ = (name: string, check: JsonObject): JsonObject => ({
      name,
      response: 'Please fly.',
      variables: { animal: 'kite' },
      expect: [check],
    });
    const cases = [case_('scripted', { ...polite, truth: true }), case_('open', other)];
    await prompt('a.prompt.json', { cases });
    const when = { operation: 'decisions.create', question: { id: 'polite' } };
    await mkdir(join(work(), '.genlang'));
    const mocks = { mocks: [{ when, response: { decision: 0.9 } }] };
    await writeFile(join(work(), '.genlang', 'a.mocks.jsonc'), JSON.stringify(mocks));
    const { code, written, told } = await run(['a.prompt.json']);
    assert.equal(code, 0, told + written);
    assert.match(written, /^ok a\.prompt\.json: scripted/m);
    assert.match(written, /^inconclusive a\.prompt\.json: open.*\n +Not judged: the emulator/m);
    assert.match(written, /^\| 90–100% \| 1 \| 90% \| 100% \|$/m);
    assert.match(written, /1 passed, 0 failed, 0 errored, 1 inconclusive, /);
    assert.equal((await run(['a.prompt.json', '--strict'])).code, 1);
  });

  it('ends with 1 where a case fails, and says in its reports which and why', async () => {
    await prompt('a.prompt.json', { cases: [FAILS, PASSES] });
    const reports = ['--junit', 'out/j.xml', '--json', 'r.json'];
    const { code, written } = await run(['a.prompt.json', ...reports]);
    assert.equal(code, 1);
    assert.match(
      written,
      /^FAILED a\.prompt\.json: fails .*\n {4}The response differs from the expected text at character 1\./m,
    );
    const xml = await read('out/j.xml');
    assert.match(xml, /<testsuites name="prompts" tests="2" failures="1" errors="0" skipped="0"/);
    const result = JSON.parse(await read('r.json')) as RunResult;
    assert.deepEqual(
      result.cases.map(({ name, verdict }) => [name, verdict]),
      [
        ['fails', 'fail'],
        ['passes', 'pass'],
      ],
    );
    assert.equal(result.cases[0]?.attempts[0]?.operation, 'models.streamGenerateContent');
  });

  it('ends with 2 where something can’t be read, and runs the rest', async () => {
    await prompt('a.prompt.json', {
      cases: [PASSES, { name: 'broken' }],
      casesFiles: ['./a.cases.jsonl'],
    });
    await writeFile(
      join(work(), 'a.cases.jsonl'),
      'oh\n{"variables":{"animal":"a kite"},"expect":[{"type":"length","min":1}]}\n',
    );
    const { code, written, told } = await run(['a.prompt.json']);
    assert.equal(code, 2);
    assert.match(told, /^a\.prompt\.json:\d+:5: .*cases\[1\]\.expect/m);
    assert.match(told, /^a\.cases\.jsonl:1:1: This line isn’t valid JSON\.$/m);
    assert.match(written, /^2 passed, .* 2 couldn’t be read/m);
  });

  it('ends with 2 for what it does not understand, and asks nothing', async () => {
    await prompt('a.prompt.json', { cases: [PASSES] });
    await prompt('none.prompt.json', {});
    const refused = await run(['none.prompt.json']);
    assert.deepEqual([refused.code, refused.written], [2, '']);
    assert.match(refused.told, /These files have no test cases\./);
    const untagged = await run(['a.prompt.json', '--filter', 'smok']);
    assert.equal(untagged.code, 2);
    assert.match(untagged.told, /No test case in these files has the tag smok\./);
    const costly = ['a.prompt.json', '--base-url', 'https://service.test', '--budget', '$1'];
    const keyless = await run(costly);
    assert.equal(keyless.code, 2);
    assert.match(keyless.told, /Neither GEMINI_API_KEY nor GOOGLE_API_KEY is set\./);
  });

  it('sends no file, reaches nothing and runs nothing without being allowed to', async () => {
    await writeFile(join(work(), 'a.txt'), 'A kite.');
    await writeFile(
      join(work(), 'c.mjs'),
      'export const hasKite = ({ text }) => text.includes("kite");',
    );
    const tools = [{ googleSearch: {} }];
    const one = {
      ...PASSES,
      attachments: [{ path: './a.txt' }],
      settings: { requests: { chat: { tools } } },
      expect: [{ type: 'code', function: './c.mjs#hasKite' }],
    };
    await prompt('a.prompt.json', { cases: [one] });
    const allowed = ['a.prompt.json'];
    for (const kind of ['attachments', 'tools', 'code']) {
      const refused = await run(allowed);
      assert.equal(refused.code, 2, refused.told);
      assert.match(
        refused.told,
        new RegExp(`Nothing was sent\\. To allow it, use --allow-${kind}`),
      );
      allowed.push(`--allow-${kind}`);
    }
    const { code, written } = await run(allowed);
    assert.equal(code, 0, written);
  });

  it('starts no agent, tells no webhook and uses no credential without being allowed to', async () => {
    const interaction = {
      agent: 'deep-research',
      environment: {
        type: 'remote',
        network: { allowlist: [{ domain: 'a.test', credential: 'c' }] },
      },
      webhook_config: { uris: ['https://hook.test'] },
      tools: [{ type: 'mcp_server', name: 'docs', url: 'https://mcp.test/?key=canary' }],
    };
    const settings = { requests: { interaction } };
    await prompt('a.prompt.json', { mode: 'interaction', settings, cases: [PASSES] });
    const { code, told } = await run(['a.prompt.json']);
    assert.equal(code, 2, told);
    assert.match(
      told,
      /These tools and resources would be used: deep-research, environment, allowlist \(a\.test\), uris \(https:\/\/hook\.test\), docs \(https:\/\/mcp\.test\/\?key=…\)\./,
    );
  });

  it('sends what is attached, but nothing from outside of the working directory', async () => {
    await writeFile(join(work(), 'a.txt'), 'A kite.');
    const file = { ...PASSES, attachments: [{ path: './a.txt' }] };
    const outside = { ...PASSES, name: 'outside', attachments: [{ path: '../emulator.cjs' }] };
    await prompt('a.prompt.json', { cases: [file, outside] });
    const { code, written } = await run([
      'a.prompt.json',
      '--allow-attachments',
      '--json',
      'r.json',
    ]);
    assert.equal(code, 4, written);
    const { cases } = JSON.parse(await read('r.json')) as RunResult;
    const data = Buffer.from('A kite.').toString('base64');
    assert.ok(JSON.stringify(cases[0]?.attempts[0]?.request).includes(data));
    assert.match(cases[1]?.attempts[0]?.problem ?? '', /” is outside the workspace\./);
  });

  it('ends with 4 where something could not be measured, and before its budget is passed', async () => {
    const cases = Array.from({ length: 9 }, (_, at) => ({ ...PASSES, name: String(at) }));
    await prompt('a.prompt.json', { cases });
    const unknown = await run(['a.prompt.json', '--model', 'no-such-model']);
    assert.equal(unknown.code, 4);
    assert.match(unknown.written, /^errored a\.prompt\.json: 0 \[no-such-model\]\n {4}.+/m);
    const poor = await run(['a.prompt.json', '--budget', '1000', '--parallel', '1']);
    assert.equal(poor.code, 4);
    assert.match(
      poor.written,
      /^[1-8] passed, 0 failed, [1-8] errored, [3-9]\d\d tokens, the budget is used up$/m,
    );
  });

  it('records what a service answers, and passes again without it', async () => {
    const server = await serving(() => undefined);
    const { port } = server.address() as AddressInfo;
    await prompt('a.prompt.json', { cases: [PASSES] });
    const here = ['a.prompt.json', '--record', '--base-url', `http://127.0.0.1:${port}`];
    const recorded = await run(here, { GEMINI_API_KEY: 'made-up-key' });
    server.close();
    assert.equal(recorded.code, 0, recorded.written + recorded.told);
    const again = await run(['a.prompt.json', '--offline']);
    assert.equal(again.code, 0, again.written + again.told);
    assert.match(again.written, /^ok a\.prompt\.json: passes/m);
    await prompt('a.prompt.json', { cases: [PASSES, { ...FAILS, expect: PASSES.expect }] });
    const missing = await run(['a.prompt.json', '--offline']);
    assert.equal(missing.code, 1, missing.written + missing.told);
    assert.match(
      missing.told,
      /replay prompts: .* 1 missing.*\n {4}--record records missing requests\.\n/,
    );
    assert.match(missing.written, /^errored a\.prompt\.json: fails/m);
  });

  it('asks another service with the key of the environment, and keeps that to itself', async () => {
    const keys: unknown[] = [];
    const server = await serving((key) => keys.push(key));
    try {
      await prompt('a.prompt.json', { cases: [PASSES] });
      const { port } = server.address() as AddressInfo;
      const { code, written, told } = await run(
        ['a.prompt.json', '--base-url', `http://127.0.0.1:${port}/proxy`, '--json', 'r.json'],
        { GEMINI_API_KEY: 'made-up-key' },
      );
      assert.equal(code, 0, written + told);
      assert.deepEqual([...new Set(keys)], ['/proxy/v1beta made-up-key']);
      assert.ok(![written, told, await read('r.json')].some((one) => one.includes('made-up-key')));
    } finally {
      server.close();
    }
  });
});

/** A service that always says the same. */
async function serving(onKey: (key: string) => void): Promise<Server> {
  const answer = {
    candidates: [{ content: { role: 'model', parts: [{ text: 'A kite' }] }, finishReason: 'STOP' }],
    usageMetadata: { totalTokenCount: 3 },
  };
  const server = createServer((request, response) => {
    onKey(`${request.url?.slice(0, 13) ?? ''} ${String(request.headers['x-goog-api-key'])}`);
    const isStream = request.url?.includes('alt=sse') === true;
    const body = request.method === 'GET' ? { name: MODEL } : answer;
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
    response.end(isStream ? `data: ${JSON.stringify(body)}\r\n\r\n` : JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}
