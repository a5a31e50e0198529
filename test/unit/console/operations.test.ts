import assert from 'node:assert/strict';
import type { Client } from '../../../src/api/call';
import { runOperation } from '../../../src/console/runOperation';
import { sendActiveRequest } from '../../../src/console/sendRequest';
import type { Emulator } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { TrafficLog } from '../../../src/service/trafficLog';
import { EmulatorControl } from '../../host/support/consoleEmulator';
import { rows, runOnce, type ConsoleWindow, type RequestText } from './running';
import { clientOf, openConsole, WORK } from './sending';

describe('the console, operation by operation', () => {
  let emulator: Emulator;
  let client: Client;
  const traffic = new TrafficLog(() => true);

  before(async () => {
    emulator = await startEmulator({ speed: { latency: 0, rate: 0 } });
    client = await clientOf(emulator, traffic);
  });
  after(async () => {
    await client.close();
    await emulator.close();
  });

  /** A new window, with no document open. */
  function open(): ConsoleWindow {
    const { parts, editor, documents } = openConsole(client);
    return {
      emulator: new EmulatorControl(emulator),
      traffic,
      connection: WORK.name,
      run: async (prompts) => {
        await runOperation({ ...parts, prompts });
        const [text] = editor.opened;
        return text === undefined ? undefined : (JSON.parse(text) as RequestText);
      },
      send: (prompts) => sendActiveRequest({ ...parts, prompts }),
      about: () => Promise.resolve(commentsIn(documents.texts)),
    };
  }

  for (const row of rows) {
    it(`runs ${row.operation} in ${row.version}`, () => runOnce(open(), row));
  }
});

/** The comments of the only answer. */
function commentsIn([text = '', ...others]: readonly string[]): readonly string[] {
  assert.deepEqual(others, []);
  return text.split('\n').flatMap((line) => (line.startsWith('// ') ? [line.slice(3)] : []));
}
