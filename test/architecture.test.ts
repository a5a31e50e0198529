import assert from 'node:assert/strict';
import {
  importsDeeply,
  importsOwnFilesLater,
  keepsUndiciInTheTransport,
  startsOnlyTheEmulator,
  staysInItsRoom,
} from './architecture/imports';
import { networkExceptions, opensNoConnection } from './architecture/network';
import type { Row } from './architecture/row';
import { secretRows } from './architecture/secretRows';
import { sinkRow } from './architecture/sinks';
import { parse, sourcesBelow } from './architecture/source';
import {
  asksNoVersion,
  hasNoAny,
  hasNoDefaultExport,
  hasNoEmptyCatch,
  isShort,
  leavesNoConnectionToOne,
  runsEveryTest,
  runsNoText,
  startsNoTerminal,
  switchesNoCheckOff,
  writesErrorNames,
  writesNoHtml,
} from './architecture/style';

const host = sourcesBelow('src', '.ts');
const tests = sourcesBelow('test', '.ts');
const harness = sourcesBelow('test', '.mjs');
const everything = [...host, ...tests, ...harness];

const rows: readonly Row[] = [
  {
    title: 'a file imports only what its room may know',
    rule: staysInItsRoom,
    files: host,
    bad: [
      ['src/base/a.ts', "import { b } from '../api/b';"],
      ['src/base/a.ts', "import { readFile } from 'node:fs';"],
      ['src/api/a.ts', "import * as vscode from 'vscode';"],
      ['src/api/a.ts', "import type { Uri } from 'vscode';"],
      ['src/service/a.ts', "export * from '../auth/b';"],
      ['src/emulator/a.ts', "import { b } from '../catalog/b';"],
      ['src/auth/a.ts', "import { b } from '../resources/b';"],
      ['src/auth/a.ts', "const b = await import('../resources/b');"],
      ['src/resources/a.ts', "let b: import('../auth/b').B;"],
      ['src/resources/a.ts', 'const b = await import(name);'],
      ['src/playground/host/a.ts', "import { b } from '../webview/b';"],
      ['src/playground/webview/a.ts', "import { b } from '../host/b';"],
      ['src/playground/webview/a.ts', "import { b } from '../../api/b';"],
      ['src/platform/a.ts', "import { b } from '../service/b';"],
      ['src/commands/a.ts', "import lodash from 'lodash';"],
      ['src/utils/a.ts', ''],
    ],
    good: [
      ['src/api/a.ts', "import { b } from '../base/b';\nimport { c } from './c';"],
      ['src/playground/webview/a.ts', "import type { B } from '../../api/b';"],
      ['src/playground/webview/a.ts', "import { B } from '../../api/schema/fieldLimits';"],
      ['src/playground/host/a.ts', "import { b } from '../protocol';\nimport 'vscode';"],
      ['src/extension.ts', "import { b } from './auth/b';"],
    ],
  },
  {
    title: 'only the transport imports undici',
    rule: keepsUndiciInTheTransport,
    files: host,
    bad: [['src/api/client.ts', "import Pool from 'undici/lib/dispatcher/pool.js';"]],
    good: [['src/api/undici/send.ts', "import Pool from 'undici/lib/dispatcher/pool.js';"]],
  },
  {
    title: 'large packages are imported by file',
    rule: importsDeeply,
    files: host,
    bad: [
      ['src/api/undici/send.ts', "import { Pool } from 'undici';"],
      ['src/auth/a.ts', "const b = await import('google-auth-library');"],
    ],
    good: [
      ['src/api/undici/send.ts', "import 'undici/lib/dispatcher/pool.js';"],
      ['src/api/undici/send.ts', "import type { Dispatcher } from 'undici';"],
    ],
  },
  {
    title: 'what is imported later is a file of ours',
    rule: importsOwnFilesLater,
    files: host,
    bad: [['src/auth/a.ts', "const { B } = await import('google-auth-library/build/b.js');"]],
    good: [['src/auth/a.ts', "await import('./b'); await import('node:sqlite');"]],
  },
  {
    title: 'nothing is started but the emulator, by fork',
    rule: startsOnlyTheEmulator,
    files: host,
    bad: [
      ['src/auth/a.ts', "import { fork } from 'node:child_process';"],
      ['src/service/emulatorProcess.ts', "import { exec } from 'node:child_process';"],
      ['src/service/emulatorProcess.ts', "import * as child from 'child_process';"],
      ['src/service/emulatorProcess.ts', "const child = await import('node:child_process');"],
      ['src/service/emulatorProcess.ts', "import { runInThisContext } from 'node:vm';"],
    ],
    good: [['src/service/emulatorProcess.ts', "import { fork } from 'node:child_process';"]],
  },
  {
    title: 'no code is made from text, and no shell is started',
    rule: runsNoText,
    files: host,
    bad: [
      ['src/a.ts', "eval('1');"],
      ['src/a.ts', "new Function('return 1');"],
      ['src/a.ts', "Function('return 1');"],
      ['src/a.ts', "fork('a', { shell: true });"],
      ['src/a.ts', "fork('a', { shell: isWindows });"],
    ],
    good: [['src/a.ts', "/a/.exec('a'); const f: Function = g; fork('a', { shell: false });"]],
  },
  {
    title: 'nothing runs in a terminal or as a task',
    rule: startsNoTerminal,
    files: host,
    bad: [
      ['src/auth/a.ts', "vscode.window.createTerminal('a');"],
      ['src/auth/a.ts', 'terminal.sendText(answer);'],
      ['src/auth/a.ts', "new vscode.ShellExecution('a');"],
    ],
    good: [['src/auth/a.ts', 'session.send(text);']],
  },
  ...secretRows.map((row) => ({ ...row, files: host })),
  {
    title: 'nothing is read as HTML',
    rule: writesNoHtml,
    files: host,
    bad: [
      ['src/playground/webview/a.ts', 'element.innerHTML = text;'],
      ['src/playground/webview/a.ts', "element.insertAdjacentHTML('beforeend', text);"],
      ['src/playground/webview/a.ts', 'window.document.write(text);'],
      ['src/playground/webview/a.ts', 'frame.srcdoc = text;'],
    ],
    good: [['src/playground/webview/a.ts', 'element.textContent = html; response.write(text);']],
  },
  // The pages have the DOM, and the service has no VS Code.
  { ...sinkRow, files: host.filter(({ path }) => !/\/webview\/|^src\/emulator\//.test(path)) },
  {
    title: 'nothing but the transport opens a connection',
    rule: opensNoConnection,
    files: host,
    bad: [
      ['src/a.ts', "fetch('https://a');"],
      ['src/a.ts', "await globalThis.fetch('https://a');"],
      ['src/a.ts', "globalThis['fetch']('https://a');"],
      ['src/a.ts', 'const send = fetch;'],
      ['src/a.ts', "new WebSocket('wss://a');"],
      ['src/a.ts', "new EventSource('https://a');"],
      ['src/a.ts', 'new XMLHttpRequest();'],
      ['src/playground/webview/a.ts', "navigator.sendBeacon('https://a');"],
      ['src/a.ts', "process.getBuiltinModule('net');"],
      ['src/service/a.ts', "import { request } from 'node:http';"],
      ['src/service/a.ts', "import { request, STATUS_CODES } from 'http';"],
      ['src/service/a.ts', "import http, { STATUS_CODES } from 'node:http';"],
      ['src/service/a.ts', "import * as https from 'node:https';"],
      ['src/service/a.ts', "const net = await import('node:net');"],
      ['src/service/a.ts', "export { connect } from 'node:tls';"],
      ['src/service/a.ts', "import { createSocket } from 'node:dgram';"],
      ['src/service/a.ts', "import { connect } from 'node:http2';"],
      ['src/service/a.ts', "import { lookup } from 'node:dns/promises';"],
      ['src/service/a.ts', "import { createRequire } from 'node:module';"],
      ['src/api/client.ts', "import Pool from 'undici/lib/dispatcher/pool.js';"],
      ['src/auth/a.ts', "export { JWT } from 'google-auth-library/build/src/auth/jwtclient.js';"],
      ['src/auth/loopbackReceiver.ts', "import { createServer, get } from 'node:http';"],
      ['src/auth/loopbackReceiver.ts', "import 'node:http';"],
      ['src/emulator/server.ts', "import { createServer } from 'node:net';"],
    ],
    good: [
      ['src/a.ts', 'store.fetch(a); this.#fetch(b); const parts = { fetch: c };'],
      ['src/a.ts', "import { STATUS_CODES } from 'node:http';"],
      ['src/a.ts', "import type { Socket } from 'node:net';"],
      ['src/a.ts', "import { getCACertificates } from 'node:tls';"],
      ['src/emulator/server.ts', "import { createServer, type Server } from 'node:http';"],
      ['src/api/undici/send.ts', "import Pool from 'undici/lib/dispatcher/pool.js';"],
    ],
  },
  {
    title: 'what differs between versions stands in the tables',
    rule: asksNoVersion,
    files: host,
    bad: [
      ['src/api/client.ts', "if (version === 'v1') a();"],
      ['src/api/client.ts', "if ('v1beta' !== row.version) a();"],
      ['src/api/client.ts', "switch (version) { case 'v1beta3': a(); }"],
    ],
    good: [
      ['src/api/versions.ts', "if (version === 'v1') a();"],
      ['src/api/client.ts', "if (version === other) a('v1');"],
    ],
  },
  {
    title: 'nothing is `any`',
    rule: hasNoAny,
    files: [...host, ...tests],
    bad: [
      ['src/a.ts', 'let a: any;'],
      ['src/a.ts', 'const a = b as any;'],
      ['src/a.ts', 'let a: Map<string, any>;'],
    ],
    good: [['src/a.ts', "const any = 'any'; // any"]],
  },
  {
    title: 'nothing is a default export',
    rule: hasNoDefaultExport,
    files: host.filter(({ path }) => !path.endsWith('.d.ts')),
    bad: [
      ['src/a.ts', 'export default 1;'],
      ['src/a.ts', 'export default function a() {}'],
      ['src/a.ts', 'export default class {}'],
      ['src/a.ts', 'export { a as default };'],
    ],
    good: [['src/a.ts', 'switch (a) { default: b(); }']],
  },
  {
    title: 'no error is swallowed',
    rule: hasNoEmptyCatch,
    files: everything,
    bad: [['src/a.ts', 'try { a(); } catch { /* never mind */ }']],
    good: [['src/a.ts', 'try { a(); } catch { return undefined; }']],
  },
  {
    title: 'no check is switched off',
    rule: switchesNoCheckOff,
    files: everything.filter(({ path }) => !path.startsWith('test/architecture')),
    bad: [
      ['src/a.ts', '// @ts-expect-error\nlet a: number = b;'],
      ['src/a.ts', '// eslint-disable-next-line\nlet a;'],
    ],
    good: [['src/a.ts', '// a comment']],
  },
  {
    title: 'errors write their names out',
    rule: writesErrorNames,
    // The emulator says what it has to say in its answers.
    files: host.filter(({ path }) => !path.startsWith('src/emulator/')),
    bad: [
      ['src/a.ts', 'class AError extends Error {}'],
      ['src/a.ts', "class AError extends AppError<'b'> { override readonly name = 'BError'; }"],
      ['src/a.ts', 'class AError extends Error { override name = new.target.name; }'],
    ],
    good: [
      ['src/a.ts', "class AError extends AppError { override readonly name = 'AError'; }"],
      ['src/a.ts', "class AError extends Error { override name: string = 'AError'; }"],
      ['src/a.ts', "class A extends Error { constructor() { super(); this.name = 'A'; } }"],
      ['src/a.ts', 'class A extends B {}'],
    ],
  },
  {
    title: 'one file says that there is no connection',
    rule: leavesNoConnectionToOne,
    files: host.filter(({ path }) => path !== 'src/platform/errors.ts'),
    bad: [['src/a.ts', "throw new AppError('noConnection', l10n.t('None.'));"]],
    good: [['src/a.ts', "type R = 'noConnection'; f(a.reason === 'noConnection');"]],
  },
  {
    title: 'every test runs',
    rule: runsEveryTest,
    files: [...tests, ...harness],
    bad: [
      ['test/a.test.ts', "it.only('a', b);"],
      ['test/a.test.ts', "describe.skip('a', b);"],
      ['test/a.test.ts', "xit('a', b);"],
    ],
    good: [['test/a.test.ts', "it('a', b);"]],
  },
  {
    title: 'files are short',
    rule: isShort,
    files: everything,
    bad: [['src/a.ts', 'a();\n'.repeat(451)]],
    good: [['src/a.ts', 'a();\n'.repeat(450)]],
  },
];

describe('architecture', function () {
  // Each rule reads the whole tree, on a machine that may be busy with other suites.
  this.timeout(100_000);

  it('needs every exception for the network that it makes', () => {
    for (const { path } of networkExceptions) {
      const files = host.filter((file) => file.path.startsWith(path));
      const text = files.map(({ tree }) => tree.text).join('\n');
      const renamed = parse('src/service/a.ts', text);
      assert.ok(opensNoConnection(renamed).length > 0, path);
    }
  });

  for (const { title, rule, files, bad, good } of rows) {
    describe(title, () => {
      it('is what the rule finds', () => {
        for (const [path, text] of bad) {
          assert.equal(rule(parse(path, text)).length, 1, `${path}: ${text.slice(0, 80)}`);
        }
        for (const [path, text] of good) {
          assert.deepEqual(rule(parse(path, text)), [], `${path}: ${text.slice(0, 80)}`);
        }
      });

      it('holds', () => {
        assert.ok(files.length > 0);
        const found = files.flatMap((file) => rule(file).map((what) => `${file.path}: ${what}`));
        assert.deepEqual(found, []);
      });
    });
  }
});
