import assert from 'node:assert/strict';
import {
  missingVariable,
  neededVariables,
  withBracesKept,
} from '../../../../src/playground/webview/prompts/neededVariables';
import { literal } from '../../../../src/playground/variables';
import { model, texts, user } from '../host/samples';
import { openPanel } from '../host/panelWorld';
import { settle } from '../../../fakes/settle';
import { conversation } from '../host/samples';
import { World } from '../host/world';

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

  it('are also those of a text beside other parts, and none of attached files', () => {
    const parts = [{ text: '{{file}}' }, { functionResponse: { name: 'f' } }, { text: '{{new}}' }];
    const attached = [{ part: 0, name: 'a.txt' }];
    const turns = [{ ...user(''), content: { role: 'user', parts }, attached }];
    const panel = { settings: {}, turns, promptFile: 'a.prompt.json' };
    assert.deepEqual(neededVariables(panel, ''), ['new']);
  });

  it('are missing while they have no value, and their braces can be kept', () => {
    assert.equal(missingVariable(['a', 'b'], { a: '1' }), 'b');
    const kept = withBracesKept(['a', 'b'], { a: '1', c: '2' });
    assert.deepEqual(kept, { a: '1', b: literal('b'), c: '2' });
    assert.equal(missingVariable(['a', 'b'], kept), undefined);
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
    await panel.call('send', { text: 'Tell about {{what}}' });
    await settle();
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
});
