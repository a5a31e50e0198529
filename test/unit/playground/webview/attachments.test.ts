import assert from 'node:assert/strict';
import type { Attachment, PlaygroundState } from '../../../../src/conversation/model/protocol';
import { announcement } from '../../../../src/playground/webview/announcements';
import { attachmentBlocker, shownName } from '../../../../src/playground/webview/attachmentTexts';
import {
  isAttachable,
  shouldPasteFiles,
  urisOf,
} from '../../../../src/playground/webview/dock/dropZone';
import { isText, typeOf } from '../../../../src/playground/webview/contentTypes';
import { createFormat } from '../../../../src/playground/webview/format';
import { panelState } from './panelState';

const format = createFormat('en');

function attachment(changes: Partial<Attachment> = {}): Attachment {
  return {
    id: 'x',
    name: 'report.pdf',
    mimeType: 'application/pdf',
    size: 2048,
    kind: 'file',
    state: 'ready',
    hasData: false,
    ...changes,
  };
}

function panel(...attachments: readonly Attachment[]): PlaygroundState {
  return panelState({ attachments });
}

describe('attachments of the next message', () => {
  const blocker = (...attachments: readonly Attachment[]): string | undefined =>
    attachmentBlocker(attachments, format);

  it('keep the message back until all of them are ready, and say why', () => {
    assert.equal(blocker(), undefined);
    assert.equal(blocker(attachment()), undefined);
    const sending = attachment({ state: 'sending' });
    assert.equal(blocker(attachment(), sending), 'Wait until report.pdf is ready.');
    assert.equal(blocker(sending, sending), 'Wait until 2 attachments are ready.');
    const failed = attachment({ state: 'failed', name: 'a.mp4', message: 'It is broken.' });
    assert.equal(blocker(sending, failed), 'Couldn’t attach a.mp4: It is broken.');
    const message = 'Couldn’t read a.ts.';
    assert.equal(blocker(attachment({ state: 'failed', reference: 'file', message })), message);
    assert.match(blocker(attachment({ state: 'expired' })) ?? '', /has expired on the server/);
  });

  it('are told to a screen reader as they come, fail and get ready', () => {
    const news = (before: PlaygroundState, after: PlaygroundState): string | undefined =>
      announcement(before, after, format);
    const sending = attachment({ state: 'sending' });
    assert.equal(news(panel(), panel(sending)), 'report.pdf is attached.');
    assert.equal(news(panel(), panel(sending, attachment({ id: 'y' }))), '2 files are attached.');
    assert.equal(news(panel(sending), panel({ ...sending, part: 0.5 })), undefined);
    assert.equal(news(panel(sending), panel(attachment())), 'All attachments are ready.');
    const failed = attachment({ state: 'failed', message: 'It is broken.' });
    const why = 'Couldn’t attach report.pdf: It is broken.';
    assert.equal(news(panel(sending), panel(failed)), why);
    assert.equal(news(panel(failed), panel(failed)), undefined);
    assert.equal(news(panel(attachment()), panel()), undefined);
    const elsewhere = { ...panel(sending), conversation: 'c2' };
    assert.equal(news(panel(), elsewhere), undefined);
  });
});

describe('names of files', () => {
  it('show what hides in them', () => {
    assert.equal(shownName('abc\u202egpj.exe'), 'abc⟨U+202E⟩gpj.exe');
    assert.equal(shownName('a\nb\u200b.txt'), 'a b⟨U+200B⟩.txt');
  });
});

describe('what is dropped', () => {
  const urisIn = (data: { readonly [type: string]: string }): readonly string[] =>
    urisOf({ types: Object.keys(data), getData: (type) => data[type] ?? '' });

  it('is taken where it is files, and left alone where it is text', () => {
    assert.equal(isAttachable(['Files']), true);
    assert.equal(isAttachable(['text/plain', 'text/uri-list']), true);
    assert.equal(isAttachable(['application/vnd.code.tree.generativelanguage.resources']), true);
    assert.equal(isAttachable(['text/plain', 'text/html']), false);
  });

  it('is all that was dragged in the Explorer, not only the first', () => {
    const uris = urisIn({
      'text/uri-list': 'file:///a',
      'application/vnd.code.uri-list': 'file:///a\r\nfile:///b',
      resourceurls: '["file:///a"]',
    });
    assert.deepEqual(uris, ['file:///a', 'file:///b']);
  });

  it('is a file of the service where it comes out of the tree', () => {
    const rows = JSON.stringify({
      id: 'generativeLanguage.resources',
      itemHandles: ['1/emulator/v1beta/files/abc-1', '1/emulator/v1beta/corpora/x'],
    });
    assert.deepEqual(
      urisIn({
        'text/uri-list': '',
        'application/vnd.code.tree.generativelanguage.resources': rows,
      }),
      ['files/abc-1'],
    );
  });

  it('is the content where an address could not be opened', () => {
    const picture = 'https://example.com/cat.png';
    assert.deepEqual(urisIn({ 'text/uri-list': picture, Files: '' }), []);
    assert.deepEqual(urisIn({ 'text/uri-list': picture }), [picture]);
    const both = { 'text/uri-list': 'vscode-remote://host/a', Files: '' };
    assert.deepEqual(urisIn(both), ['vscode-remote://host/a']);
    assert.deepEqual(urisIn({ Files: '' }), []);
  });
});

describe('the type of what is dropped', () => {
  const type = (content: string | Uint8Array<ArrayBuffer>, name: string, type: string) =>
    typeOf(new File([content], name, { type }));

  it('is text for what reads as text, and never an accidental film', async () => {
    assert.equal(await type('const a = 1;', 'a.ts', 'video/mp2t'), 'text/plain');
    assert.equal(await type('package main', 'a.go', ''), 'text/plain');
    assert.equal(await type('# Title', 'a.md', 'text/markdown'), 'text/markdown');
  });

  it('is what the browser says of anything else', async () => {
    const film = new Uint8Array([0x47, 0, 0x11, 0xff]);
    assert.equal(await type(film, 'a.ts', 'video/mp2t'), 'video/mp2t');
    assert.equal(await type(film, 'a', ''), 'application/octet-stream');
    assert.equal(await type('%PDF-1.7', 'a.pdf', 'application/pdf'), 'application/pdf');
  });

  it('does not mind where the beginning ends', () => {
    const bytes = new TextEncoder().encode('漢字😀');
    for (let end = 0; end <= bytes.length; end++) assert.ok(isText(bytes.slice(0, end)), `${end}`);
    assert.equal(isText(new Uint8Array([0xff, 0xfe, 0x61])), false);
  });
});

describe('what is pasted', () => {
  it('is text where the clipboard has text', () => {
    assert.equal(shouldPasteFiles({ text: 'a\tb', names: ['image.png'] }), false);
    assert.equal(shouldPasteFiles({ text: 'a.pdf\nand more', names: ['a.pdf'] }), false);
    assert.equal(shouldPasteFiles({ text: 'a', names: [] }), false);
  });

  it('is files where they stand alone, or the text is their names', () => {
    assert.equal(shouldPasteFiles({ text: '', names: ['image.png'] }), true);
    assert.equal(shouldPasteFiles({ text: 'a.pdf\nb.pdf', names: ['a.pdf', 'b.pdf'] }), true);
    assert.equal(shouldPasteFiles({ text: '/home/me/a.pdf', names: ['a.pdf'] }), true);
  });
});
