import assert from 'node:assert/strict';
import type { ChoiceListName } from '../../../../src/conversation/model/calls';
import type { PlaygroundProtocol } from '../../../../src/conversation/model/protocol';
import type { Caller } from '../../../../src/webview/rpc';
import { settled } from '../../../fakes/settle';
import { ask } from '../../conversation/ask';
import { REMOTE } from '../../conversation/fakeServices';
import { ModeWorld } from '../../conversation/modeWorld';
import { chooseRows, openPanel } from '../../conversation/panelWorld';
import type { TestSession } from '../../conversation/world';

describe('the lists that a panel is told', () => {
  let world: ModeWorld;
  let session: TestSession;
  let panel: Caller<PlaygroundProtocol>;

  beforeEach(async () => {
    world = new ModeWorld();
    session = await world.open();
    panel = openPanel(world, session);
  });

  const rows = async (list: ChoiceListName, ...path: readonly string[]) =>
    (await panel.call('listChoices', { list, path })).rows;

  it('have limits and methods of models, and which one is used', async () => {
    const [first] = await rows('model');
    assert.deepEqual(first, {
      id: 'models/small',
      label: 'Small',
      description: '100 in',
      detail: 'models/small',
      facts: ['Tokens: 100 in', 'Methods: generateContent'],
      isCurrent: true,
    });
  });

  it('take a model, and with it what it is for', async () => {
    await settled(chooseRows(panel, { list: 'model' }, 'bison'));
    assert.deepEqual([session.state.mode, session.state.model?.name], ['text', 'models/bison']);
  });

  it('take a name that was typed, and ask for one where that is none', async () => {
    const place = { list: 'model', path: [''] } as const;
    await panel.call('choose', { ...place, typed: 'mine' });
    assert.equal(session.state.model?.name, 'models/mine');
    world.prompts.answer('models/other');
    await panel.call('choose', { ...place, typed: 'no name' });
    assert.equal(world.prompts.asked[0]?.value, 'no name');
    assert.equal(session.state.model.name, 'models/other');
  });

  it('say why a mode can’t be used, and lead to the models that have it', async () => {
    const modes = await rows('mode');
    const at = modes.findIndex(({ separator }) => separator === 'Requires another model');
    assert.deepEqual(
      modes.slice(0, at).map(({ leads }) => leads),
      [undefined, undefined, undefined],
    );
    assert.ok(modes.slice(at).every(({ leads }) => leads === true));
    const embed = modes.find(({ id }) => id === 'embed');
    assert.deepEqual(embed?.facts, ['Small doesn’t support Embeddings.']);
    const models = await rows('mode', 'embed');
    assert.equal(models[0]?.id, 'models/embedder');
    assert.equal(session.state.mode, 'chat');
    await settled(chooseRows(panel, { list: 'mode' }, 'Embeddings', 'gecko'));
    assert.deepEqual([session.state.mode, session.state.model?.name], ['embed', 'models/gecko']);
  });

  it('lead from a version without the mode to a mode and a model, and change nothing before', async () => {
    const before = session.state;
    await rows('version', 'v1beta3');
    await rows('version', 'v1beta3', 'text');
    assert.deepEqual(session.state, before);
    await settled(chooseRows(panel, { list: 'version' }, 'v1beta3', 'Legacy text', 'bison'));
    const { version, mode, model } = session.state;
    assert.deepEqual([version, mode, model?.name], ['v1beta3', 'text', 'models/bison']);
  });

  it('take a version and a connection', async () => {
    await chooseRows(panel, { list: 'version' }, 'v1');
    assert.equal(session.state.version, 'v1');
    const connections = await rows('connection');
    assert.deepEqual(
      connections.map(({ label, isCurrent }) => [label, isCurrent]),
      [
        [REMOTE.name, true],
        ['Emulator', false],
      ],
    );
    await settled(chooseRows(panel, { list: 'connection' }, 'Emulator'));
    assert.equal(session.state.connection?.emulator, true);
  });

  it('keep what is asked for while an answer arrives', async () => {
    await ask(session);
    await assert.rejects(rows('mode'), /A response is still arriving\. Wait for it, or stop it\./);
    await assert.rejects(
      panel.call('choose', { list: 'mode', path: ['single'] }),
      /A response is still arriving\. Wait for it, or stop it\./,
    );
  });
});
