import assert from 'node:assert/strict';
import type { Conversation } from '../../../../src/conversation/model/conversation';
import type { PlaygroundProtocol } from '../../../../src/conversation/model/protocol';
import type { Caller } from '../../../../src/webview/rpc';
import { settle, settled } from '../../../fakes/settle';
import { sentTexts } from '../../conversation/ask';
import { chooseRows, NO_ACTIONS, openPanel } from '../../conversation/panelWorld';
import { conversation, model, texts, user } from '../../conversation/samples';
import { type TestSession, World } from '../../conversation/world';

const TURNS = [
  user('Hello', 'u1'),
  model([{ text: 'Hi' }], {}, 'm1'),
  user('More?', 'u2'),
  model([{ text: 'Yes' }], {}, 'm2'),
];

describe('editing the turns of a conversation', () => {
  let world: World;
  let session: TestSession;
  let panel: Caller<PlaygroundProtocol>;
  let opened: Conversation[];
  let compared: Conversation[];

  beforeEach(async () => {
    world = new World();
    opened = [];
    compared = [];
    await open();
  });

  async function open(over: Partial<Conversation> = {}): Promise<void> {
    const head = conversation({ connection: 'remote01', model: 'models/small', turns: TURNS });
    session = await world.openWith({ conversation: { ...head, ...over } });
    const openNew = async (made: Conversation): Promise<void> => void opened.push(made);
    const openCompared = async (made: Conversation): Promise<void> => void compared.push(made);
    panel = openPanel(world, session, { actions: { ...NO_ACTIONS, openNew, openCompared } });
  }

  function shown(): readonly string[] {
    return texts(session.state.turns);
  }

  /** The shown branch of all, at every message that has several. */
  function shownBranch(): string {
    const found: string[] = [];
    for (let level = session.shown.branches ?? []; level.length > 0;) {
      const at = level.findIndex(({ isShown }) => isShown);
      if (level.length > 1) found.push(`${at + 1}/${level.length}`);
      level = level[at]?.children ?? [];
    }
    return found.join(' ');
  }

  /** Chooses a row of a turn's menu, and from the lists that it leads to. */
  async function menu(turn: string, ...rows: string[]): Promise<void> {
    await settled(chooseRows(panel, { list: 'turn', turn }, ...rows));
  }

  it('shows the conversation without an answer that is asked for anew only while the new one arrives', async () => {
    const shownStates: (readonly [count: number, isStreaming: boolean])[] = [];
    session.onDidEmit((event) => {
      if (event.name !== 'state') return;
      const { turns, streaming } = event.state;
      shownStates.push([turns.length, streaming !== undefined]);
    });
    await menu('m2', 'Regenerate Response');
    await settled(world.client.last.fail(new Error('The network is gone.')));
    await settled(session.regenerate());
    assert.ok(shownStates.length > 2);
    assert.ok(shownStates.every(([count, isStreaming]) => isStreaming || count === TURNS.length));
  });

  it('changes the text of a message, on disk too', async () => {
    await panel.call('editTurn', { turn: 'u1', text: 'Good day', ask: false });
    assert.deepEqual(shown(), ['Good day', 'Hi', 'More?', 'Yes']);
    await session.close();
    assert.deepEqual(texts(world.saved(session.conversation.id).turns), shown());
  });

  it('marks an answer whose words were changed, and keeps how it ended', async () => {
    await panel.call('editTurn', { turn: 'm2', text: 'No', ask: false });
    const { content, edited, outcome } = session.answer;
    assert.deepEqual(
      [content.parts, edited, outcome?.verdict],
      [[{ text: 'No' }], true, 'complete'],
    );
  });

  it('sends a message again that was refused, once its words are others', async () => {
    const refused = model([], { verdict: 'promptBlocked', promptRefused: true }, 'm1');
    await open({ turns: [user('Bad', 'u1'), refused] });
    await panel.call('editTurn', { turn: 'u1', text: 'Good', ask: false });
    await settled(panel.call('send', { text: 'And?' }));
    assert.deepEqual(sentTexts(world.client.last), ['user: Good|And?']);
  });

  it('refuses to leave a message with nothing in it', async () => {
    await assert.rejects(
      panel.call('editTurn', { turn: 'u1', text: '', ask: false }),
      /The message can’t be empty\./,
    );
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('asks again with the changed message, without a question, and brings what followed back', async () => {
    assert.equal(await panel.call('editTurn', { turn: 'u1', text: 'Good day', ask: true }), true);
    await settle();
    assert.deepEqual(world.prompts.asked, []);
    assert.deepEqual(sentTexts(world.client.last), ['user: Good day']);
    await settled(world.client.last.text('And to you').finish('STOP'));
    assert.deepEqual(shown(), ['Good day', 'And to you']);
    await panel.call('undo', { redo: false });
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('keeps the earlier messages as a branch, which is switched, saved, and not sent', async () => {
    await settled(panel.call('editTurn', { turn: 'u1', text: 'Good day', ask: true }));
    assert.equal(shownBranch(), '2/2');
    const { branch } = { branch: session.shown.branches?.[0]?.id ?? '' };
    await assert.rejects(panel.call('showBranch', { branch }), /A response is still arriving\./);
    await settled(world.client.last.text('And to you').finish('STOP'));
    await settled(panel.call('regenerate', undefined));
    await settled(world.client.last.text('Good day, sir').finish('STOP'));
    assert.deepEqual(shown(), ['Good day', 'Good day, sir']);
    assert.equal(shownBranch(), '2/2 2/2');
    await panel.call('showBranch', { branch });
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
    assert.equal(shownBranch(), '1/2');
    assert.equal(session.shown.undo, undefined);
    await settled(panel.call('send', { text: 'Thanks' }));
    assert.deepEqual(sentTexts(world.client.last).length, 5);
    await session.close();
    const { turns, branches = [] } = world.saved(session.conversation.id);
    assert.deepEqual(texts(turns).slice(0, 4), ['Hello', 'Hi', 'More?', 'Yes']);
    // The unchanged messages are in the file only once.
    assert.deepEqual(
      branches.map((one) => texts(one.turns)),
      [['And to you'], ['Good day', 'Good day, sir']],
    );
  });

  it('leaves the earlier response with its message if the edited one has no response', async () => {
    await settled(panel.call('editTurn', { turn: 'u2', text: 'Less?', ask: true }));
    await settled(world.client.last.fail(new Error('Broken')));
    assert.deepEqual(shown(), ['Hello', 'Hi', 'Less?', '']);
    await panel.call('showBranch', { branch: 'u2' });
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('deletes a message, and brings it back', async () => {
    await menu('m1', 'Delete Message');
    assert.deepEqual(shown(), ['Hello', 'More?', 'Yes']);
    assert.deepEqual(session.shown.undo, { undo: '1 message deleted.' });
    await panel.call('undo', { redo: false });
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('deletes everything from a message on', async () => {
    await menu('m1', 'Delete Message and Everything After');
    assert.deepEqual(shown(), ['Hello']);
    await menu('u1', 'Undo Last Change');
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('inserts what the user wrote for either side', async () => {
    await menu('u2', 'Insert Message Before', 'The model');
    const { event } = session.events.at(-1)!;
    assert.deepEqual(event, { name: 'edit', turn: 'u2', place: 'before', role: 'model' });
    const written = { turn: 'u2', place: 'before', role: 'model', text: 'Also: hi' } as const;
    await panel.call('insertTurn', written);
    await panel.call('insertTurn', { ...written, turn: 'm2', place: 'after', role: 'user' });
    assert.deepEqual(shown(), ['Hello', 'Hi', 'Also: hi', 'More?', 'Yes', 'Also: hi']);
    assert.deepEqual(
      session.state.turns.map(({ role }) => role).join(),
      'user,model,model,user,model,user',
    );
    await session.close();
    assert.deepEqual(texts(world.saved(session.conversation.id).turns), shown());
  });

  it('forks into a conversation of its own, and stays as it is', async () => {
    await menu('m1', 'Fork Conversation From Here');
    const fork = opened[0]!;
    assert.deepEqual(texts(fork.turns), ['Hello', 'Hi']);
    assert.equal(fork.title, 'Kites (fork)');
    assert.notEqual(fork.id, session.conversation.id);
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Yes']);
  });

  it('sends the message that a fork ends with, which nothing takes back', async () => {
    await menu('u2', 'Fork Conversation From Here');
    await open(opened[0]);
    await settled(panel.call('regenerate', undefined));
    assert.deepEqual(sentTexts(world.client.last), ['user: Hello', 'model: Hi', 'user: More?']);
    await settled(world.client.last.text('Sure').finish('STOP'));
    assert.deepEqual(shown(), ['Hello', 'Hi', 'More?', 'Sure']);
    assert.equal(session.state.undo, undefined);
  });

  it('fills the variables of a prompt file in, in a fork and in a message that is sent from there', async () => {
    const promptFile = 'file:///folder/kite.prompt.json';
    const turns = [
      user('I am {{who}}', 'u1'),
      model([{ text: 'Hi' }], {}, 'm1'),
      user('{{who}}?', 'u2'),
    ];
    await open({ turns, promptFile, variables: { who: '{{me}}', me: 'no' } });
    await menu('u2', 'Fork Conversation From Here');
    assert.deepEqual(texts(opened[0]?.turns ?? []), ['I am {{me}}', 'Hi', '{{me}}?']);
    await settled(panel.call('regenerate', undefined));
    await settled(world.client.last.fail(new Error('The network is gone.')));
    // What a value has in braces is no variable at the next try either.
    await settled(panel.call('regenerate', undefined));
    assert.deepEqual(sentTexts(world.client.last), [
      'user: I am {{me}}',
      'model: Hi',
      'user: {{me}}?',
    ]);
  });

  it('changes nothing while an answer arrives', async () => {
    await settled(panel.call('send', { text: 'Now' }));
    const busy = /A response is still arriving\. Wait for it, or stop it\./;
    await assert.rejects(panel.call('editTurn', { turn: 'u1', text: 'X', ask: false }), busy);
    const written = { turn: 'u1', place: 'after', role: 'user', text: 'X' } as const;
    await assert.rejects(panel.call('insertTurn', written), busy);
    await assert.rejects(panel.call('undo', { redo: false }), busy);
    for (const row of ['Delete Message', 'Regenerate From Here']) {
      await assert.rejects(menu('u1', row), busy);
    }
    assert.equal(session.state.turns.length, 6);
  });
});
