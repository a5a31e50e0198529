import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { KindId } from '../../src/catalog/kinds';
import { FakePrompts } from '../fakes/prompts';
import { activated, withPrompts } from './support/extension';
import { signInPeople } from './support/signedInPeople';

const OWNER = 'sharedmo';
const OTHER = 'sharedad';
const ADA = 'ada@example.com';
const LETTERS = 'corpora/letters';

const target = (kind: KindId, name: string) => ({
  ...{ connection: OWNER, version: 'v1beta' as const, kind, name },
});

/** Runs a command with answers to its questions. */
async function run(name: string, ref: object, ...answers: readonly string[]): Promise<FakePrompts> {
  const prompts = new FakePrompts(...answers);
  await withPrompts(prompts, async () => {
    await vscode.commands.executeCommand(`generativeLanguage.${name}`, ref);
  });
  assert.equal(prompts.unused, 0, 'Not everything was asked.');
  return prompts;
}

/** What somebody gets of a resource through their own connection. */
async function see(connection: string, id: 'corpora.get' | 'tunedModels.get', name: string) {
  const { services } = await activated();
  return await services.calls.call({ connection, version: 'v1beta' }, id, { name });
}

/** Who has access, as the owner's window has it. */
async function permissions(kind: KindId, name: string) {
  const { services } = await activated();
  const collection = { ...target(kind, name), collection: true as const };
  services.store.invalidate(collection);
  return (await services.store.list(collection)).items;
}

describe('sharing, with two people signed in', () => {
  let people: { close(): Promise<void> };

  before(async () => {
    people = await signInPeople({ [OWNER]: 'demo@example.com', [OTHER]: ADA });
    const { services } = await activated();
    await services.connections.activate(OWNER);
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await people.close();
  });

  it('lets somebody see a corpus, and edit it as a writer', async () => {
    const everyone = (await permissions('corpusPermission', LETTERS)).find(
      ({ granteeType }) => granteeType === 'EVERYONE',
    );
    const { services } = await activated();
    const name = everyone?.name as string;
    const place = { connection: OWNER, version: 'v1beta' as const };
    await services.calls.call(place, 'corpora.permissions.delete', { name });
    await assert.rejects(see(OTHER, 'corpora.get', LETTERS), { reason: 'permission' });
    await run('share', target('corpus', LETTERS), 'User', ADA, 'Writer');
    assert.equal((await see(OTHER, 'corpora.get', LETTERS)).name, LETTERS);
    const edited = await services.calls.call(
      { connection: OTHER, version: 'v1beta' },
      'corpora.patch',
      { 'corpus.name': LETTERS, updateMask: 'displayName', body: { displayName: 'Old letters' } },
    );
    assert.equal(edited.displayName, 'Old letters');
  });

  it('opens one sheet of who has access, however often it is asked for', async () => {
    await vscode.commands.executeCommand('generativeLanguage.auditAccess');
    await vscode.commands.executeCommand('generativeLanguage.auditAccess');
    await told(() => sheets() > 0);
    assert.equal(sheets(), 1);
  });
});

function sheets(): number {
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  return tabs.filter(({ label }) => label === 'Access').length;
}

/** Resolves once it holds, which is looked at whenever a tab has changed. */
function told(holds: () => boolean): Promise<void> {
  if (holds()) return Promise.resolve();
  return new Promise((resolve) => {
    const subscription = vscode.window.tabGroups.onDidChangeTabs(() => {
      if (!holds()) return;
      subscription.dispose();
      resolve();
    });
  });
}
