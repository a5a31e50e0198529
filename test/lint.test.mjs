// That the rules about the architecture find what they are there for, with the configuration that `npm run lint` and editors
// use.
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ESLint } from 'eslint';
import { ROOT } from './harness/paths.mjs';
import { networkExceptions } from './lint/network.mjs';

/** @typedef {readonly [path: string, text: string]} Sample */

const eslint = new ESLint({ cwd: ROOT });

/**
 * What the rules find in a text, as if it stood in a path.
 * @param {string} path
 * @param {string} text
 */
async function findings(path, text) {
  const [result] = await eslint.lintText(text, { filePath: join(ROOT, path), warnIgnored: true });
  const messages = result?.messages ?? [];
  // A text that can't be read would look like one without a fault.
  assert.ok(!messages.some(({ fatal }) => fatal), `${path}: ${messages[0]?.message}`);
  return messages;
}

/**
 * @param {string} path
 * @param {string} text
 */
const rulesAgainst = async (path, text) =>
  (await findings(path, text)).map(({ ruleId }) => ruleId ?? '');

/** @type {readonly { readonly title: string, readonly rules: readonly string[], readonly bad: readonly Sample[], readonly good: readonly Sample[] }[]} */
const rows = [
  {
    title: 'a file imports only what its room may know',
    rules: [
      'rooms/no-restricted-imports',
      'rooms/no-restricted-syntax',
      '@typescript-eslint/consistent-type-imports',
      'network/no-restricted-syntax',
    ],
    bad: [
      ['src/base/a.ts', "import { b } from '../api/b';"],
      ['src/api/a.ts', "import * as vscode from 'vscode';"],
      ['src/service/a.ts', "export * from '../auth/b';"],
      ['src/emulator/a.ts', "import { b } from '../catalog/b';"],
      ['src/auth/a.ts', "import { b } from '../resources/b';"],
      ['src/auth/a.ts', "const b = await import('../resources/b');"],
      ['src/resources/a.ts', "let b: import('../auth/b').B;"],
      ['src/resources/a.ts', 'const b = await import(name);'],
      ['src/playground/host/code/a.ts', "import { b } from '../../webview/b';"],
      ['src/playground/webview/a.ts', "import { b } from '../../api/b';"],
      ['src/conversation/model/a.ts', "import { b } from '../request/b';"],
      ['src/commands/a.ts', "import lodash from 'lodash';"],
      ['src/api/schema/fieldLimits.ts', "import type { B } from '../../base/json';"],
      ['src/utils/a.ts', 'export {};'],
    ],
    good: [
      ['src/api/a.ts', "import { b } from '../base/b';\nimport { c } from './c';\nb(c);"],
      ['src/playground/webview/a.ts', "export type { B } from '../../api/b';"],
      [
        'src/playground/host/a.ts',
        "export { b } from '../../conversation/request/b';\nimport 'vscode';",
      ],
      ['src/playground/webview/a.ts', "export { b } from '../../conversation/model/b';"],
      ['src/api/schema/fieldLimits.ts', "export type { B } from './row';"],
      ['src/resources/sheets/a.ts', "export { b } from './webview/b';"],
      ['src/extension.ts', "export { b } from './auth/b';"],
    ],
  },
  {
    title: 'only the transport imports undici, and large packages are imported by file',
    rules: ['network/no-restricted-imports'],
    bad: [
      ['src/api/client.ts', "import Pool from 'undici/lib/dispatcher/pool.js';"],
      ['src/api/client.ts', "import type { Dispatcher } from 'undici';"],
      ['src/api/undici/send.ts', "import { Pool } from 'undici';"],
      ['src/auth/googleAuth.ts', "import { JWT } from 'google-auth-library';"],
    ],
    good: [
      ['src/api/undici/send.ts', "import 'undici/lib/dispatcher/pool.js';"],
      ['src/api/undici/send.ts', "export type { Dispatcher } from 'undici';"],
      ['src/auth/googleAuth.ts', "import 'google-auth-library/build/b.js';"],
    ],
  },
  {
    title: 'what is imported later is a file of ours',
    rules: ['network/no-restricted-syntax'],
    bad: [['src/auth/a.ts', "const { B } = await import('google-auth-library/build/b.js');"]],
    good: [['src/auth/a.ts', "await import('./b'); await import('node:sqlite');"]],
  },
  {
    title: 'nothing is started but the emulator, by fork',
    rules: ['network/no-restricted-imports', 'network/no-restricted-syntax'],
    bad: [
      ['src/auth/a.ts', "import { fork } from 'node:child_process';"],
      ['src/service/emulatorProcess.ts', "import { exec } from 'node:child_process';"],
      ['src/service/emulatorProcess.ts', "const child = await import('node:child_process');"],
      ['src/service/emulatorProcess.ts', "import { runInThisContext } from 'node:vm';"],
    ],
    good: [['src/service/emulatorProcess.ts', "export { fork } from 'node:child_process';"]],
  },
  {
    title: 'nothing but the transport opens a connection',
    rules: [
      'network/no-restricted-imports',
      'network/no-restricted-syntax',
      'network/no-restricted-globals',
    ],
    bad: [
      ['src/a.ts', "fetch('https://a');"],
      ['src/a.ts', "await globalThis.fetch('https://a');"],
      ['src/a.ts', "new WebSocket('wss://a');"],
      ['src/playground/webview/a.ts', "navigator.sendBeacon('https://a');"],
      ['src/a.ts', "process.getBuiltinModule('net');"],
      ['src/service/a.ts', "import { request, STATUS_CODES } from 'http';"],
      ['src/service/a.ts', "const net = await import('node:net');"],
      ['src/service/a.ts', "import { createRequire } from 'node:module';"],
      ['src/auth/a.ts', "export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';"],
    ],
    good: [
      ['src/service/a.ts', 'store.fetch(a); const parts = { fetch: c };'],
      ['src/service/a.ts', "export { STATUS_CODES } from 'node:http';"],
      ['src/service/a.ts', "export type { Socket } from 'node:net';"],
      ['src/emulator/http/listeners.ts', "import { createServer, type Server } from 'node:http';"],
    ],
  },
  {
    title: 'no code is made from text, and no shell, terminal or task is started',
    rules: ['no-eval', 'no-new-func', 'commands/no-restricted-syntax'],
    bad: [
      ['src/auth/a.ts', "eval('1');"],
      ['src/auth/a.ts', "new Function('return 1');"],
      ['src/auth/a.ts', "fork('a', { shell: true });"],
      ['src/auth/a.ts', "vscode.window.createTerminal('a');"],
    ],
    good: [['src/auth/a.ts', "/a/.exec('a'); fork('a', { shell: false }); session.send(text);"]],
  },
  {
    title: 'signing in shows its page in the browser of the system',
    rules: ['pages/no-restricted-syntax'],
    bad: [
      ['src/auth/a.ts', 'vscode.env.openExternal(uri);'],
      ['src/auth/a.ts', "vscode.window.createWebviewPanel('a', 'b', 1);"],
      ['src/auth/a.ts', "commands.executeCommand('vscode.open', uri);"],
    ],
    good: [
      ['src/auth/a.ts', 'system.openExternal(a.url); this.parts.system.openExternal(b.url);'],
      ['src/playground/host/a.ts', 'vscode.env.openExternal(uri);'],
    ],
  },
  {
    title: 'the address of the authorization page is opened or copied, and no more',
    rules: ['address/no-restricted-syntax'],
    bad: [
      ['src/auth/a.ts', 'log.info(step.url);'],
      ['src/auth/a.ts', 'const { url, scopes } = flow.step;'],
      ['src/auth/a.ts', 'log.copy(step.url);'],
    ],
    good: [
      ['src/auth/a.ts', 'system.openExternal(step.url); this.parts.system.copy(this.step.url);'],
      ['src/auth/doctor/a.ts', 'const { url } = request; send(request.url, url);'],
    ],
  },
  {
    title: 'nothing is read as HTML',
    rules: ['html/no-restricted-syntax'],
    bad: [
      ['src/playground/webview/a.ts', 'element.innerHTML = text;'],
      ['src/playground/webview/a.ts', "element.insertAdjacentHTML('beforeend', text);"],
      ['src/playground/webview/a.ts', 'frame.srcdoc = text;'],
    ],
    good: [['src/playground/webview/a.ts', 'element.textContent = html; response.write(text);']],
  },
  {
    title: 'VS Code is given texts by the adapters that escape them',
    rules: ['sinks/no-restricted-syntax'],
    bad: [
      ['src/auth/a.ts', 'await vscode.window.showInputBox({ prompt: name });'],
      ['src/auth/a.ts', "await vscode.window['showQuickPick'](names);"],
      ['src/auth/a.ts', "import { MarkdownString } from 'vscode';"],
      ['src/resources/a.ts', 'const item = new vscode.TreeItem(name);'],
      ['src/resources/a.ts', 'class A { #view = 1; a() { this.#view.message ??= name; } }'],
      ['src/resources/a.ts', 'throw vscode.FileSystemError.Unavailable(name);'],
    ],
    good: [
      ['src/platform/a.ts', 'await vscode.window.showInputBox({ prompt: promptText(name) });'],
      [
        'src/resources/a.ts',
        'let a: vscode.TreeItem; class B { c() { this.message = item.tooltip; } }',
      ],
      ['src/resources/a.ts', "export type { MarkdownString } from 'vscode';"],
    ],
  },
  {
    title: 'what differs between versions stands in the tables',
    rules: ['versions/no-restricted-syntax'],
    bad: [
      ['src/api/client.ts', "if (version === 'v1') a();"],
      ['src/api/client.ts', "switch (version) { case 'v1beta3': a(); }"],
    ],
    good: [
      ['src/api/versions.ts', "if (version === 'v1') a();"],
      ['src/api/client.ts', "if (version === other) a('v1');"],
    ],
  },
  {
    title: 'nothing is `any`, and no check is switched off',
    rules: ['@typescript-eslint/no-explicit-any', 'no-warning-comments'],
    bad: [
      ['src/base/a.ts', 'let a: any;'],
      ['test/a.ts', 'let a: Map<string, any>;'],
      ['src/base/a.ts', '// @ts-expect-error because\nlet a: number = b;'],
      ['test/a.mjs', '// eslint-disable-next-line\nlet a;'],
    ],
    good: [['src/base/a.ts', "const any = 'any'; // any"]],
  },
  {
    title:
      'exports have names, errors are not swallowed, and one file says that there is no connection',
    rules: [
      'exports/no-restricted-syntax',
      'errors/no-restricted-syntax',
      'connection/no-restricted-syntax',
    ],
    bad: [
      ['src/base/a.ts', 'export default 1;'],
      ['src/base/a.ts', 'try { a(); } catch { /* never mind */ }'],
      ['src/auth/a.ts', "throw new AppError('noConnection', l10n.t('None.'));"],
    ],
    good: [
      ['src/base/a.ts', 'switch (a) { default: b(); } try { a(); } catch { c(); }'],
      ['src/auth/a.ts', "type R = 'noConnection'; f(a.reason === 'noConnection');"],
    ],
  },
  {
    title: 'every test runs',
    rules: ['tests/no-restricted-syntax'],
    bad: [
      ['test/a.test.ts', "it.only('a', b);"],
      ['test/a.test.ts', "describe.skip('a', b);"],
      ['test/a.test.mjs', "xit('a', b);"],
    ],
    good: [['test/a.test.ts', "it('a', b);"]],
  },
  {
    title: 'no test sleeps',
    rules: ['waiting/no-restricted-syntax'],
    bad: [
      ['test/unit/a.test.ts', 'setTimeout(a, 5);'],
      ['test/host/a.test.ts', "import { setTimeout as pause } from 'node:timers/promises';"],
      ['test/ui/a.test.mjs', 'await page.waitForTimeout(5);'],
    ],
    good: [
      ['test/unit/a.test.ts', 'await until(() => a);'],
      ['test/harness/a.mjs', 'setTimeout(a, 5);'],
    ],
  },
  {
    title: 'files are short',
    rules: ['max-lines', 'question/max-lines'],
    bad: [
      ['src/base/a.ts', 'a();\n'.repeat(301)],
      ['test/a.mjs', 'a();\n'.repeat(451)],
    ],
    good: [
      ['src/base/a.ts', 'a();\n'.repeat(299)],
      ['test/a.ts', 'a();\n'.repeat(449)],
    ],
  },
];

const LIMITED = new Set(rows.flatMap(({ rules }) => rules));

describe('rules about the architecture', () => {
  for (const { title, rules, bad, good } of rows) {
    it(title, async () => {
      for (const [path, text] of bad) {
        const found = await rulesAgainst(path, text);
        assert.ok(
          found.some((rule) => rules.includes(rule)),
          `${path}: ${text.slice(0, 80)} (${found.join()})`,
        );
      }
      for (const [path, text] of good) {
        const found = (await rulesAgainst(path, text)).filter((rule) => LIMITED.has(rule));
        assert.deepEqual(found, [], `${path}: ${text.slice(0, 80)}`);
      }
    });
  }

  it('need every exception for the network that they make', async () => {
    for (const { files } of networkExceptions) {
      const texts = globSync([...files], { cwd: ROOT }).map((path) =>
        readFileSync(join(ROOT, path), 'utf8'),
      );
      const imports = texts.flatMap((text) => text.match(/^import [^;]*;/gm) ?? []);
      const found = await rulesAgainst('src/api/elsewhere.ts', imports.join('\n'));
      assert.ok(found.includes('network/no-restricted-imports'), files.join());
    }
  });
});
