import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ModelTurn, PlaygroundMode } from '../../src/conversation/model/conversation';
import { activated } from './support/extension';
import { useFreshPlayground } from './support/freshPlayground';
import { ask, openPlayground, textOf, told } from './support/playground';

describe('the modes of the playground', () => {
  const fresh = useFreshPlayground();

  async function askIn(mode: PlaygroundMode, model: string, text: string): Promise<ModelTurn> {
    fresh.panel.session.setMode(mode, `models/${model}`);
    await told(fresh.panel, () => fresh.panel.session.state.model?.methods !== undefined);
    const answer = await ask(fresh.panel, text);
    assert.equal(answer.outcome?.verdict, 'complete', JSON.stringify(answer.outcome));
    assert.equal(answer.mode, mode);
    return answer;
  }

  it('opens on a model that only embeds, to embed', async () => {
    const { playground } = await activated();
    const { connection = '' } = fresh.panel.session.target;
    const name = 'models/emulator-embedding';
    const opened = await (
      await playground.panels()
    ).open({ connection, version: 'v1beta', kind: 'model', name });
    await told(opened, () => opened.session.state.mode === 'embed');
  });

  it('begins anew as a chat with a model that chats and without settings, whatever was done last', async () => {
    await askIn('chat', 'emulator-pro', 'What is a kite?');
    fresh.panel.session.setSettings({ systemInstruction: 'Be brief.' });
    await askIn('embed', 'emulator-embedding', 'A kite');
    const { session } = await openPlayground();
    assert.equal(session.state.mode, 'chat');
    assert.equal(session.state.model?.name, 'models/emulator-pro');
    assert.deepEqual(session.state.settings, {});
  });

  it('begins with a chat, and with an interaction once the user has set that', async () => {
    const settings = vscode.workspace.getConfiguration('generativeLanguage');
    const name = 'playground.newConversations';
    const earlier = settings.inspect<string>(name)?.globalValue;
    await settings.update(name, undefined, vscode.ConfigurationTarget.Global);
    try {
      assert.equal((await openPlayground()).session.state.mode, 'chat');
      await settings.update(name, 'interaction', vscode.ConfigurationTarget.Global);
      const panel = await openPlayground();
      await told(panel, () => panel.session.state.model?.methods !== undefined);
      assert.equal(panel.session.state.mode, 'interaction');
      assert.deepEqual(panel.session.state.keeping?.stored, false);
      const answer = await ask(panel, '[[echo]]One');
      assert.equal(answer.outcome?.verdict, 'complete', JSON.stringify(answer.outcome));
      assert.equal(answer.interaction?.steps.at(-1)?.type, 'model_output');
      assert.match(textOf(panel), /One/);
    } finally {
      await settings.update(name, earlier, vscode.ConfigurationTarget.Global);
    }
  });

  it('asks about a selection in a chat, and not where texts become vectors', async () => {
    await askIn('embed', 'emulator-embedding', 'A kite');
    const document = await vscode.workspace.openTextDocument({ content: 'A boat' });
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.One);
    editor.selection = new vscode.Selection(0, 0, 0, 6);
    await vscode.commands.executeCommand('generativeLanguage.askAboutSelection');
    const panels = await (await activated()).playground.panels();
    const last = panels.all.at(-1);
    assert.ok(last && last !== fresh.panel);
    await told(last, () => last.session.state.model?.methods !== undefined);
    assert.equal(last.session.state.mode, 'chat');
  });
});
