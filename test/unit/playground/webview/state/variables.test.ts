import assert from 'node:assert/strict';
import { literal } from '../../../../../src/conversation/model/turns';
import { draftOf, DraftStore } from '../../../../../src/playground/webview/state/draft';
import {
  missingVariable,
  neededVariables,
  lastVariables,
} from '../../../../../src/playground/webview/state/variables';
import { DockState } from '../../../../../src/playground/webview/state/dockState';
import { settle, settled } from '../../../../fakes/settle';
import { FakeStore } from '../fakeStore';
import { openPanel } from '../../../conversation/panelWorld';
import { conversation, model, texts, user } from '../../../conversation/samples';
import { World } from '../../../conversation/world';

describe('variables in a playground', () => {
  it('are those of the instruction, of messages that wait in a prompt file, and of the draft', () => {
    const panel = {
      settings: { systemInstruction: '{{tone}}' },
      turns: [user('{{old}}'), { ...model([{ text: '{{no}}' }]), answer: {} }, user('{{new}}')],
    };
    assert.deepEqual(neededVariables(panel, '{{draft}} {{tone}}'), ['tone', 'draft']);
    const promptFile = 'a.prompt.json';
    assert.deepEqual(neededVariables({ ...panel, promptFile }, ''), ['tone', 'new']);
  });

  it('are none in the braces of a value that was filled in', () => {
    const template = { text: 'Hi {{who}}', variables: { who: '{{x}}' } };
    const turns = [{ ...user('Hi {{x}}'), template }];
    const panel = { settings: {}, turns, promptFile: 'a.prompt.json' };
    assert.deepEqual(neededVariables(panel, ''), ['who']);
    // Edited since, it is a text of its own.
    const edited = [{ ...user('Hi {{y}}'), template }];
    assert.deepEqual(neededVariables({ ...panel, turns: edited }, ''), ['y']);
  });

  it('are missing while they have no value, and their braces can be kept', () => {
    assert.equal(missingVariable(['a', 'b'], { a: '1' }), 'b');
    const access = new FakeStore({ variables: { a: '1', c: '2' } });
    const draft = new DraftStore();
    const { variables, blockedBecause } = new DockState(access, draft);
    draft.value = draftOf('{{a}} {{b}}');
    assert.equal(variables.missing.value, 'b');
    assert.equal(blockedBecause.value, 'Enter a value for b, or send it unchanged.');
    variables.keepBraces();
    assert.deepEqual(variables.values.value, { a: '1', b: literal('b'), c: '2' });
    assert.equal(blockedBecause.value, undefined);
  });

  it('are filled in when a message is sent, also in what waits of its prompt file', async () => {
    const world = new World();
    const promptFile = 'file:///folder/kite.prompt.json';
    const session = await world.openWith({
      conversation: conversation({
        turns: [user('I am {{who}}'), model([{ text: 'Hi' }])],
        connection: 'remote01',
        promptFile,
      }),
    });
    const panel = openPanel(world, session);
    await panel.call('setVariables', { values: { who: 'Ann', what: 'kites' } });
    await settled(panel.call('send', { text: 'Tell about {{what}}' }));
    assert.deepEqual(texts(session.state.turns).slice(0, 3), [
      'I am Ann',
      'Hi',
      'Tell about kites',
    ]);
    const [first, , third] = session.conversation.turns;
    assert.equal(first?.role === 'user' && first.template?.text, 'I am {{who}}');
    assert.equal(third?.role === 'user' && third.template?.text, 'Tell about {{what}}');
    assert.equal(session.state.title, 'Kites');
    await session.close();
  });

  it('stay after a request, so that it can be asked again with other values', async () => {
    const world = new World();
    const session = await world.openWith({
      conversation: conversation({
        turns: [user('I am {{who}}'), model([{ text: 'Hi' }])],
        connection: 'remote01',
        promptFile: 'file:///folder/kite.prompt.json',
      }),
    });
    const panel = openPanel(world, session);
    await panel.call('setVariables', { values: { who: 'Ann', what: 'kites' } });
    await panel.call('send', { text: 'Tell about {{what}}' });
    assert.deepEqual(
      lastVariables({ ...session.state, turns: session.state.turns.slice(0, 3) }),
      [],
    );
    await settle();
    await settled(world.client.last.text('They fly').finish('STOP'));
    assert.deepEqual(neededVariables(session.state, ''), []);
    assert.deepEqual(lastVariables(session.state), ['who', 'what']);
    await settled(panel.call('tryVariables', { values: { who: 'Bob', what: 'gulls' } }));
    await settled(world.client.last.text('They cry').finish('STOP'));
    const said = ['I am Bob', 'Hi', 'Tell about gulls', 'They cry'];
    assert.deepEqual(texts(session.state.turns), said);
    assert.deepEqual(
      world.client.last.input.body.contents.map(({ parts = [] }) => parts[0]?.text),
      said.slice(0, 3),
    );
    assert.deepEqual(session.state.variables, { who: 'Bob', what: 'gulls' });
    // It can be taken back, and what was tried is a template still.
    const [first] = session.conversation.turns;
    assert.equal(first?.role === 'user' && first.template?.text, 'I am {{who}}');
    await panel.call('undo', { redo: false });
    assert.deepEqual(texts(session.state.turns), [
      'I am Ann',
      'Hi',
      'Tell about kites',
      'They fly',
    ]);
    await session.close();
  });
});
