import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnEmulator } from '../../../src/service/emulatorChild';
import { folderForAll } from '../../fakes/folder';

/** Prints what it was given, then waits to be ended, or ends at once with a code. */
const SCRIPT = `
process.stderr.write('one\\ntwo\\n');
console.log(JSON.stringify([process.argv.slice(2), Object.keys(process.env).sort()]));
const code = Number(process.argv[2]);
if (code > 0) process.exit(code);
setInterval(() => undefined, 1e6);
`;

/** What stands in the environment of VS Code. */
const GIVEN = {
  ...{ CANARY_API_KEY: 'canary', CI: 'true', NODE_EXTRA_CA_CERTS: '/own.pem' },
  ...{ HTTPS_PROXY: 'http://me:canary@proxy.test', https_proxy: 'http://proxy.test' },
};

describe('emulator child', () => {
  const folder = folderForAll();
  let script: string;

  before(async () => {
    script = join(folder(), 'child.cjs');
    await writeFile(script, SCRIPT);
  });

  it('gets its arguments and the little of our environment that it needs', async () => {
    const own = process.env;
    process.env = { ...own, ...GIVEN };
    const lines: string[] = [];
    const child = spawnEmulator(script, ['0', '--seed', 'demo'], (line) => lines.push(line));
    const [args, names] = JSON.parse(await child.firstLine) as [string[], string[]];
    process.env = own;
    await child.kill();
    assert.deepEqual(args, ['0', '--seed', 'demo']);
    assert.ok(names.includes('ELECTRON_RUN_AS_NODE') && names.includes('PATH'));
    // A build server records nothing, and a company's certificates count for what is recorded.
    assert.ok(names.includes('CI') && names.includes('NODE_EXTRA_CA_CERTS'));
    // The proxy of the window is told by the control API: it may have a password.
    assert.deepEqual(
      names.filter((name) => /proxy|canary/i.test(name)),
      [],
    );
    assert.equal(await child.ended, 'signal SIGTERM');
    assert.deepEqual(lines, ['one', 'two']);
  });

  it('tells how it ended', async () => {
    const child = spawnEmulator(script, ['3'], () => undefined);
    assert.equal(await child.ended, 'code 3');
    await child.kill();
  });
});
