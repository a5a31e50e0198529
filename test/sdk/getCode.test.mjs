import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, promisify } from 'node:util';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { CACHE, ROOT } from '../harness/paths.mjs';
import { ATTACHMENT, codeRequests } from './support/codeRequests.mjs';
import { clientOf, useEmulator } from './support/emulator.mjs';

/** @typedef {import('./support/codeRequests.mjs').CodeRequest} CodeRequest */

const LANGUAGES = ['typescript', 'javascript'];

describe('code from the playground that uses @google/genai', () => {
  const emulator = useEmulator();
  /** @type {string} */
  let folder;
  /** The requests, with names of what the emulator has. @type {Map<string, CodeRequest>} */
  const requests = new Map();
  /** @type {any} */
  let code;
  before(async () => {
    const modules = ['code/codeInput.ts', 'code/codeLanguages.ts'].map((path) =>
      importTypeScript(`src/conversation/${path}`),
    );
    const loaded = await Promise.all([...modules, importTypeScript('src/api/request.ts')]);
    code = Object.assign({}, ...loaded);
    folder = await mkdtemp(join(tmpdir(), 'get-code-'));
    // As in a project that has installed the SDK.
    await symlink(join(CACHE, 'bench/node_modules'), join(folder, 'node_modules'));
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
    await writeFile(join(folder, 'attachment-1.png'), ATTACHMENT);
    await writeFile(join(folder, 'file-1.mpeg'), 'A wren is a bird.');
    const { uri, cache, store } = await made();
    for (const [title, request] of Object.entries(codeRequests)) {
      const text = JSON.stringify(request).replace('"FILE"', JSON.stringify(uri));
      requests.set(
        title,
        JSON.parse(text.replace('"CACHE"', `"${cache}"`).replace('"STORE"', `"${store}"`)),
      );
    }
    for (const [title, request] of requests) {
      for (const id of LANGUAGES) await writeFile(fileOf(title, id), written(request, id));
    }
  });
  after(() => rm(folder, { recursive: true }));

  /** What the requests name: a file, a cache, and a store. */
  async function made() {
    /** @type {any} */
    const ai = clientOf(emulator());
    const { uri } = await ai.files.upload({
      file: join(folder, 'file-1.mpeg'),
      config: { mimeType: 'audio/mpeg' },
    });
    const contents = 'A long text about birds. '.repeat(3000);
    const { name: cache } = await ai.caches.create({
      model: 'emulator-flash',
      config: { contents },
    });
    const { name: store } = await ai.fileSearchStores.create({ config: { displayName: 'Birds' } });
    return { uri, cache, store };
  }

  /** @param {CodeRequest} request @param {string} id */
  function written({ operation, model, body }, id) {
    const request = code.buildRequest(operation, 'v1beta', { ...(model && { model }), body });
    const { baseUrl: endpoint } = emulator();
    const target = { id: 'emulator', endpoint, auth: 'apiKey' };
    const language = code.CODE_LANGUAGES.find((/** @type {any} */ one) => one.id === id);
    const unchanged = (/** @type {string} */ text) => text;
    return code.generateCode(language, code.codeInput(request, target, unchanged));
  }

  /** @param {string} title @param {string} id */
  const fileOf = (title, id) =>
    join(folder, `${title.replaceAll(' ', '-')}.${id === 'typescript' ? 'ts' : 'js'}`);

  /**
   * Runs a file here, as processes of their own take most of the time.
   * @param {string} file
   * @returns {Promise<{ stdout: string, sent: { target: string, body: any }[] }>} What it printed and sent.
   */
  async function run(file) {
    const [place, { log }, { write }] = [process.cwd(), console, process.stdout];
    const { GEMINI_API_KEY: key } = process.env;
    const count = (await emulator().control('log')).entries.length;
    let stdout = '';
    const take = (/** @type {any} */ text) => {
      stdout += String(text);
      return true;
    };
    try {
      process.chdir(folder);
      process.env.GEMINI_API_KEY = emulator().apiKey;
      console.log = (...parts) => void take(`${format(...parts)}\n`);
      process.stdout.write = take;
      await import(pathToFileURL(file).href);
    } finally {
      process.chdir(place);
      Object.assign(console, { log });
      Object.assign(process.stdout, { write });
      if (key === undefined) Reflect.deleteProperty(process.env, 'GEMINI_API_KEY');
      else process.env.GEMINI_API_KEY = key;
    }
    const { entries } = await emulator().control('log');
    const sent = entries.slice(count).map((/** @type {any} */ { target, body = 'null' }) => ({
      target,
      body: JSON.parse(body),
    }));
    return { stdout, sent };
  }

  for (const [title] of Object.entries(codeRequests)) {
    for (const id of LANGUAGES) {
      it(`sends the same request as the panel: ${title}, ${id}`, async () => {
        const { stdout, sent } = await run(fileOf(title, id));
        const request = /** @type {CodeRequest} */ (requests.get(title));
        const asked = sent.filter(({ target }) => !target.includes('/files'));
        const expected = expectedRequests(request);
        assert.deepEqual(
          asked
            .slice(0, expected.length)
            .map(({ target, body }) => [target, withoutDefaults(body)]),
          expected.map(({ target, body }) => [target, withoutDefaults(body)]),
        );
        // The results of the functions are the second request.
        if (title.endsWith('functions')) assert.match(JSON.stringify(asked[1]?.body), /"TODO"/);
        assert.match(stdout, request.operation.includes('mbed') ? /^\[[-\d.,e]+\]\n/ : /\w{3}/);
      });
    }
  }

  it('passes the strict type checks of TypeScript', async function () {
    const tsc = join(ROOT, 'node_modules/typescript7/bin/tsc');
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--target', 'es2023'];
    const types = [
      '--skipLibCheck',
      '--types',
      'node',
      '--typeRoots',
      join(ROOT, 'node_modules/@types'),
    ];
    const files = [...requests.keys()].map((title) => fileOf(title, 'typescript'));
    const run = promisify(execFile)(process.execPath, [tsc, ...options, ...types, ...files], {
      cwd: folder,
    });
    await run.catch(({ stdout }) => assert.fail(stdout));
  });
});

