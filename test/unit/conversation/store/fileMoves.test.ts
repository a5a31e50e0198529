import assert from 'node:assert/strict';
import {
  type FileMove,
  withMovedFiles,
} from '../../../../src/conversation/attachments/attachmentEntry';
import { conversation, user } from '../samples';
import { World } from '../world';

const place = (path: string): FileMove['from'] => ({
  scheme: 'file',
  authority: '',
  path,
  uri: `file://${encodeURI(path)}`,
});
const move = (from: string, to: string): FileMove => ({ from: place(from), to: place(to) });

const source = { scheme: 'file', authority: '', path: '/w/my prompts/kite.png' };
const turn = { ...user('Look'), attached: [{ part: 0, name: 'kite.png', source }] };
const OPENED = conversation({
  promptFile: 'file:///w/my%20prompts/kite.prompt.json',
  turns: [turn],
  branches: [{ after: '', turns: [{ ...turn, id: 'u9' }] }],
});

describe('files that are renamed', () => {
  it('keep their conversation: the prompt file', () => {
    const from = '/w/my prompts/kite.prompt.json';
    const moved = withMovedFiles(OPENED, [move(from, '/w/my prompts/bird.prompt.json')]);
    assert.equal(moved.promptFile, 'file:///w/my%20prompts/bird.prompt.json');
    assert.equal(moved.turns, OPENED.turns);
  });

  it('keep it with their folder, and what is attached there too', () => {
    const moved = withMovedFiles(OPENED, [move('/w/my prompts', '/w/old/all')]);
    assert.equal(moved.promptFile, 'file:///w/old/all/kite.prompt.json');
    const paths = [...moved.turns, ...(moved.branches?.[0]?.turns ?? [])].map((one) =>
      one.role === 'user' ? one.attached?.[0]?.source?.path : '',
    );
    assert.deepEqual(paths, ['/w/old/all/kite.png', '/w/old/all/kite.png']);
  });

  it('change nothing of the others, also of those whose name begins alike', () => {
    const moves = [move('/w/my', '/w/x'), move('/w/my prompts/kite', '/w/y')];
    assert.equal(withMovedFiles(OPENED, moves), OPENED);
  });

  it('keep a session, which shows the new name and is as unused as before', async () => {
    const world = new World();
    const kept = { id: 'a', name: 'kite.png', mimeType: 'image/png', kind: 'inline' } as const;
    const session = await world.openWith({
      conversation: { ...OPENED, attachments: [{ ...kept, part: { text: 'x' }, source }] },
    });
    const { updateTime } = session.conversation;
    session.followFiles([
      move('/w/my prompts', '/w/b'),
      move('/w/b/kite.prompt.json', '/w/b/c.prompt.json'),
    ]);
    assert.equal(session.state.promptFile, 'kite.prompt.json');
    session.followFiles([move('/w/b/kite.prompt.json', '/w/b/c.prompt.json')]);
    assert.equal(session.state.promptFile, 'c.prompt.json');
    assert.equal(session.conversation.attachments?.[0]?.source?.path, '/w/b/kite.png');
    assert.equal(session.conversation.updateTime, updateTime);
    // What changes of the attachments later does not bring the old place back.
    session.attachments.attachData({ name: 'b.txt', mimeType: 'text/plain', data: 'eA==' });
    assert.equal(session.conversation.attachments?.[0]?.source?.path, '/w/b/kite.png');
  });
});
