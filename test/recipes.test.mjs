import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtProduct } from './harness/builtProduct.mjs';
import { installApart } from './harness/apart.mjs';
import { packEmulator } from './harness/emulatorPackage.mjs';
import { npmCli } from './harness/npm.mjs';
import { ROOT } from './harness/paths.mjs';
import { capture } from './harness/processes.mjs';

const MODEL = '/v1beta/models/gemini-3.8-flash';

/** What a worker of a runner does, with the environment that it was given. */
const WORKER = `
  const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
  fetch(base + '${MODEL}', { headers: { 'x-goog-api-key': key } })
    .then((answer) => answer.json())
    .then(({ name }) => console.log(name));`;

/** Calls the setup of a recipe, runs a worker, and calls what ends it; tells the address, which nobody serves then. */
const RUNNER = `
  import { spawnSync } from 'node:child_process';
  const setup = (await import('./' + process.argv[2])).default;
  const stop = (await setup()) ?? (await import('./' + process.argv[3])).default;
  const { stdout } = spawnSync(process.execPath, ['worker.mjs'], { encoding: 'utf8' });
  console.log(stdout.trim());
  await stop();
  const left = await fetch(process.env.GOOGLE_GEMINI_BASE_URL + '/healthz').catch(() => undefined);
  console.log(left === undefined ? 'ended' : 'left');`;

/** Two files, which Vitest runs in two workers. */
const VITEST = `
  import { expect, test } from 'vitest';
  const { GOOGLE_GEMINI_BASE_URL: base, GEMINI_API_KEY: key } = process.env;
  test('asks in a session of its worker', async () => {
    expect(base).toMatch(/^http:\\/\\/127\\.0\\.0\\.1:\\d+\\/s\\/worker-\\d+$/);
    const answer = await fetch(base + '${MODEL}', { headers: { 'x-goog-api-key': key } });
    expect(await answer.json()).toHaveProperty('name', 'models/gemini-3.8-flash');
  });`;

const PYTEST = `
import json, os, urllib.request

def ask():
    headers = {"x-goog-api-key": os.environ["GEMINI_API_KEY"]}
    address = os.environ["GOOGLE_GEMINI_BASE_URL"] + "${MODEL}"
    return json.load(urllib.request.urlopen(urllib.request.Request(address, headers=headers)))

def test_answers():
    assert ask()["name"] == "models/gemini-3.8-flash"
    assert os.environ["GOOGLE_GEMINI_BASE_URL"].endswith("/s/test_app-py--test_answers")
`;

const GO = `package app

import (
	"net/http"
	"os"
	"testing"
)

func TestAnswers(t *testing.T) {
	address := os.Getenv("GOOGLE_GEMINI_BASE_URL") + "${MODEL}?key=" + os.Getenv("GEMINI_API_KEY")
	answer, err := http.Get(address)
	if err != nil || answer.StatusCode != 200 {
		t.Fatal(err, answer)
	}
}
`;

/** What the recipe uses of JUnit and of the SDK, by their names, and a program that does what JUnit does. */
const JAVA = {
  'org/junit/platform/launcher/LauncherSession.java':
    'package org.junit.platform.launcher; public interface LauncherSession {}',
  'org/junit/platform/launcher/LauncherSessionListener.java': `package org.junit.platform.launcher;
    public interface LauncherSessionListener {
      default void launcherSessionOpened(LauncherSession session) {}
      default void launcherSessionClosed(LauncherSession session) {}
    }`,
  'com/google/genai/Client.java': `package com.google.genai;
    import java.util.Optional;
    public class Client {
      public static String base = "";
      public static void setDefaultBaseUrls(Optional<String> gemini, Optional<String> vertex) {
        base = gemini.get();
      }
    }`,
  'Main.java': `
    import com.google.genai.Client;
    import java.net.URI;
    import java.net.http.HttpClient;
    import java.net.http.HttpRequest;
    import java.net.http.HttpResponse.BodyHandlers;
    public class Main {
      public static void main(String[] args) throws Exception {
        var session = new EmulatorSession();
        session.launcherSessionOpened(null);
        var address = URI.create(Client.base + "${MODEL}?key=any");
        var asked = HttpRequest.newBuilder(address).build();
        System.out.println(HttpClient.newHttpClient().send(asked, BodyHandlers.ofString()).statusCode());
        session.launcherSessionClosed(null);
        System.out.println("ended");
        System.exit(0);
      }
    }`,
};

