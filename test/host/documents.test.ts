import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { decodeErrorBody } from '../../src/api/errors/decode';
import { Emitter } from '../../src/base/event';
import { parseDocument } from '../../src/catalog/documents';
import { DocumentFiles } from '../../src/resources/documents/documentFiles';
import { ResourceStore } from '../../src/service/resourceStore';
import { createCalls } from '../../src/service/calls';
import { FakeClients } from '../fakes/client';
import { FakeClock } from '../fakes/clock';
import { FakeLog } from '../fakes/log';
import { FakePrompts } from '../fakes/prompts';
import { FakeSystem } from '../fakes/system';
import { FakeTextDocuments } from '../fakes/textDocuments';

const uri = vscode.Uri.from({ scheme: 'genlang', path: '/aaaa1111/v1beta/models/x.json' });

function setUp() {
  let version = 1;
  const clients = new FakeClients(({ input }) => ({ ...input, version: String(version) }));
  const clock = new FakeClock();
  const calls = createCalls(clients);
  const store = new ResourceStore(calls);
  const parts = {
    ...{ calls, clock, store },
    prompts: new FakePrompts(),
    system: new FakeSystem(),
    documents: new FakeTextDocuments(),
    log: new FakeLog(),
  };
  const documents = new DocumentFiles(parts, new Emitter());
  const change = (): void => {
    version++;
  };
  return { clients, clock, documents, store, change };
}

const read = async (documents: DocumentFiles): Promise<string> =>
  new TextDecoder().decode(await documents.readFile(uri));

describe('documents', () => {
  it('ask the service once for the facts and the content', async () => {
    const { documents, clients } = setUp();
    const { size } = await documents.stat(uri);
    assert.equal((await read(documents)).length, size);
    assert.equal(clients.calls.length, 1);
    documents.dispose();
  });

  it('that were deleted are there again where all of their connection is read anew', async () => {
    const { documents, store } = setUp();
    const ref = parseDocument(uri.path)?.ref;
    assert.ok(ref);
    await documents.stat(uri);
    store.remove([ref]);
    await assert.rejects(documents.stat(uri), /EntryNotFound|FileNotFound/);
    store.invalidate({ connection: ref.connection });
    await documents.stat(uri);
    assert.match(await read(documents), /"version": "1"/);
    documents.dispose();
  });

  it('are not found from their first read on, where the service does not show what may not exist', async () => {
    const corpus = vscode.Uri.from({ scheme: 'genlang', path: '/aaaa1111/v1beta/corpora/x.json' });
    const { documents, clients } = setUp();
    const refuse = (message: string) => () => {
      throw decodeErrorBody(403, JSON.stringify({ error: { code: 403, message } }));
    };
    clients.answer = refuse(
      'You do not have permission to access the Corpus x or it may not exist.',
    );
    await assert.rejects(documents.stat(corpus), { code: 'FileNotFound' });
    await assert.rejects(documents.readFile(corpus), { code: 'FileNotFound' });
    clients.answer = refuse('The caller does not have permission.');
    await assert.rejects(documents.stat(corpus), { code: 'Unavailable' });
    documents.dispose();
  });
});
