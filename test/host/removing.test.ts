import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { JsonObject } from '../../src/api/schema/row';
import { documentPath, parseRef } from '../../src/catalog/documents';
import type { KindId } from '../../src/catalog/kinds';
import type { LiveList } from '../../src/platform/prompts';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import type { EmulatorControl } from './support/consoleEmulator';
import { activated, resetConnections, withPrompts } from './support/extension';
import { closeAll, lensesOf, open, replace, save } from './support/resourceEditor';
import { until } from '../fakes/until';
import { useWindowEmulator } from './support/windowEmulator';

const CORPUS = 'corpora/field-notes-4k2vq8x1m7zd';
const DOCUMENT = `${CORPUS}/documents/spring-migration-9w3ht5c0rb6j`;

const run = (name: string, ...args: unknown[]) =>
  vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);

/** Answers questions, and takes rows of the live lists by their labels, as soon as they are not busy. */
class Choosing extends FakePrompts {
  #rows: string[] = [];

  rows(...labels: readonly string[]): this {
    this.#rows = [...labels];
    return this;
  }

  override live<T>(): LiveList<T> {
    const list = super.live<T>();
    void this.#choose(this.lists.length - 1);
    return list;
  }

  async #choose(index: number): Promise<void> {
    const list = this.lists[index];
    for (const label of this.#rows.splice(0)) {
      await list?.when(
        ({ isBusy, items }) => !isBusy && items.some((item) => item.label === label),
      );
      list?.choose(label);
    }
  }
}

function refOf(kind: KindId, name: string, version = 'v1beta') {
  const ref = parseRef({ connection: EMULATOR_ID, version, kind, name });
  assert.ok(ref, name);
  return ref;
}

describe('deleting', () => {
  let emulator: EmulatorControl;

  before(async () => {
    emulator = await useWindowEmulator();
  });
  beforeEach(async () => {
    await emulator.reset();
    const { services } = await activated();
    services.store.invalidate({ connection: EMULATOR_ID });
  });
  after(async () => {
    await emulator.reset();
    await resetConnections();
  });

  /** Runs a command with answers to what it asks; nothing else must be asked, and no more told than what was deleted. */
  async function answered(
    name: string,
    prompts: Choosing,
    ...targets: readonly unknown[]
  ): Promise<Choosing> {
    await withPrompts(prompts, () => Promise.resolve(run(name, ...targets)));
    assert.deepEqual(
      prompts.asked.filter(({ kind, text }) => kind === 'notify' && !text.startsWith('Deleted ')),
      [],
    );
    assert.equal(prompts.unused, 0);
    return prompts;
  }

  it('what open documents show: they say so, and are read anew when it is back', async () => {
    const shown = await open(documentPath(refOf('document', DOCUMENT)));
    await answered('delete', new Choosing(CORPUS).rows('Delete…'), refOf('corpus', CORPUS));
    assert.deepEqual(await lensesOf(shown), [
      '$(trash) Resource deleted',
      '$(history) Restore from Trash…',
    ]);
    await replace(shown, `${shown.getText()}\n`);
    await assert.rejects(save(shown));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await answered(
      'restoreDeleted',
      new Choosing('Share Again').rows(
        'Corpus “corpora/field-notes-4k2vq8x1m7zd” with 4 documents and 9 chunks',
        'Restore 1 Selected',
      ),
    );
    const now = await emulator.get<JsonObject>(`v1beta/${DOCUMENT}`);
    const text = `${JSON.stringify(now, undefined, 2)}\n`;
    await until(() => shown.getText() === text);
    assert.match((await lensesOf(shown)).join(), /Editable fields/);
    assert.equal(shown.isDirty, false);
    await closeAll();
  });
});
