import assert from 'node:assert/strict';
import { DockState } from '../../../../../src/playground/webview/state/dockState';
import { DraftStore } from '../../../../../src/playground/webview/state/draft';
import type { PlaygroundState, Attachment } from '../../../../../src/conversation/model/protocol';
import { settled } from '../../../../fakes/settle';
import { user, model } from '../../../conversation/samples';
import { FakeStore } from '../fakeStore';

const CALL = { functionCall: { name: 'get_weather', args: {} } };
const CALLED = [user('Rome?'), model([CALL])];

function dockOf(panel: Partial<PlaygroundState>): { store: FakeStore; dock: DockState } {
  const store = new FakeStore(panel);
  const dock = new DockState(store, new DraftStore());
  store.onSnapshot((now) => dock.onSnapshot(now));
  store.say(panel);
  return { store, dock };
}

describe('what keeps the next message back', () => {
  it('is a mode that the model does not have, before anything else', () => {
    const modes = [{ id: 'chat', reason: 'It can’t.' }] as const;
    const { dock } = dockOf({ modes, turns: CALLED });
    assert.equal(dock.blockedBecause.value, 'It can’t. Select another mode or model.');
  });

  it('is an attachment in a mode without', () => {
    const file: Attachment = {
      id: 'a',
      name: 'a.png',
      mimeType: 'image/png',
      kind: 'inline',
      state: 'ready',
      hasData: false,
    };
    const { dock, store } = dockOf({ mode: 'embed', attachments: [file] });
    assert.match(
      dock.blockedBecause.value ?? '',
      /doesn’t support attachments\. Remove them, or select another mode\./,
    );
    store.say({ mode: 'chat', attachments: [file] });
    assert.equal(dock.blockedBecause.value, undefined);
  });

  it('is a result that the model waits for, in a chat', () => {
    const { dock, store } = dockOf({ turns: CALLED });
    assert.match(
      dock.blockedBecause.value ?? '',
      /^The model is waiting for function results\. Send them first, or decline\./,
    );
    store.say({ turns: CALLED, mode: 'prompt' });
    assert.equal(dock.blockedBecause.value, undefined);
  });
});

describe('what is edited above the composer', () => {
  it('is shown until the host has taken it and has said how things are', async () => {
    const { dock, store } = dockOf({ variables: { animal: 'a kite' } });
    dock.variables.edits.put('animal', 'a gull');
    store.say({ variables: { animal: 'a kite' } });
    assert.equal(dock.variables.valueOf('animal'), 'a gull');
    await dock.flush();
    assert.deepEqual(store.asked, [
      { name: 'setVariables', input: { values: { animal: 'a gull' } } },
    ]);
    store.say({ variables: { animal: 'a tern' } });
    assert.equal(dock.variables.valueOf('animal'), 'a tern');
  });
});

describe('results that the model waits for', () => {
  it('begin with the saved one, and are sent as they are typed', async () => {
    const settings = { mocks: { get_weather: { degrees: 21 } } };
    const { dock, store } = dockOf({ turns: CALLED, settings });
    const [call] = dock.results.asked.value?.calls ?? [];
    assert.deepEqual(JSON.parse(call?.text ?? ''), { degrees: 21 });
    dock.results.write(call!, { text: 'warm', keep: true });
    const { isSent } = await dock.results.send();
    assert.equal(isSent, true);
    assert.deepEqual(store.asked.at(-1)?.input, {
      turn: CALLED.at(-1)?.id,
      results: [{ response: { result: 'warm' }, keep: true }],
    });
    assert.deepEqual(store.unsavedEdits.kept, []);
  });

  it('are not sent while one is none, which its field says until the next key', async () => {
    const { dock, store } = dockOf({ turns: CALLED });
    const [call] = dock.results.asked.value?.calls ?? [];
    assert.deepEqual(await dock.results.send(), { isSent: false, wrong: call?.key });
    assert.match(dock.results.asked.value?.calls[0]?.error ?? '', /^Enter the result/);
    dock.results.write(call!, { text: '{' });
    assert.equal(dock.results.asked.value?.calls[0]?.error, undefined);
    assert.deepEqual(store.asked, []);
  });

  it('stay typed where sending them failed, and can be declined', async () => {
    const { dock, store } = dockOf({ turns: CALLED });
    const [call] = dock.results.asked.value?.calls ?? [];
    dock.results.write(call!, { text: 'warm' });
    store.takes = false;
    assert.deepEqual(await dock.results.send(), { isSent: false });
    assert.equal(store.unsavedEdits.kept.length, 1);
    store.takes = true;
    assert.equal(await dock.results.decline(), true);
    await settled(assert.match(JSON.stringify(store.asked.at(-1)?.input), /declined to run/));
  });
});
