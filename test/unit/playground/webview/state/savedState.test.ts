import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  parseSaved,
  type SavedPage,
  StatePersister,
} from '../../../../../src/playground/webview/state/savedState';

const WHOLE = { path: 'b.md', uri: 'file:///b.md', language: 'markdown', text: '# B' };
const PIECE = { ...WHOLE, path: 'a.md', lines: { first: 3, last: 5 } };

describe('saved state', () => {
  it('comes back whole', () => {
    const saved = {
      conversation: 'c1',
      draft: { text: 'hi', held: ['x'], pieces: [PIECE, WHOLE] },
      place: { turn: 't1', offset: 12 },
      hiddenSteps: ['thought', 'search'],
      opened: [
        ['step m1 2', true],
        ['branches', false],
      ],
      settingsOpen: true,
      settingsWidth: 320,
      unsent: {
        settings: { owner: 'c1 chat', edits: [['seed', '1.5']] },
        variables: { owner: 'c1', edits: [['animal', 'goose']] },
        passages: { owner: 'c1', edits: [['value', [['1', 'Geese left.']]]] },
        messagePrompt: {
          owner: 'c1',
          edits: [['value', { context: 'Garden', examples: [['Roses?', 'In March.']] }]],
        },
        author: { owner: 'c1', edits: [['value', 'Ada']] },
        title: { conversation: 'c1', text: 'Half a ti' },
      },
    };
    assert.deepEqual(parseSaved(structuredClone(saved)), saved);
  });

  it('survives anything', () => {
    const empty = { draft: { text: '', held: [], pieces: [] }, place: 'end' };
    for (const value of [
      undefined,
      null,
      7,
      'x',
      [],
      { draft: { pieces: [7, { path: 'a.ts' }] } },
      { unsent: { settings: { owner: 'c1', edits: [7, ['a'], ['b', 7]] } } },
      { unsent: { passages: { owner: 'c1', edits: [['value', 'x']] }, title: { text: 'x' } } },
      { unsent: { messagePrompt: { owner: 'c1', edits: [['value', { context: 'x' }]] } } },
      { unsent: { settings: { edits: [['a', 'b']] } } },
      { draft: 7, place: { turn: 1 }, settingsWidth: NaN },
    ]) {
      assert.deepEqual(parseSaved(value), empty);
    }
  });
});

const SMALL = 100;
const LARGE = 500_000;

describe('keeping the state of the panel', () => {
  let written: SavedPage[];
  let hide: () => void;
  let persister: StatePersister;

  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    written = [];
    persister = new StatePersister(
      () => parseSaved({ draft: { text: `${written.length}` } }),
      (saved) => written.push(saved),
      (flush) => (hide = flush),
    );
  });
  afterEach(() => mock.timers.reset());

  it('saves what is typed without waiting, several changes of a task at once', async () => {
    persister.changed(SMALL);
    persister.changed(SMALL);
    await Promise.resolve();
    assert.equal(written.length, 1);
    persister.changed(SMALL);
    await Promise.resolve();
    assert.equal(written.length, 2);
  });

  it('lets a large draft wait', async () => {
    persister.changed(LARGE);
    await Promise.resolve();
    mock.timers.tick(99);
    assert.equal(written.length, 0);
    mock.timers.tick(1);
    assert.equal(written.length, 1);
  });

  it('saves what waits when the page is hidden, and nothing where nothing waits', async () => {
    persister.changed(LARGE);
    hide();
    assert.equal(written.length, 1);
    hide();
    mock.timers.tick(1000);
    assert.equal(written.length, 1);
    persister.changed(LARGE);
    persister.changed(SMALL);
    await Promise.resolve();
    mock.timers.tick(1000);
    assert.equal(written.length, 2);
  });
});
