import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/api/schema/row';
import type { Credential } from '../../../src/api/transport';
import { formatRequestFile, type RequestFile } from '../../../src/console/requestFile';
import { sendActiveRequest } from '../../../src/console/sendRequest';
import { useEmulator } from '../emulator/wire';
import { clientOf, openConsole } from './sending';

const GENERATE: RequestFile = {
  operation: 'models.generateContent',
  version: 'v1beta',
  path: { model: 'models/emulator-flash' },
  query: {},
  body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};

describe('sending the request of the active editor', () => {
  const emulator = useEmulator({ apiKey: 'emulator-key' });

  async function send(file: RequestFile | string, credential?: Credential) {
    const client = await clientOf(emulator(), undefined, credential);
    const text = typeof file === 'string' ? file : formatRequestFile(file);
    const console = openConsole(client);
    console.editor.request = { uri: 'untitled:1', text };
    try {
      await sendActiveRequest(console.parts);
      return { ...console, error: undefined };
    } catch (error) {
      return { ...console, error };
    } finally {
      await client.close();
    }
  }

  /** The line of the document that is marked, and what is said there. */
  async function problem(file: RequestFile, credential?: Credential) {
    const { editor } = await send(file, credential);
    const [mark, ...others] = editor.marks;
    assert.deepEqual(others, []);
    return { at: mark?.at ?? '', message: mark?.message ?? '' };
  }

  it('shows its answer, and marks nothing', async () => {
    const { documents, editor, error, titles } = await send(GENERATE);
    assert.equal(error, undefined);
    assert.match(documents.texts[0] ?? '', /^\/\/ 200 OK[^]*"candidates": \[/);
    assert.deepEqual(editor.marked, [[]]);
    assert.deepEqual(titles, ['Generate content']);
  });

  it('uploads bytes as base64 has them, and nothing that is no base64', async () => {
    const upload = (base64: string): RequestFile => ({
      operation: 'media.upload',
      version: 'v1beta',
      path: {},
      query: {},
      body: {},
      media: { contentType: 'image/png', base64 },
    });
    for (const base64 of ['AAECAw==', 'AAEC\nAw', '-_-_AA']) {
      const { documents } = await send(upload(base64));
      assert.match(documents.texts[0] ?? '', /^\/\/ 200 OK[^]*"sizeBytes": "4"/);
    }
    for (const base64 of ['data:image/png;base64,AAECAw==', 'AAECAw==AA', 'A']) {
      const { documents, editor } = await send(upload(base64));
      assert.deepEqual(editor.marks, [
        { at: `"base64": "${base64}"`, message: '“base64” isn’t valid base64.' },
      ]);
      assert.deepEqual(documents.texts, []);
    }
  });

  it('marks what is no request, and sends nothing', async () => {
    const { editor, error, documents } = await send(
      formatRequestFile(GENERATE).replace('"v1beta"', '"v9"'),
    );
    assert.equal((error as { readonly reason?: string }).reason, 'badRequestFile');
    assert.equal(editor.marks[0]?.at, '"version": "v9"');
    assert.equal(documents.shown.length, 0);
  });

  it('marks a name that leads elsewhere, and sends nothing', async () => {
    const file = { ...GENERATE, path: { model: 'corpora/x' } };
    const { editor, error, documents } = await send(file);
    assert.equal((error as { readonly reason?: string }).reason, 'badName');
    assert.equal(editor.marks[0]?.at, '"model": "corpora/x"');
    assert.match(editor.marks[0].message, /models\/\*/);
    assert.equal(documents.shown.length, 0);
  });

  const list = { operation: 'models.list', version: 'v1beta', path: {} } as const;
  const withConfig = (generationConfig: JsonObject): RequestFile => ({
    ...GENERATE,
    body: { ...GENERATE.body, generationConfig },
  });
  const parts = (...all: readonly JsonObject[]): RequestFile => ({
    ...GENERATE,
    body: { contents: [{ role: 'user', parts: [...all] }] },
  });
  for (const [what, file, at, message] of [
    [
      'an unknown field',
      withConfig({ temprature: 1 }),
      '"temprature": 1',
      /Unknown name "temprature"/,
    ],
    ['what lacks a field', { ...GENERATE, body: {} }, '"body": {}', /contents/],
    ['the nearest part to a field that is missing', parts({}), '{}', /parts\[0\]\.data/],
    [
      'a query parameter that the operation has not',
      { ...list, query: { pageSize: '2', colour: 'red' } },
      '"colour": "red"',
      /Unknown name "colour"/,
    ],
    [
      'the name of what is not there',
      { ...GENERATE, path: { model: 'models/no-such' } },
      '"model": "models/no-such"',
      /models\/no-such/,
    ],
    [
      'a version that lacks the operation',
      {
        operation: 'models.generateText',
        version: 'v1',
        path: { model: 'models/x' },
        query: {},
        body: {},
      },
      '"version": "v1"',
      /^404 Not Found\. models\.generateText is available in v1beta, v1beta3\.$/,
    ],
  ] as const satisfies readonly (readonly [string, RequestFile, string, RegExp])[]) {
    it(`marks ${what}`, async () => {
      const found = await problem(file);
      assert.equal(found.at, at);
      assert.match(found.message, message);
    });
  }

  it('marks the operation where the credential is wrong', async () => {
    const { at, message } = await problem(GENERATE, { kind: 'apiKey', key: 'wrong' });
    assert.equal(at, '"operation": "models.generateContent"');
    assert.match(message, /API key not valid/);
  });

  it('takes the marks away before it sends again', async () => {
    const client = await clientOf(emulator());
    const { editor, parts } = openConsole(client);
    const uri = 'untitled:1';
    editor.request = { uri, text: formatRequestFile({ ...GENERATE, body: {} }) };
    await sendActiveRequest(parts);
    assert.equal(editor.marks.length, 1);
    editor.request = { uri, text: formatRequestFile(GENERATE) };
    await sendActiveRequest(parts);
    await client.close();
    assert.deepEqual(editor.marks, []);
  });
});
