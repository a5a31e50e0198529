import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError, errorMessage } from '../base/errors';
import { type JsonObject, textAt } from '../base/json';
import { environmentRows, placeRows, printEnvironment } from './environment';
import { optionLines } from '../emulator/parseOptions';
import { exitCodeOf } from './exitCodes';
import { mcpOptionRows, promptOptionRows } from './promptArguments';

interface Command {
  readonly takes: string;
  readonly doc: string;
  /** Loads and runs the command. Resolves to the exit code if the command ends by itself. */
  readonly run: (argv: readonly string[]) => Promise<number | undefined>;
}

/** Commands by name. Options without a command are those of `start`. */
const commands: { readonly [name: string]: Command } = {
  start: {
    takes: '[options]',
    doc: 'Runs the emulator until you stop it. This is the default command.',
    run: async (argv) => process.exit(await (await import('./start')).start(argv)),
  },
  exec: {
    takes: '[options] -- COMMAND…',
    doc: "Starts the emulator, runs a command against it, and exits with the command's exit code.",
    run: async (argv) => (await import('./exec')).exec(argv),
  },
  record: {
    takes: '[options] -- COMMAND…',
    doc: "Like exec, but also forwards the command's requests to --upstream and records them. Replaces earlier recordings of the same requests.",
    run: async (argv) => (await import('./exec')).exec(argv, 'record'),
  },
  env: {
    takes: '[options]',
    doc: 'Prints the environment variables for a running emulator.',
    run: (argv) => {
      printEnvironment(argv);
      return Promise.resolve(undefined);
    },
  },
  validate: {
    takes: 'FILE|FOLDER…',
    doc: 'Checks mock files and lists every problem with line and column.',
    run: async (argv) => (await import('./mockFiles')).validate(argv),
  },
  'run-prompts': {
    takes: 'FILE… [options]',
    doc: 'Runs the test cases of prompt files and retrieval tests. Uses the emulator unless --base-url is set.',
    run: async (argv) => (await import('./runPrompts')).runPrompts(argv),
  },
  mcp: {
    takes: '[options]',
    doc: 'Runs an MCP server with tools for coding agents over stdin and stdout. Uses the emulator unless --live is set.',
    run: async (argv) => (await import('./mcp')).mcp(argv, version),
  },
  check: {
    takes: '[PATH…] [options]',
    doc: 'Finds retired models and SDKs in source code, using only built-in model data.',
    run: async (argv) => (await import('./check')).check(argv),
  },
};

// First version with `node:sqlite` without a flag.
const [MAJOR, MINOR] = [22, 13];

/** Rejects old Node.js versions, which would fail later in unclear ways. */
function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw new AppError(
    'oldNode',
    `Node.js ${MAJOR}.${MINOR} or later is required. This is ${version}.`,
  );
}

/** Hides Node.js 22's warning about the experimental SQLite module. */
function hideExperiment(): void {
  const emit = process.emitWarning.bind(process);
  process.emitWarning = (warning: string | Error, ...rest: never[]) => {
    if (!String(warning).startsWith('SQLite is an experimental')) {
      Reflect.apply(emit, undefined, [warning, ...rest]);
    }
  };
}

/**
 * Runs the command line. Resolves to the exit code if the command ends by itself. Throws the
 * command's errors.
 */
export async function runProgram(argv: readonly string[]): Promise<number | undefined> {
  refuseOldNode(process.versions.node);
  hideExperiment();
  const [first = '', ...rest] = argv;
  const isOption = first === '' || first.startsWith('-');
  const before = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (first === 'help' || before.includes('--help') || before.includes('-h')) {
    // Loaded only for help, because the option table loads half of the emulator.
    const { helpText } = await import('../emulator/commandLine');
    const { checkOptionRows } = await import('./check');
    const more = [
      `\nMore options of exec and record:\n${optionLines(placeRows)}`,
      `\nOptions of env:\n${optionLines(environmentRows)}`,
      `\nOptions of run-prompts:\n${optionLines(promptOptionRows)}`,
      `\nOptions of mcp:\n${optionLines(mcpOptionRows)}`,
      `\nOptions of check:\n${optionLines(checkOptionRows)}`,
    ];
    process.stdout.write(usage() + helpText() + more.join(''));
    return undefined;
  }
  if (first === '--version') {
    process.stdout.write(`${version()}\n`);
    return undefined;
  }
  const name = isOption ? 'start' : first;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new AppError('badOption', `Unknown command ${name}.`, {
      hint: `Commands: ${known}.`,
    });
  }
  return await command.run(isOption ? argv : rest);
}

export function failureOf(error: unknown): { readonly text: string; readonly code: number } {
  const hint = error instanceof AppError && error.hint !== undefined ? ` ${error.hint}` : '';
  return { text: `emulator: ${errorMessage(error)}${hint}\n`, code: exitCodeOf(error) };
}

function version(): string {
  const path = ['.', '..']
    .map((folder) => join(__dirname, folder, 'package.json'))
    .find(existsSync);
  return path === undefined
    ? ''
    : textAt(JSON.parse(readFileSync(path, 'utf8')) as JsonObject, 'version');
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { takes, doc }]) => `  ${name} ${takes}\n      ${doc}\n`,
  );
  return `Commands:\n${lines.join('')}\n`;
}
