import { AppError, errorMessage } from '../base/errors';
import { helpText } from '../emulator/commandLine';
import { FORMATS, printEnvironment } from './environment';
import { exitCodeOf } from './exitCodes';

interface Command {
  /** What follows its name. */
  readonly takes: string;
  /** What it does; one line. */
  readonly doc: string;
  /** Loads it, so that none waits for the others. The exit code, where it ends by itself. */
  readonly run: (argv: readonly string[]) => Promise<number | undefined>;
}

/** Every command of the program. Without a name, the options are those of `start`. */
const commands: { readonly [name: string]: Command } = {
  start: {
    takes: '[options]',
    doc: 'Serves until it is told to end. The command where none is named.',
    run: async (argv) => (await import('./start')).start(argv).then(() => undefined),
  },
  exec: {
    takes: '[options] [--session NAME] -- COMMAND…',
    doc: 'Runs a command with the emulator beside it and its environment set, and ends with its exit code.',
    run: async (argv) => (await import('./exec')).exec(argv),
  },
  env: {
    takes: `[--ready-file FILE | --base-url URL] [--session NAME] [--format ${FORMATS.join('|')}]`,
    doc: 'Prints the environment for a running emulator.',
    run: (argv) => {
      printEnvironment(argv);
      return Promise.resolve(undefined);
    },
  },
};

// The first with a database that needs no flag; what is older lacks more than that.
const [MAJOR, MINOR] = [22, 13];

/** One line where Node.js itself is too old: half of the emulator would work, and fail somewhere. */
function refuseOldNode(version: string): void {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return;
  throw new AppError(
    'oldNode',
    `Node.js ${MAJOR}.${MINOR} or later is needed, and this is ${version}.`,
  );
}

async function main(argv: readonly string[]): Promise<void> {
  refuseOldNode(process.versions.node);
  const [first = '', ...rest] = argv;
  const isOption = first === '' || first.startsWith('-');
  const before = argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv;
  if (before.includes('--help')) {
    process.stdout.write(usage() + helpText());
    return;
  }
  const name = isOption ? 'start' : first;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) {
    const known = Object.keys(commands).join(', ');
    throw new AppError('badOption', `There is no command ${name}.`, {
      hint: `Commands: ${known}.`,
    });
  }
  const code = await command.run(isOption ? argv : rest);
  if (code !== undefined) process.exitCode = code;
}

function usage(): string {
  const lines = Object.entries(commands).map(
    ([name, { takes, doc }]) => `  ${name} ${takes}\n      ${doc}\n`,
  );
  return `Commands:\n${lines.join('')}\n`;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  const hint = error instanceof AppError && error.hint !== undefined ? ` ${error.hint}` : '';
  process.stderr.write(`emulator: ${errorMessage(error)}${hint}\n`);
  process.exit(exitCodeOf(error));
});