describe('the recipes of the emulator, as they are written', () => {
  /** @type {string} */
  let recipes;
  /** A project with the emulator's package. @type {string} */
  let project;
  /** @type {string} */
  let file;

  const environment = {
    ...process.env,
    PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    npm_config_offline: 'true',
  };
  /** @param {string} program @param {readonly string[]} args */
  const run = (program, args, cwd = project) => capture(program, args, { cwd, env: environment });
  /** @param {readonly string[]} args */
  const npm = (...args) => run(process.execPath, [npmCli(), ...args]);

  /** A block of the recipes by its first line. @param {string} first */
  function block(first) {
    const [, code] = recipes.split(`\n${first}\n`);
    return code?.split('```')[0] ?? assert.fail(`The recipes have no ${first}.`);
  }
  /** Writes a file of the recipes into the project. @param {string} name @param {string} [mark] */
  const write = (name, mark = '//') =>
    writeFile(join(project, name), `${mark} ${name}\n${block(`${mark} ${name}`)}`);

  /**
   * A test of a recipe, or of its words where the machine lacks what runs it.
   * @param {string} title
   * @param {readonly string[]} needed Ends with 0 where it is there.
   * @param {string} first Of the recipe.
   * @param {() => Promise<void>} act
   */
  function itWhere(title, [program = '', ...args], first, act) {
    if (spawnSync(program, args).status === 0) it(title, act);
    else {
      it(`${title} (not run: there is no ${[program, ...args].join(' ')})`, () => {
        const code = block(first);
        for (const option of ['"start"', '"--until-input-ends"']) assert.ok(code.includes(option));
        assert.match(code, /GOOGLE_GEMINI_BASE_URL|setDefaultBaseUrls/);
      });
    }
  }

  before(async () => {
    recipes = await readFile(join(ROOT, 'src/emulator/recipes.md'), 'utf8');
    project = await mkdtemp(join(tmpdir(), 'recipes-'));
    await builtProduct();
    file = await packEmulator(project);
    const scripts = { test: 'node worker.mjs' };
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, scripts }));
    await writeFile(join(project, 'worker.mjs'), WORKER);
    const installed = await npm('install', '--silent', '--save-dev', `./${basename(file)}`);
    assert.equal(installed.code, 0, installed.output);
  });
  after(() => rm(project, { recursive: true, force: true }));

  it('start it for Vitest, with a session for each worker', async () => {
    const source = join(import.meta.dirname, 'recipes');
    const installed = await installApart(source, 'recipes', 'Installing runners of tests');
    await symlink(join(installed, 'node_modules/vitest'), join(project, 'node_modules/vitest'));
    for (const name of ['vitest.config.mjs', 'vitest.globalSetup.mjs', 'emulator.session.mjs']) {
      await write(name);
    }
    for (const name of ['one', 'two']) {
      await writeFile(join(project, `${name}.test.mjs`), VITEST);
    }
    const vitest = join(installed, 'node_modules/vitest/vitest.mjs');
    const { code, output } = await run(process.execPath, [vitest, 'run', '--no-color']);
    assert.equal(code, 0, output);
    assert.match(output, /Tests +2 passed/);
  });

  // Jest itself is four times as many packages as Vitest; its two files are called as it calls them.
  it('start it for Jest', async () => {
    const names = ['jest.globalSetup.cjs', 'jest.globalTeardown.cjs'];
    for (const name of names) await write(name);
    await writeFile(join(project, 'runner.mjs'), RUNNER);
    const { output } = await run(process.execPath, ['runner.mjs', ...names]);
    assert.equal(output, 'models/gemini-3.8-flash\nended\n');
  });

  itWhere(
    'start it for pytest',
    ['python3', '-m', 'pytest', '--version'],
    '# conftest.py',
    async () => {
      await write('conftest.py', '#');
      await writeFile(join(project, 'test_app.py'), PYTEST);
      const { code, output } = await run('python3', [
        '-m',
        'pytest',
        '-q',
        '-p',
        'no:cacheprovider',
      ]);
      assert.equal(code, 0, output);
      assert.match(output, /1 passed/);
    },
  );

  itWhere('start it for tests in Go', ['go', 'version'], '// emulator_test.go', async () => {
    await write('emulator_test.go');
    await writeFile(join(project, 'app_test.go'), GO);
    await writeFile(join(project, 'go.mod'), 'module app\n\ngo 1.21\n');
    const { code, output } = await run('go', ['test', './...']);
    assert.equal(code, 0, output);
  });

  itWhere('start it for JUnit', ['javac', '--version'], '// EmulatorSession.java', async () => {
    await write('EmulatorSession.java');
    for (const [name, text] of Object.entries(JAVA)) {
      await mkdir(dirname(join(project, name)), { recursive: true });
      await writeFile(join(project, name), text);
    }
    const compiled = await run('javac', [
      '-d',
      'classes',
      ...Object.keys(JAVA),
      'EmulatorSession.java',
    ]);
    assert.equal(compiled.code, 0, compiled.output);
    const { output } = await run('java', ['-cp', 'classes', 'Main']);
    assert.match(output, /^200\nended\n$/m);
  });

  it('run it in GitHub Actions', async () => {
    const lines = block('```yaml').trimEnd().split('\n');
    assert.equal(lines.shift(), 'steps:');
    const strange = lines.filter(
      (line) => !/^ {2}- (uses|run): \S.*$|^ {4}with: \{ \S+: \S+ \}$/.test(line),
    );
    assert.deepEqual(strange, []);
    const commands = lines.flatMap((line) => /^ {2}- run: (.+)$/.exec(line)?.[1] ?? []);
    assert.equal(commands.length, 2);
    for (const command of commands) {
      const { code, output } = await run('sh', ['-e', '-c', command]);
      assert.equal(code, 0, `${command}\n${output}`);
      if (command !== 'npm ci') assert.match(output, /^models\/gemini-3\.8-flash$/m);
    }
  });

  it('run it in a container', async () => {
    const lines = block('```dockerfile').trimEnd().split('\n');
    const steps = lines.map(
      (line) => /^(FROM|COPY|RUN|EXPOSE|CMD) (\S.*)$/.exec(line) ?? assert.fail(line),
    );
    const [, from, copied, install, port = '', command = ''] = [
      '',
      ...steps.map(([, , text]) => text),
    ];
    assert.match(from ?? '', /^node:\d+-slim$/);
    assert.equal(copied, `${basename(file)} /`);
    const prefix = join(project, 'global');
    const done = await capture('sh', ['-c', (install ?? '').replace(' /', ` ${project}/`)], {
      cwd: project,
      env: { ...environment, npm_config_prefix: prefix },
    });
    assert.equal(done.code, 0, done.output);
    /** @type {string[]} */
    const [program = '', ...args] = JSON.parse(command);
    // Here the port may be taken, and nobody else is to be let in.
    const child = spawn(
      join(prefix, 'bin', program),
      args.with(args.indexOf(port), '0').with(args.indexOf('0.0.0.0'), '127.0.0.1'),
      {
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    try {
      const [line] = await once(createInterface({ input: child.stdout }), 'line');
      const { hostname, port: own } = new URL(JSON.parse(line).baseUrl);
      const headers = { host: `emulator:${port}`, 'x-goog-api-key': 'any' };
      const asked = request({ hostname, port: own, path: MODEL, headers }).end();
      const [answer] = await once(asked, 'response');
      answer.resume();
      assert.equal(answer.statusCode, 200);
    } finally {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    }
  });
});
