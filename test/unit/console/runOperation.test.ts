import assert from 'node:assert/strict';
import type { PlainRequest } from '../../../src/api/request';
import { AppError } from '../../../src/base/errors';
import { parseRequestFile } from '../../../src/console/requestFile';
import { runOperation } from '../../../src/console/runOperation';
import type { Connection } from '../../../src/service/connection';
import { FakeClients, type Answer } from '../../fakes/client';
import { openConsole, WORK } from './sending';

const nothing: Answer = () => ({});

function setUp(answer: Answer = nothing, connections?: readonly Connection[]) {
  const sent: PlainRequest[] = [];
  const exchange = (request: PlainRequest) => {
    sent.push(request);
    return Promise.resolve({ status: 200, headers: {}, body: empty() });
  };
  const opened = openConsole({ exchange }, connections);
  const clients = new FakeClients(answer);
  const parts = {
    ...opened.parts,
    clients: { get: async (id: string) => ({ ...(await clients.get(id)), exchange }) },
  };
  const file = () => parseRequestFile(opened.editor.opened[0] ?? '');
  return { ...opened, parts, sent, clients, file };
}

async function* empty(): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Buffer.from('{}'));
}

const patch: Answer = ({ id }) => {
  if (id === 'corpora.list') return { corpora: [{ name: 'corpora/a' }] };
  if (id === 'corpora.documents.list') return { documents: [{ name: 'corpora/a/documents/b' }] };
  return {
    name: 'corpora/a/documents/b',
    displayName: 'Kites',
    customMetadata: [{ key: 'k', stringValue: 'v' }],
    updateTime: '2025-01-01T00:00:00Z',
  };
};

describe('run operation', () => {
  it('sends at once where there is nothing to write', async () => {
    const { parts, prompts, sent, editor } = setUp();
    prompts.answer('models.list');
    await runOperation(parts);
    assert.deepEqual(sent, [
      {
        operation: 'models.list',
        version: 'v1beta',
        method: 'GET',
        path: '/v1beta/models',
        query: {},
      },
    ]);
    assert.deepEqual(editor.opened, []);
    assert.equal(prompts.asked[0]?.text, 'Call an API method on “Work”');
  });

  it('asks before what is dangerous, and sends nothing without a yes', async () => {
    const { parts, prompts, sent } = setUp(() => ({ files: [{ name: 'files/a' }] }));
    prompts.answer('files.delete', 'files/a', undefined);
    await runOperation(parts);
    assert.equal(prompts.asked.at(-1)?.kind, 'confirm');
    assert.deepEqual(sent, []);
  });

  it('opens a request with its schema where something is to be written', async () => {
    const { parts, prompts, sent, editor, file } = setUp(
      () => ({ models: [{ name: 'models/x' }] }),
      [{ ...WORK, apiVersion: 'v1' }],
    );
    prompts.answer('models.generateContent', 'models/x');
    await runOperation(parts);
    assert.match(
      editor.opened[0] ?? '',
      /^\{\n {2}"\$schema": "genlangschema:\/\/requests\/v1\/models\.generateContent\.json",\n/,
    );
    assert.deepEqual(file(), {
      operation: 'models.generateContent',
      version: 'v1',
      path: { model: 'models/x' },
      query: {},
      body: { contents: [{ role: 'user', parts: [{ text: 'Hello' }] }] },
    });
    assert.deepEqual(sent, []);
  });

  it('begins a change with the values as they are, and a mask of these', async () => {
    const { parts, prompts, titles, clients, file } = setUp(patch);
    prompts.answer('corpora.documents.patch', 'corpora/a', 'documents/b');
    await runOperation(parts);
    assert.deepEqual(clients.calls.at(-1)?.input, { name: 'corpora/a/documents/b' });
    assert.deepEqual(file().body, {
      name: 'corpora/a/documents/b',
      displayName: 'Kites',
      customMetadata: [{ key: 'k', stringValue: 'v' }],
    });
    assert.deepEqual(file().query, { updateMask: 'displayName,customMetadata' });
    assert.deepEqual(titles, ['Preparing corpora.documents.patch']);
  });

  it('begins a change with examples where the values do not come, or there are none', async () => {
    for (const last of [{ name: 'corpora/a/documents/b' }, undefined]) {
      const { parts, prompts, file } = setUp((call) => {
        if (call.id !== 'corpora.documents.get') return patch(call);
        if (last) return last;
        throw new AppError('permission', 'You may not.');
      });
      prompts.answer('corpora.documents.patch', 'corpora/a', 'documents/b');
      await runOperation(parts);
      assert.deepEqual(file().body, { name: 'corpora/a/documents/b', displayName: 'My document' });
      assert.deepEqual(file().query, { updateMask: 'displayName' });
    }
  });

  it('takes the resource of the row it was called on, in its version', async () => {
    const { parts, prompts, sent, clients } = setUp();
    prompts.answer('models.get');
    const kind = 'model';
    await runOperation(parts, { connection: WORK.id, version: 'v1beta3', kind, name: 'models/x' });
    assert.deepEqual(
      sent.map(({ path }) => path),
      ['/v1beta3/models/x'],
    );
    assert.deepEqual(clients.calls, []);
  });
});
