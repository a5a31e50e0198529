import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../src/api/call';
import { EMULATOR_ID } from '../../src/service/connection';
import type { EmulatorAddress } from '../../src/service/emulator';
import type { LedgerRow, TrafficEntry } from '../../src/service/trafficLog';
import { leaks } from '../fakes/canary';
import { failure } from '../unit/api/harness';
import { activated, resetConnections } from './support/extension';
import { startSignInService } from './support/signInService';

interface LogEntry {
  readonly method: string;
  readonly target: string;
  readonly operation?: string;
  readonly version?: string;
  readonly status?: number;
  readonly duration?: number;
  readonly reset?: boolean;
  readonly closedEarly?: boolean;
}

const once = { maxAttempts: 1 };

describe('the traffic of a window', () => {
  let address: EmulatorAddress;
  let client: Client;

  before(async () => {
    await resetConnections();
    const { services } = await activated();
    address = await services.emulator.start();
    client = await services.clients.get(EMULATOR_ID);
    await control('POST', 'speed', { latency: 0, rate: 0 });
  });
  beforeEach(async () => {
    await control('DELETE', 'log');
    await control('DELETE', 'faults');
    await run('clearTraffic');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));
  after(async () => {
    await (await activated()).services.emulator.stop();
    await setEnabled(undefined);
    await resetConnections();
  });

  async function control(verb: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`${address.baseUrl}/$emulator/${path}`, {
      method: verb,
      headers: { 'x-emulator-control': address.controlToken, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    assert.equal(answer.status, 200, `${verb} ${path}`);
    return await answer.json();
  }

  /** What the emulator was asked, once all of it is over there too. */
  async function log(): Promise<readonly LogEntry[]> {
    for (;;) {
      const { entries } = (await control('GET', 'log')) as { entries: LogEntry[] };
      if (entries.every(({ duration }) => duration !== undefined)) return entries;
    }
  }

  /** Of one host: what an earlier suite began may still wait to be sent again. */
  async function entries(host = new URL(address.baseUrl).host): Promise<readonly TrafficEntry[]> {
    const { traffic } = (await activated()).services;
    return traffic.entries.filter((entry) => entry.host === host);
  }

  async function ledger(): Promise<LedgerRow | undefined> {
    const { host } = new URL(address.baseUrl);
    return (await activated()).services.traffic.ledger.find((row) => row.host === host);
  }

  it('agrees with the log of the emulator, request by request', async () => {
    const before = await ledger();
    await callAll();
    const [ours, theirs] = [await entries(), await log()];
    assert.deepEqual(ours.map(asOurs), theirs.map(asTheirs));
    const after = await ledger();
    assert.equal((after?.count ?? 0) - (before?.count ?? 0), theirs.length);
    assert.equal((after?.failed ?? 0) - (before?.failed ?? 0), 2);
    for (const { name, connection, recording } of ours) {
      assert.equal(connection, EMULATOR_ID);
      assert.ok(recording, name);
    }
  });

  /** A request of every kind, one after the other: both sides have them in the same order then. */
  async function callAll(): Promise<void> {
    const name = 'models/emulator-flash';
    const contents = [{ role: 'user', parts: [{ text: 'What is a kite?' }] }];
    await failure(client.call('models.get', { name: 'models/none' }, once));
    await client.call('models.generateContent', { model: name, body: { contents } });
    for await (const _piece of client.stream('models.streamGenerateContent', {
      model: name,
      body: { contents },
    }));
    await control('POST', 'speed', { latency: 0, rate: 500 });
    for await (const _piece of client.stream('models.streamGenerateContent', {
      model: name,
      body: { contents: [{ role: 'user', parts: [{ text: 'A story [[tokens:5000]]' }] }] },
    })) {
      break;
    }
    await control('POST', 'speed', { latency: 0, rate: 0 });
    await control('POST', 'faults', { kind: 'status', operation: 'models.countTokens' });
    await client.call('models.countTokens', { model: name, body: { contents } });
    await control('POST', 'faults', { kind: 'reset', operation: 'models.list' });
    await failure(client.call('models.list', {}, once));
  }

  it('opens as a document, with its frames, without the key', async () => {
    const contents = [{ role: 'user', parts: [{ text: 'What is a kite?' }] }];
    for await (const _piece of client.stream('models.streamGenerateContent', {
      model: 'models/emulator-flash',
      body: { contents },
    }));
    const [entry] = await entries();
    await run('openExchange', { exchange: entry?.id });
    const { document } = vscode.window.activeTextEditor ?? assert.fail('No editor.');
    const text = document.getText();
    assert.equal(document.languageId, 'markdown');
    assert.match(text, /POST \/v1beta\/models\/emulator-flash:streamGenerateContent\?alt=sse\n/);
    assert.match(text, /"text": "What is a kite\?"/);
    assert.match(text, /x-goog-api-key: \[redacted\]/);
    assert.match(text, /\n200 OK\n[^]*\ndata: \{[^]*## Frames\n\n```text\n *\+\d+ ms/);
    assert.deepEqual(leaks(text, [address.apiKey, address.accessToken]), []);
  });

  it('has a ledger that grows while it is open, and stays when the traffic is cleared', async () => {
    await run('showLedger');
    const { document } = vscode.window.activeTextEditor ?? assert.fail('No editor.');
    const countIn = (): number => {
      const { host } = new URL(address.baseUrl);
      const row = document
        .getText()
        .split('\n')
        .find((line) => line.startsWith(`| ${host} `));
      return Number(row?.split('|')[2]);
    };
    const before = countIn();
    assert.equal(before, (await ledger())?.count);
    const changed = new Promise<void>((resolve) => {
      const listener = vscode.workspace.onDidChangeTextDocument((change) => {
        if (change.document !== document || countIn() !== before + 3) return;
        listener.dispose();
        resolve();
      });
    });
    for (let index = 0; index < 3; index++) await client.call('models.list', {});
    await changed;
    const seen = (await entries()).map(({ name }) => name);
    assert.deepEqual(seen, ['models.list', 'models.list', 'models.list']);
    await run('clearTraffic');
    assert.equal((await entries()).length, 0);
    assert.equal((await ledger())?.count, before + 3);
  });

  it('has the requests for tokens, and nothing of what was in them', async () => {
    const service = await startSignInService();
    try {
      await (await (await activated()).services.clients.get(service.id)).call('corpora.list', {});
      const ours = await entries(service.host);
      assert.deepEqual(
        ours.map(({ method, path }) => `${method} ${path}`),
        service.requests().map(({ method, target }) => `${method} ${target.split('?')[0] ?? ''}`),
      );
      const [token] = ours;
      assert.equal(token?.name, 'oauth.token');
      assert.equal(token.recording, undefined);
      await run('openExchange', { exchange: token.id });
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /POST \/token\n[^]*can contain secrets/);
      assert.deepEqual(leaks([text, ours], service.secrets), []);
    } finally {
      await service.close();
    }
  });
});

async function run(command: string, argument?: object): Promise<void> {
  await vscode.commands.executeCommand(`generativeLanguage.${command}`, argument);
}

async function setEnabled(value: boolean | undefined): Promise<void> {
  const settings = vscode.workspace.getConfiguration('generativeLanguage');
  await settings.update('traffic.enabled', value, vscode.ConfigurationTarget.Global);
}

/** What both sides know of a request. */
function asOurs({ method, recording, name, version, status, outcome }: TrafficEntry) {
  const target = recording?.requestLine.split(' ')[1];
  return { method, target, name, version, status, end: outcome };
}

function asTheirs(entry: LogEntry) {
  const { method, target, operation, version, status, reset, closedEarly } = entry;
  const end = reset ? 'reset' : closedEarly ? 'cancelled' : 'answered';
  return { method, target, name: operation, version, status, end };
}
