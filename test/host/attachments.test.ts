import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { PlaygroundPanel } from '../../src/playground/host/panel';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, setMaxAttempts, withPrompts } from './support/extension';
import { answerOf, ask, openPlayground, startTestEmulator, told } from './support/playground';

interface SentPart {
  readonly text?: string;
  readonly inlineData?: { readonly mimeType: string; readonly data: string };
  readonly fileData?: { readonly mimeType: string; readonly fileUri: string };
}

/** More than a request takes beside its text. */
const LARGE = 16 * 1024 * 1024;

describe('attachments of a playground', () => {
  let emulator: Awaited<ReturnType<typeof startTestEmulator>>;
  let folder: string;

  before(async () => {
    await resetConnections();
    folder = await mkdtemp(join(tmpdir(), 'attachments-'));
    emulator = await startTestEmulator();
    await setMaxAttempts(0);
    await writeFile(join(folder, 'song.wav'), Buffer.alloc(LARGE, 'RIFF'));
  });
  beforeEach(() => emulator.control('DELETE', 'log'));
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await emulator.close();
    await rm(folder, { recursive: true });
    await resetConnections();
    await setMaxAttempts(undefined);
  });

  /** Attaches a file by its address and waits until it can be sent. */
  async function attach(panel: PlaygroundPanel, name: string): Promise<void> {
    const { attachments } = panel.session;
    attachments.attachUris([vscode.Uri.file(join(folder, name)).toString()]);
    await ready(panel);
  }

  /** Waits until nothing is under way any more. */
  async function ready(panel: PlaygroundPanel): Promise<void> {
    const { attachments } = panel.session;
    await told(panel, () =>
      attachments.shown.every(({ state }) => ['ready', 'failed', 'expired'].includes(state)),
    );
    assert.deepEqual(
      attachments.shown.filter(({ state }) => state !== 'ready'),
      [],
    );
  }

  /** The parts of the last message that the service got. */
  async function sentParts(): Promise<readonly SentPart[]> {
    const { body = '' } = (await emulator.streams()).at(-1) ?? {};
    const { contents } = JSON.parse(body) as {
      readonly contents: readonly { readonly parts: readonly SentPart[] }[];
    };
    return contents.at(-1)?.parts ?? [];
  }

  async function deleteFile(panel: PlaygroundPanel): Promise<void> {
    const { services } = await activated();
    const [turn] = panel.session.state.turns;
    const { fileUri = '' } = turn?.content.parts?.[0]?.fileData ?? {};
    const client = await services.clients.get(services.connections.active?.id ?? '');
    await client.call('files.delete', { name: fileUri.slice(fileUri.indexOf('files/')) });
  }

  it('are uploaded where they are large, and sent again once they are gone', async () => {
    const panel = await openPlayground();
    await attach(panel, 'song.wav');
    assert.equal((await ask(panel, 'Who sings?')).outcome?.verdict, 'complete');
    const [song, text] = await sentParts();
    assert.match(song?.fileData?.mimeType ?? '', /^audio\//);
    assert.match(song?.fileData?.fileUri ?? '', /\/v1beta\/files\/[a-z0-9-]+$/);
    assert.deepEqual(text, { text: 'Who sings?' });
    await deleteFile(panel);
    const prompts = new FakePrompts('Upload Again');
    const { outcome } = await withPrompts(prompts, async () => {
      await panel.session.regenerate();
      await told(panel, () => panel.session.state.streaming === undefined);
      return answerOf(panel);
    });
    assert.match(prompts.asked[0]?.text ?? '', /"song\.wav".*song\.wav/);
    assert.equal(outcome?.failure, undefined);
    assert.equal(outcome?.verdict, 'complete');
    const [again] = await sentParts();
    assert.notEqual(again?.fileData?.fileUri, song?.fileData?.fileUri);
    assert.ok(again?.fileData);
  });

  it('are there when a file is asked about from its row', async () => {
    const first = await openPlayground();
    await attach(first, 'song.wav');
    await ask(first, 'Who sings?');
    const uri = (await sentParts())[0]?.fileData?.fileUri ?? '';
    const { playground, services } = await activated();
    const ref = {
      connection: services.connections.active?.id,
      version: 'v1beta',
      kind: 'file',
      name: uri.slice(uri.indexOf('files/')),
    };
    await vscode.commands.executeCommand('generativeLanguage.askAboutFile', ref);
    const second = (await playground.panels()).all.at(-1);
    assert.ok(second && second !== first);
    await ready(second);
    assert.deepEqual(
      second.session.attachments.shown.map(({ name, kind }) => [name, kind]),
      [['song.wav', 'file']],
    );
    await told(second, () => second.session.state.model !== undefined);
    assert.equal((await ask(second, '')).outcome?.verdict, 'complete');
    assert.match(second.session.state.title, /^song\.wav/);
    assert.deepEqual(
      (await sentParts()).map(({ fileData }) => fileData?.fileUri),
      [uri],
    );
  });
});
