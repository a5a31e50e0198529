import assert from 'node:assert/strict';
import { request as sendRequest } from 'node:http';
import { McpHttpServer } from '../../../src/agent/mcp/httpServer';
import type { McpOptions } from '../../../src/agent/mcp/server';
import type { JsonObject } from '../../../src/base/json';

const INITIALIZE = { method: 'initialize', params: { protocolVersion: '2025-11-25' } };

const unused = (): never => assert.fail('Not used here.');

const options: McpOptions = {
  context: {
    now: () => Date.UTC(2026, 10, 29),
    folders: () => [],
    connection: unused,
    client: unused,
    openSession: unused,
    budget: unused,
    spend: unused,
    failures: () => Promise.resolve([]),
    log: { warn: unused },
  },

  version: '1.0.0',
  instructions: '',
  confirm: () => false,
  redact: (text) => text.replaceAll('AIzaKey', '…'),
};

interface Got {
  readonly status: number;
  readonly text: string;
}

describe('the MCP server over HTTP', () => {
  let server: McpHttpServer;

  before(async () => {
    server = await McpHttpServer.open(options);
  });
  after(() => server.dispose());

  function own(): { [name: string]: string } {
    return {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${server.token}`,
    };
  }

  async function post(
    message: JsonObject,
    headers: { readonly [name: string]: string } = own(),
    method = 'POST',
    url = server.url,
  ): Promise<Got> {
    return await new Promise((resolve, reject) => {
      const sent = sendRequest(url, { method, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject);
      sent.end(
        method === 'POST' ? JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }) : undefined,
      );
    });
  }

  it('listens on this machine, and serves tools', async () => {
    assert.match(server.url, /^http:\/\/127\.0\.0\.1:\d+\/mcp$/);
    assert.match((await post(INITIALIZE)).text, /"protocolVersion":"2025-11-25"/);
    const headers = { ...own(), 'mcp-protocol-version': '2025-11-25' };
    const call = { name: 'gemini_list_models', arguments: { ids: ['gemini-3.8-flash'] } };
    const { status, text } = await post({ method: 'tools/call', params: call }, headers);
    assert.equal(status, 200);
    assert.match(text, /gemini-3\.8-flash: text, stable/);
    const note = { id: undefined as never, method: 'notifications/initialized' };
    assert.equal((await post(note, headers)).status, 202);
  });

  it('shows no secret in results, as text or as data', async () => {
    const input = { operation: 'models.countTokens', body: { AIzaKey: 1 } };
    const params = { name: 'gemini_validate_request', arguments: input };
    const { text } = await post({ method: 'tools/call', params });
    assert.match(text, /"structuredContent":.*…/);
    assert.doesNotMatch(text, /AIzaKey/);
  });

  it('refuses a wrong token, an origin, another host, and other paths', async () => {
    const statusWith = async (headers: JsonObject, url?: string): Promise<number> =>
      (await post(INITIALIZE, { ...own(), ...(headers as object) }, 'POST', url)).status;
    const { token } = server;
    assert.equal(await statusWith({ authorization: '' }), 401);
    assert.equal(await statusWith({ authorization: `Bearer ${token.slice(1)}x` }), 401);
    assert.equal(await statusWith({ authorization: token }), 401);
    assert.equal(await statusWith({ origin: 'https://evil.test' }), 403);
    assert.equal(await statusWith({ origin: 'null' }), 403);
    assert.equal(await statusWith({ host: 'evil.test' }), 403);
    assert.equal(
      await statusWith({ host: server.url.slice(7, -4).replace('127.0.0.1', 'localhost') }),
      403,
    );
    assert.equal(await statusWith({}, server.url.replace('/mcp', '/')), 404);
  });

  it('refuses unknown protocol versions, and streams of its own', async () => {
    const status = async (version: string, method?: string): Promise<number> =>
      (await post({ method: 'ping' }, { ...own(), 'mcp-protocol-version': version }, method))
        .status;
    assert.equal(await status('2025-06-18'), 200);
    assert.equal(await status('1999-01-01'), 400);
    assert.equal(await status('2025-11-25', 'GET'), 405);
    assert.equal(await status('2025-11-25', 'DELETE'), 405);
  });
});
