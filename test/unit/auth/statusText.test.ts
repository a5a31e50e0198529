import assert from 'node:assert/strict';
import { statusText } from '../../../src/auth/statusText';
import type { Connection } from '../../../src/service/connection';
import type { EmulatorState } from '../../../src/service/emulator';
import { english } from '../../fakes/l10n';
import { gateway, mine } from './setup';

const emulator: Connection = {
  id: 'emulator',
  name: 'Built-in Emulator',
  endpoint: 'http://127.0.0.1',
  auth: 'apiKey',
};

describe('status bar', () => {
  const rows: readonly (readonly [Connection | undefined, EmulatorState, string, RegExp])[] = [
    [undefined, { status: 'stopped' }, 'plug No Connection', /nothing is connected/],
    [mine, { status: 'stopped' }, 'key Mine', /generativelanguage\.googleapis\.com/],
    [gateway, { status: 'stopped' }, 'plug Gateway', /gateway\.example:8443/],
    [emulator, { status: 'stopped' }, 'beaker Built-in Emulator', /starts on first use/],
    [emulator, { status: 'starting' }, 'loading~spin Built-in Emulator', /starts\.$/],
    [emulator, { status: 'running', port: 4711 }, 'beaker Built-in Emulator :4711', /port 4711/],
    [emulator, { status: 'failed', message: 'No.' }, 'warning Built-in Emulator', /No\.$/],
  ];
  for (const [connection, state, shown, detail] of rows) {
    it(`shows ${shown}`, () => {
      const text = statusText(connection, state, english);
      assert.equal(`${text.icon} ${text.label}`, shown);
      assert.match(text.detail, detail);
    });
  }
});