/**
 * The requests of the panel, but for what the SDK always does: all embeddings are batches.
 * @param {CodeRequest} request
 * @returns {{ target: string, body: any }[]}
 */
function expectedRequests({ operation, model, body }) {
  const [kind, method = ''] = operation.split('.');
  if (kind !== 'models') return [{ target: `/v1beta/${kind}`, body }];
  if (method.includes('mbed')) {
    const target = `/v1beta/${model}:batchEmbedContents`;
    const all = body.requests ?? [{ ...body, model }];
    const starts = all
      .map((/** @type {any} */ _, /** @type {number} */ at) => at)
      .filter((/** @type {number} */ at) => at % 100 === 0);
    return starts.map((/** @type {number} */ at) => ({
      target,
      body: { requests: all.slice(at, at + 100) },
    }));
  }
  const query = method.startsWith('stream') ? '?alt=sse' : '';
  return [{ target: `/v1beta/${model}:${method}${query}`, body }];
}

/**
 * A body without what has the same meaning: the role of instructions and texts to embed, an empty configuration, a
 * list of one text as input, and the ID of an uploaded file.
 * @param {any} body
 */
function withoutDefaults({ generationConfig, systemInstruction, requests, input, ...rest }) {
  const text = input?.[0]?.type === 'user_input' && input.length === 1 && input[0].content[0].text;
  const bare = {
    ...rest,
    ...(Object.keys(generationConfig ?? {}).length > 0 && { generationConfig }),
    ...(systemInstruction && { systemInstruction: { parts: systemInstruction.parts } }),
    ...(requests && {
      requests: requests.map((/** @type {any} */ { content, ...others }) => ({
        ...others,
        content: { parts: content.parts },
      })),
    }),
    ...(input && { input: text || input }),
  };
  return JSON.parse(JSON.stringify(bare).replaceAll(/(?<=\/files\/)\w+/g, 'ID'));
}
