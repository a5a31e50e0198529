import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ResourceRef } from '../../src/catalog/ref';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { EmulatorControl, type SeenRequest } from './support/consoleEmulator';
import { until } from '../fakes/until';
import { activated, resetConnections, withPrompts } from './support/extension';

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

const at = { connection: EMULATOR_ID, version: 'v1beta' } as const;
const notes: ResourceRef = { ...at, kind: 'corpus', name: 'corpora/field-notes-4k2vq8x1m7zd' };
const manual: ResourceRef = {
  ...at,
  kind: 'document',
  name: `${notes.name}/documents/ringing-hut-manual-5d0p7s4w2yhc`,
};

describe('search', () => {
  let emulator: EmulatorControl;

  before(async () => {
    await resetConnections();
    await run('useEmulator');
    const { services } = await activated();
    emulator = new EmulatorControl(await services.emulator.start());
    await emulator.reset();
    await emulator.setPace('at once');
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await run('clearSearch');
    await resetConnections();
  });

  /** Runs a command with answers to what it asks, and gives what it sent to search or to be answered. */
  async function sentBy(
    name: 'search' | 'answer',
    target: ResourceRef | undefined,
    ...answers: readonly string[]
  ): Promise<readonly SeenRequest[]> {
    const prompts = new FakePrompts(...answers);
    await emulator.forget();
    await withPrompts(prompts, () => Promise.resolve(run(name, target)));
    const told = prompts.asked.filter(({ kind }) => kind === 'notify');
    assert.deepEqual(told, [], 'It failed.');
    assert.equal(prompts.unused, 0);
    assert.deepEqual(prompts.problems, []);
    let sent: readonly SeenRequest[] = [];
    // The view sends the request as soon as it is drawn.
    await until(async () => {
      const seen = await emulator.seen();
      sent = seen.filter(({ target: path }) => /:(query|generateAnswer)/.test(path));
      return sent.length > 0;
    }, 'Nothing was sent.');
    return sent;
  }

  it('a corpus with words, and searches it again from what was asked', async () => {
    const [request, ...others] = await sentBy(
      'search',
      notes,
      'When did the geese leave?',
      'Search',
    );
    assert.deepEqual(others, []);
    assert.equal(request?.operation, 'corpora.query');
    assert.equal(request.status, 200);
    const again = new FakePrompts(undefined);
    await withPrompts(again, () => Promise.resolve(run('search', notes)));
    assert.equal(again.asked[0]?.value, 'When did the geese leave?');
  });

  it('a document with a condition on its chunks', async () => {
    const [request] = await sentBy(
      'search',
      manual,
      ...['rules', 'Add condition…', 'chunk.page', 'is at most', '2', 'Search'],
    );
    assert.equal(request?.operation, 'corpora.documents.query');
    assert.equal(request.status, 200);
    assert.match(request.body ?? '', /"operation":\s*"LESS_EQUAL"/);
  });
});
