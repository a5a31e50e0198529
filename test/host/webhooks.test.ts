import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as vscode from 'vscode';
import { EMULATOR_ID } from '../../src/service/connection';
import { FakePrompts } from '../fakes/prompts';
import { activated, resetConnections, withPrompts } from './support/extension';
import { hideTree, rootOf, rowsOf } from './support/tree';
import { useWindowEmulator } from './support/windowEmulator';

const run = async (name: string, ...args: readonly unknown[]): Promise<void> => {
  await vscode.commands.executeCommand(`generativeLanguage.${name}`, ...args);
};

interface Message {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

describe('webhooks', () => {
  const got: Message[] = [];
  let heard: () => void = () => undefined;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.end();
      heard();
    });
  });
  const next = async (): Promise<Message> => {
    if (got.length === 0) await new Promise<void>((resolve) => (heard = resolve));
    const [message] = got.splice(0);
    assert.ok(message);
    return message;
  };

  before(async () => {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    await useWindowEmulator();
  });
  after(async () => {
    server.close();
    await hideTree();
    await resetConnections();
  });

  it('are made, pinged, heard, checked with their secret, and given another one', async () => {
    const { port } = server.address() as AddressInfo;
    const uri = `http://127.0.0.1:${port}/hook`;
    const prompts = new FakePrompts('Fill in a form', uri, 'batch.succeeded', 'Harbour', 'Copy');
    await vscode.env.clipboard.writeText('');
    const collection = await rootOf('webhook');
    await withPrompts(prompts, () => run('create', collection));
    const secret = await vscode.env.clipboard.readText();
    assert.match(secret, /^whsec_/);
    const [webhook] = await rowsOf('webhook');
    assert.equal(webhook?.node, 'resource');
    await run('pingWebhook', webhook);
    const { headers, body } = await next();
    assert.match(body, /"type":"ping"/);

    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
    await vscode.env.clipboard.writeText([...lines, '', body].join('\n'));
    const checked = new FakePrompts('Clipboard', secret);
    await withPrompts(checked, () => run('checkDelivery'));
    assert.match(checked.asked.at(-1)?.text ?? '', /\(ping\) was signed with this secret\./);

    const listed = new FakePrompts('ping', undefined);
    await withPrompts(listed, () => run('showDeliveries', webhook));
    assert.deepEqual(listed.asked[0]?.choices, ['ping']);

    const rotated = new FakePrompts('Revoke Old Secret Now', 'Copy');
    await withPrompts(rotated, () => run('rotateSecret', webhook));
    const other = await vscode.env.clipboard.readText();
    assert.match(other, /^whsec_/);
    assert.notEqual(other, secret);
    const { services } = await activated();
    const ref = { connection: EMULATOR_ID, version: 'v1', kind: 'webhook', name: webhook.name };
    const known = JSON.stringify(services.store.find(ref as never));
    assert.ok(!known.includes(other) && !known.includes(secret));
    await vscode.env.clipboard.writeText('');
  });
});
