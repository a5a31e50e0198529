import assert from 'node:assert/strict';
import { sessionOf } from '../../../src/service/folderSession';
import {
  ENVIRONMENT_FILE,
  notifyPortChange,
  staleFile,
} from '../../../src/terminals/environmentFile';
import { FakePrompts } from '../../fakes/prompts';

const app = { uri: 'file:///projects/app', name: 'app' };
const urlAt = (port: number): string => `http://127.0.0.1:${port}/s/${sessionOf(app)}`;

/** Tells of a move from port 4000 to 5000. @param text what the file of the folder has. */
async function told(text: string | undefined, isOn: boolean, ...pressed: readonly string[]) {
  const prompts = new FakePrompts();
  for (const button of pressed) prompts.pressed.add(button);
  const files = new Map(text === undefined ? [] : [[ENVIRONMENT_FILE, text]]);
  const opened: string[] = [];
  const warnings: string[] = [];
  const texts = {
    read: (name: string) => Promise.resolve(files.get(name)),
    write: async (name: string, fresh: string) => void files.set(name, fresh),
  };
  const deps = {
    prompts,
    log: { warn: (line: string) => void warnings.push(line) },
    async staleFiles(port: number) {
      const file = await staleFile(texts, app, port);
      return file ? [file] : [];
    },
    ledFolder: () => (isOn ? app : undefined),
    openTerminal: async (folder: string) => void opened.push(folder),
  };
  await notifyPortChange(deps, 4000, 5000);
  assert.equal(warnings.length, 1);
  const notices = prompts.asked.map(({ text: notice, choices }) => [notice, ...choices]);
  return { notices, opened, file: files.get(ENVIRONMENT_FILE) };
}

const MOVED = 'The built-in emulator now listens on port 5000 instead of 4000.';
const TERMINALS = 'Open new terminals. Apps in existing ones can’t find the emulator.';
const FILES = '.env.emulator in “app” still has the old port.';
const [OPEN, REWRITE] = ['New Terminal', 'Overwrite .env.emulator'];

describe('an emulator that listens on another port than before', () => {
  it('is told with what mends terminals, and the file that was written', async () => {
    const text = `MINE=1\nA="${urlAt(4000)}"\nB="${urlAt(4000)}/v1"\nC=http://127.0.0.1:4000/s/other\n`;
    const { notices, opened, file } = await told(text, true, OPEN, REWRITE);
    assert.deepEqual(notices, [
      [`${MOVED} ${TERMINALS} ${FILES}`, OPEN, REWRITE],
      [`${MOVED} ${FILES}`, REWRITE],
    ]);
    assert.deepEqual(opened, [app.uri]);
    assert.equal(file, text.replaceAll(urlAt(4000), urlAt(5000)));
  });

  it('is only told of what has a remedy', async () => {
    assert.deepEqual((await told(undefined, false)).notices, []);
    const { notices, file } = await told(`A="${urlAt(4000)}"\n`, false, REWRITE);
    assert.deepEqual(notices, [[`${MOVED} ${FILES}`, REWRITE]]);
    assert.equal(file, `A="${urlAt(5000)}"\n`);
  });
});
