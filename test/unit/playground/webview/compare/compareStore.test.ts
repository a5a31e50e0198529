import assert from 'node:assert/strict';
import {
  COMPARE_CHANNEL,
  type PlaygroundProtocol,
  type PlaygroundState,
  compareProtocol,
  playgroundProtocol,
} from '../../../../../src/conversation/model/protocol';
import { CompareStore } from '../../../../../src/playground/webview/compare/compareStore';
import { draftOf, type DraftStore } from '../../../../../src/playground/webview/state/draft';
import { createFormat } from '../../../../../src/playground/webview/format';
import { channel, type Handlers, serve } from '../../../../../src/webview/rpc';
import { type End, pair, unexpected } from '../../rpc/pair';
import { panelState } from '../panelState';

const READY = {
  connection: { name: 'Home', detail: '', emulator: false },
  model: { name: 'models/a', displayName: 'A', thinking: false },
} as const;

/** The host of a comparison, as its page knows it. */
class FakeHost {
  /** What was called: the channel, the name, and what went with it. */
  readonly calls: (readonly [string, string, unknown])[] = [];
  /** Why no message is sent; absent where it is. */
  refusal: string | undefined;
  readonly #port: End;

  constructor(port: End) {
    this.#port = port;
    const note = (name: string) => async (input: unknown) => {
      this.calls.push([COMPARE_CHANNEL, name, input]);
      if (name === 'sendAll' && this.refusal !== undefined) throw new Error(this.refusal);
    };
    serve(
      channel(port, COMPARE_CHANNEL),
      compareProtocol,
      {
        ready: note('ready'),
        sendAll: note('sendAll'),
        stopAll: note('stopAll'),
        addColumn: note('addColumn'),
        removeColumn: note('removeColumn'),
        compareAnswers: note('compareAnswers'),
      },
      unexpected,
    );
  }

  columns(...names: readonly string[]): void {
    for (const name of names) this.#serve(name);
    channel(this.#port, COMPARE_CHANNEL).post({ kind: 'event', name: 'columns', columns: names });
  }

  state(name: string, over: Partial<PlaygroundState>): void {
    const state = panelState({ conversation: `of ${name}`, ...over });
    channel(this.#port, name).post({ kind: 'event', name: 'state', state });
  }

  #serve(name: string): void {
    const handlers = Object.fromEntries(
      Object.keys(playgroundProtocol.calls).map((call) => [
        call,
        async (input: unknown) => void this.calls.push([name, call, input]),
      ]),
    ) as unknown as Handlers<PlaygroundProtocol>;
    serve(channel(this.#port, name), playgroundProtocol, handlers, unexpected);
  }
}

describe('what the page of a comparison knows', () => {
  let host: FakeHost;
  let store: CompareStore;
  let draft: DraftStore;
  let changes: number;

  beforeEach(() => {
    const ends = pair();
    host = new FakeHost(ends.host);
    changes = 0;
    store = new CompareStore({
      port: ends.webview,
      format: createFormat('en'),
      saved: { conversations: ['before'], draft: draftOf('') },
      onDidChange: () => changes++,
    });
    ({ draft } = store);
    store.start();
    host.columns('one', 'two');
  });
  afterEach(() => store.dispose());

  it('asks all columns the same, after each has what was set in it', async () => {
    host.state('one', READY);
    host.state('two', READY);
    store.columns.peek()[1]?.store.settings.type('temperature', '0.5');
    draft.value = draftOf('What is a kite?');
    await store.send();
    const [[, setting, set] = [], [, sent, message] = []] = host.calls.slice(-2);
    assert.deepEqual([setting, set], ['setSettings', { temperature: 0.5 }]);
    assert.deepEqual([sent, message], ['sendAll', { text: 'What is a kite?' }]);
    assert.equal(draft.peek().text, '');
    assert.equal(store.problem.peek(), undefined);
  });

  it('puts a message back that was not sent, before what was written since', async () => {
    host.state('one', READY);
    host.state('two', READY);
    host.refusal = 'The second model has ended.';
    draft.value = draftOf('What is a kite?');
    const sending = store.send();
    assert.equal(store.blocker.peek(), 'waitForAnswer');
    draft.value = draftOf('And a balloon?');
    await sending;
    assert.equal(draft.peek().text, 'What is a kite?\n\nAnd a balloon?');
    assert.equal(store.blocker.peek(), undefined);
    assert.equal(store.problem.peek(), 'Couldn’t send the message: The second model has ended.');
    assert.equal(store.announcer.said.peek().text, store.problem.peek());
  });

  it('says what keeps any column from being asked, the first thing to do first', () => {
    assert.equal(store.blocker.peek(), 'needConnection');
    host.state('one', READY);
    host.state('two', { connection: READY.connection });
    assert.equal(store.blocker.peek(), 'needModel');
    host.state('two', READY);
    assert.equal(store.blocker.peek(), undefined);
    store.columns.peek()[0]?.store.settings.type('temperature', 'hot');
    assert.equal(store.blocker.peek(), 'settingsInvalid');
    host.state('two', { ...READY, streaming: 't1' });
    assert.equal(store.blocker.peek(), 'settingsInvalid');
    assert.equal(store.isStreaming.peek(), true);
  });
});
