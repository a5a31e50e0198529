import { statSync } from 'node:fs';
import { win32 } from 'node:path';

/** A program with its arguments, as it is started. */
export interface Started {
  readonly program: string;
  readonly args: readonly string[];
  /** Whether the arguments are quoted as Windows takes them; without, Node.js does that. */
  readonly isVerbatim: boolean;
}

/** What decides which file a command is. */
export interface Surroundings {
  /** Whose names are of any case, as those of `process.env` are there. */
  readonly environment: NodeJS.ProcessEnv;
  readonly workingDirectory: string;
  readonly isFile: (path: string) => boolean;
}

/**
 * How a command is started on Windows. The command processor alone runs scripts, such as those of npm, and commands of its
 * own, and reads much of an argument as its own: a program is started without it. It is quoted as by the package cross-spawn.
 */
export function windowsCommand(
  command: string,
  args: readonly string[],
  surroundings: Surroundings,
): Started {
  const file = fileOf(command, surroundings);
  if (file !== undefined && /\.(?:com|exe)$/i.test(file)) {
    return { program: file, args, isVerbatim: false };
  }
  const passes = file !== undefined && NPM_SCRIPT.test(file) ? 2 : 1;
  const line = [
    escaped(win32.normalize(command)),
    ...args.map((arg) => escaped(quoted(arg), passes)),
  ].join(' ');
  return {
    program: surroundings.environment.ComSpec ?? 'cmd.exe',
    // Of quotes around all it takes away the first and the last one, and leaves those between as they are.
    args: ['/d', '/s', '/c', `"${line}"`],
    isVerbatim: true,
  };
}

/** Those of the caller. */
export function ownSurroundings(): Surroundings {
  return {
    environment: process.env,
    workingDirectory: process.cwd(),
    isFile: (path) => {
      try {
        return statSync(path).isFile();
      } catch {
        // None, or one that nobody may look at: the command processor tries it, and says what is wrong.
        return false;
      }
    },
  };
}

/** A script with which npm starts a program of a package: the command processor reads what it passes on a second time. */
const NPM_SCRIPT = /node_modules[\\/]\.bin[\\/][^\\/]+\.cmd$/i;

/** What the command processor reads as its own unless a caret stands before it. */
const SIGNS = /[()\][%!^"`<>&|;, *?]/g;

function escaped(text: string, passes = 1): string {
  const once = text.replaceAll(SIGNS, '^$&');
  return passes > 1 ? escaped(once, passes - 1) : once;
}

/** An argument as programs take theirs apart: backslashes count as such unless a quote follows them. */
function quoted(arg: string): string {
  const inner = arg.replaceAll(/(?<!\\)(\\*)"/g, '$1$1\\"').replace(/(?<!\\)(\\+)$/, '$1$1');
  return `"${inner}"`;
}

/** The file that Windows runs for a command; undefined where there is none, as for commands of the command processor. */
function fileOf(
  command: string,
  { environment, workingDirectory, isFile }: Surroundings,
): string | undefined {
  const { PATH = '', PATHEXT = '.COM;.EXE;.BAT;.CMD' } = environment;
  const endings = PATHEXT.toLowerCase().split(';').filter(Boolean);
  const isWhole = endings.includes(win32.extname(command).toLowerCase());
  const names = [...(isWhole ? [''] : []), ...endings].map((ending) => command + ending);
  const path = PATH.split(';').map((folder) => folder.replaceAll('"', ''));
  // The folder in which it is started comes before all others.
  const folders = /[\\/]/.test(command) ? [''] : ['', ...path.filter(Boolean)];
  return folders
    .flatMap((folder) => names.map((name) => win32.resolve(workingDirectory, folder, name)))
    .find(isFile);
}
