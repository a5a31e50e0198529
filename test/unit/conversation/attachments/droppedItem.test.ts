import assert from 'node:assert/strict';
import { droppedItem } from '../../../../src/conversation/attachments/attachmentEntry';

const user = (scheme: string, authority: string, path: string): object => ({
  kind: 'user',
  target: { scheme, authority, path },
});

describe('an address that is dropped on a playground', () => {
  for (const [line, expected] of [
    ['file:///home/a/kite.png', user('file', '', '/home/a/kite.png')],
    ['file:///c%3A/My%20files/%C3%BC.txt', user('file', '', '/c:/My files/ü.txt')],
    ['file://server/share/a.txt', user('file', 'server', '/share/a.txt')],
    ['file:///a%2Fb', user('file', '', '/a/b')],
    ['FILE:///a', user('file', '', '/a')],
    ['file:///100%25.txt', user('file', '', '/100%.txt')],
    ['file:///100%.txt', user('file', '', '/100%.txt')],
    [
      'vscode-remote://ssh-remote%2Bhost/home/a.txt',
      user('vscode-remote', 'ssh-remote+host', '/home/a.txt'),
    ],
    ['memfs:/a.txt?x#y', user('memfs', '', '/a.txt')],
    ['vscode-vfs://github/o/r/a.md', user('vscode-vfs', 'github', '/o/r/a.md')],
  ] as const) {
    it(`is a file of the user: ${line}`, () => assert.deepEqual(droppedItem(line), expected));
  }

  for (const line of [
    'files/abc-1',
    ' files/abc-1 ',
    'https://generativelanguage.googleapis.com/v1beta/files/abc-1',
    'http://127.0.0.1:4321/v1beta/files/abc-1?alt=media#top',
  ]) {
    it(`is a file of the service: ${JSON.stringify(line)}`, () => {
      assert.deepEqual(droppedItem(line), { kind: 'service', file: 'files/abc-1' });
    });
  }

  it('is a file of the service by the name of its document, with its connection', () => {
    assert.deepEqual(droppedItem('genlang:/work0001/v1beta/files/abc.json'), {
      kind: 'service',
      file: 'files/abc',
      connection: 'work0001',
    });
  });

  for (const line of [
    '',
    'kite.png',
    '/home/a/kite.png',
    'https://example.test/kite.png',
    'https://example.test/v1beta/files/a/b',
    'https://example.test/v1beta/models/a',
    'files/a/b',
    'files/',
    'models/a',
    'data:text/plain,x',
    'javascript:alert(1)',
    'command:workbench.action.quit',
    'genlang:/work0001/v1beta/models/a.json',
    'mailto:a@example.test',
  ]) {
    it(`is nothing that can be attached: ${JSON.stringify(line)}`, () => {
      assert.equal(droppedItem(line), undefined);
    });
  }
});
