import assert from 'node:assert/strict';
import { type Started, windowsCommand } from '../../../src/cli/windowsCommand';

const PROGRAM = 'C:\\Program Files\\x\\x.exe';
const NPM = 'C:\\Program Files\\nodejs\\npm.cmd';
const VITEST = 'C:\\app\\node_modules\\.bin\\vitest.cmd';
const FILES = [
  ...[PROGRAM, NPM, VITEST],
  ...['C:\\app\\here.exe', 'C:\\app\\tools\\both.cmd', 'C:\\app\\tools\\both.exe'],
  ...['C:\\app\\tools\\plain', 'C:\\app\\tools\\v1.2.exe', 'C:\\Program Files\\nodejs\\here.cmd'],
];

/** What Windows starts, of files whose names are of any case. */
const started = (command: string, ...args: readonly string[]): Started =>
  windowsCommand(command, args, {
    environment: {
      PATH: 'C:\\app\\node_modules\\.bin;"C:\\Program Files\\nodejs";;tools',
      PATHEXT: '.COM;.EXE;.BAT;.CMD',
      ComSpec: 'C:\\Windows\\cmd.exe',
    },
    workingDirectory: 'C:\\app',
    isFile: (path) => FILES.some((one) => one.toLowerCase() === path.toLowerCase()),
  });

const lineOf = ({ args }: Started): string => args[3]?.slice(1, -1) ?? '';

/** What the command processor makes of a line. Fails where a sign of its own stands there, and nothing keeps it. */
function processed(given: string): string {
  // Variables come first, whatever is quoted.
  const line = given.replaceAll('%PATH%', 'the value of PATH');
  let [text, isQuoted] = ['', false];
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? '';
    assert.ok(isQuoted || !/[&|<>()]/.test(sign), `${sign} in ${line}`);
    if (sign === '"') isQuoted = !isQuoted;
    if (sign === '^' && !isQuoted) at += 1;
    text += line[at] ?? '';
  }
  return text;
}

/** The arguments that a program of Windows finds in its command line. */
function argumentsIn(line: string): readonly string[] {
  const found: string[] = [];
  let text: string | undefined;
  let [slashes, isQuoted] = [0, false];
  for (const sign of `${line} `) {
    if (sign === '\\') {
      slashes += 1;
      continue;
    }
    // Before a quote, two backslashes are one, and an odd one keeps the quote.
    const kept = sign === '"' ? Math.floor(slashes / 2) : slashes;
    if (slashes > 0) text = (text ?? '') + '\\'.repeat(kept);
    if (sign === '"' && slashes % 2 === 0) {
      isQuoted = !isQuoted;
      text ??= '';
    } else if (sign === ' ' && !isQuoted) {
      if (text !== undefined) found.push(text);
      text = undefined;
    } else {
      text = (text ?? '') + sign;
    }
    slashes = 0;
  }
  return found;
}

const ARGS = [
  ...['plain', 'with space', '', 'a&b|c<d>e^f', '%PATH%', '100%', '!x!', '(a)', "it's", 'a;b,c'],
  ...[
    'say "hi" & go',
    'C:\\dir\\',
    'C:\\my dir\\',
    'a\\"b',
    'a\\\\"b',
    '\\\\server\\x',
    '*.ts',
    '"',
  ],
];

describe('a command on Windows', () => {
  it('is the program itself where it is one, whose arguments Node.js quotes', () => {
    assert.deepEqual(started(PROGRAM, 'a b', '&'), {
      ...{ program: PROGRAM, args: ['a b', '&'], isVerbatim: false },
    });
    const programs = ['here', 'HERE.EXE', './tools/both', 'tools\\v1.2'].map(
      (command) => started(command).program,
    );
    assert.deepEqual(programs, [
      ...['C:\\app\\here.exe', 'C:\\app\\HERE.EXE'],
      ...['C:\\app\\tools\\both.exe', 'C:\\app\\tools\\v1.2.exe'],
    ]);
  });

  it('is run by the command processor where it is a script, one of its own or none', () => {
    for (const command of ['npm', 'vitest', 'both.cmd', 'echo', 'plain', 'nothing.exe']) {
      const { program, args, isVerbatim } = started(command);
      assert.deepEqual([program, isVerbatim], ['C:\\Windows\\cmd.exe', true], command);
      assert.deepEqual(args, ['/d', '/s', '/c', `"${command}"`]);
    }
    const { program } = windowsCommand('npm', [], {
      ...{ environment: {}, workingDirectory: 'C:\\', isFile: () => false },
    });
    assert.equal(program, 'cmd.exe');
  });

  it('has its path and its arguments quoted for the command processor', () => {
    assert.equal(
      lineOf(started(NPM, 'run', 'a b', '&"\\')),
      'C:\\Program^ Files\\nodejs\\npm.cmd ^"run^" ^"a^ b^" ^"^&\\^"\\\\^"',
    );
    assert.equal(lineOf(started('./tools/both.cmd')), 'tools\\both.cmd');
  });

  it('has them quoted twice where a script of npm passes them on', () => {
    assert.equal(lineOf(started('vitest', '-t', 'a&b')), 'vitest ^^^"-t^^^" ^^^"a^^^&b^^^"');
  });

  it('finds its arguments as they were given', () => {
    assert.deepEqual(argumentsIn(processed(lineOf(started('npm', ...ARGS)))), ['npm', ...ARGS]);
    const passed = processed(processed(lineOf(started('vitest', ...ARGS))));
    assert.deepEqual(argumentsIn(passed), ['vitest', ...ARGS]);
  });
});
