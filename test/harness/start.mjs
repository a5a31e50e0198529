// `npm start`: opens VS Code with the extension on its built-in emulator, whatever is missing first.
// Runs on Node 20 before anything is installed: only built-in modules and files of this folder until then.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { install } from './install.mjs';
import { interruption } from './interruption.mjs';
import { ROOT } from './paths.mjs';
import { StepError } from './progress.mjs';

const HELP = `Opens VS Code with the extension on its built-in emulator, and stays up until Ctrl+C.

  npm start -- [--web] [--no-open] [--port N]

  --web      VS Code in the browser, also where a desktop VS Code could be had (Linux on x86-64).
  --no-open  Opens nothing: VS Code in the browser, whose address is printed.
  --port N   Port of VS Code in the browser; by default the one of the last time, where it is free.
  --help     This text.

VSCODE_PATH names the executable of a desktop VS Code. START_DATA names the folder for VS Code's data, which
is kept from one start to the next; .vscode-test/start by default.`;

async function main() {
  const { values } = parseArgs({
    options: {
      web: { type: 'boolean' },
      'no-open': { type: 'boolean' },
      port: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    console.log(HELP);
    return 0;
  }
  if (values.port !== undefined && !/^\d{1,5}$/.test(values.port)) {
    throw new StepError('Reading --port', `“${values.port}” is not a port: give a number.`);
  }
  await install();
  return await runUnderOwnNode();
}

/** The rest needs the installed packages, and the Node that came with them. */
async function runUnderOwnNode() {
  const bin = join(ROOT, 'node_modules/node/bin');
  const node = ['node.exe', 'node'].map((name) => join(bin, name)).find((path) => existsSync(path));
  if (node === undefined) {
    throw new StepError(
      'Finding Node.js 24',
      'Remove node_modules and run the same command again.',
    );
  }
  const script = join(ROOT, 'test/harness/startVscode.mjs');
  const child = spawn(node, [script, ...process.argv.slice(2)], { stdio: 'inherit' });
  // The child closes VS Code, and we end when it has; being told twice does it no harm.
  void interruption().then(() => child.kill('SIGTERM'));
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const isUsage = error instanceof TypeError && 'code' in error;
  console.error(isUsage || error instanceof StepError ? error.message : error);
  process.exitCode = 1;
}
