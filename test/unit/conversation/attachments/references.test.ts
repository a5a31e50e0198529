import assert from 'node:assert/strict';
import type { Message } from '../../../../src/api/schema/infer';
import type { Reference } from '../../../../src/conversation/model/conversation';
import { settle, settled } from '../../../fakes/settle';
import { openPanel } from '../panelWorld';
import { type TestSession, World } from '../world';

const TWICE = 'const twice = 2;';

describe('files of the workspace in a message', () => {
  let world: World;
  let session: TestSession;

  beforeEach(async () => {
    world = new World();
    world.workspaceFiles.files.set('/src/twice.ts', `${TWICE}\nexport { twice };\n`);
    session = await world.open();
  });

  async function attach(path: string, reference: Reference = { kind: 'file' }): Promise<void> {
    session.attachments.attachReference({ scheme: 'file', authority: '', path }, reference);
    await settle();
  }
  async function send(text = 'Explain it'): Promise<void> {
    await settled(session.send(text));
    await settled(world.client.last.parts([{ text: 'It doubles.' }]).finish('STOP'));
  }
  const parts = (): readonly Message<'Part'>[] =>
    world.client.last.input.body.contents.at(-1)?.parts ?? [];

  it('are sent with their path, as they are when the message is sent', async () => {
    await attach('/src/twice.ts');
    const [shown] = session.state.attachments;
    const text = `src/twice.ts\n\`\`\`ts\n${TWICE}\nexport { twice };\n\`\`\`\n`;
    assert.deepEqual(
      [shown?.name, shown?.state, shown?.reference, shown?.size],
      ['twice.ts', 'ready', 'file', text.length],
    );
    world.workspaceFiles.files.set('/src/twice.ts', 'const twice = 4;');
    await send();
    assert.deepEqual(parts(), [
      { text: 'src/twice.ts\n```ts\nconst twice = 4;\n```\n' },
      { text: 'Explain it' },
    ]);
  });

  it('can be lines of a file, and folders', async () => {
    world.workspaceFiles.files.set('/src/half.ts', 'const half = 0.5;');
    await attach('/src/twice.ts', { kind: 'file', lines: { first: 1, last: 1 } });
    await attach('/src', { kind: 'folder' });
    assert.deepEqual(
      session.state.attachments.map(({ name }) => name),
      ['twice.ts:1', 'src/'],
    );
    await send();
    const [lines, folder] = parts();
    assert.equal(lines?.text, `src/twice.ts:1\n\`\`\`ts\n${TWICE}\n\`\`\`\n`);
    assert.match(folder?.text ?? '', /^src\/twice\.ts\n[^]*\n\nsrc\/half\.ts\n/);
  });

  it('prevent sending if they no longer exist', async () => {
    await attach('/src/twice.ts');
    world.workspaceFiles.files.clear();
    await assert.rejects(send(), /“twice\.ts” can’t be sent: There is no \/src\/twice\.ts\./);
    assert.equal(session.state.attachments[0]?.state, 'failed');
    assert.equal(session.state.turns.length, 0);
  });

  it('are read again for another response, which says if they changed', async () => {
    await attach('/src/twice.ts');
    await send();
    const states = (): readonly unknown[] =>
      session.conversation.turns.flatMap((turn) =>
        turn.role === 'user' ? (turn.attached ?? []).map(({ reread }) => reread) : [],
      );
    const again = async (): Promise<void> => {
      await settled(session.regenerate());
      await settled(world.client.last.parts([{ text: 'Again.' }]).finish('STOP'));
    };
    await again();
    assert.deepEqual(states(), [undefined]);
    world.workspaceFiles.files.set('/src/twice.ts', 'const twice = 4;');
    await again();
    assert.match(parts()[0]?.text ?? '', /twice = 4/);
    assert.deepEqual(states(), ['changed']);
    world.workspaceFiles.files.clear();
    await again();
    assert.match(parts()[0]?.text ?? '', /twice = 4/);
    assert.deepEqual(states(), ['gone']);
    assert.deepEqual(
      world.saved(session.conversation.id).turns,
      session.conversation.turns,
      'They are saved.',
    );
  });

  it('are added by URI, and media as ordinary attachments', async () => {
    const panel = openPanel(world, session);
    world.uploads.files.set('/kite.png', { mimeType: 'image/png', content: Buffer.from('png') });
    await panel.call('addReference', { uri: 'file:///src/twice.ts', kind: 'file' });
    await settled(panel.call('addReference', { uri: 'file:///kite.png', kind: 'file' }));
    assert.deepEqual(
      session.state.attachments.map(({ name, reference }) => [name, reference]),
      [
        ['twice.ts', 'file'],
        ['kite.png', undefined],
      ],
    );
    await assert.rejects(
      panel.call('addReference', { uri: 'https://example.com/a', kind: 'file' }),
      /isn’t a file/,
    );
  });
});
