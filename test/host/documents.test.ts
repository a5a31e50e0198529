import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Emitter } from '../../src/base/event';
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
});
