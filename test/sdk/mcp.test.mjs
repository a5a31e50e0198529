import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requirePeer } from '../bench/peers.mjs';
import { importTypeScript } from '../harness/importTypeScript.mjs';
import { ROOT } from '../harness/paths.mjs';

const PROMPT = {
  format: 1,
  model: 'models/emulator-flash',
  messages: [{ role: 'user', text: 'Describe a kite.' }],
  cases: [{ name: 'kite', expect: [{ type: 'contains', value: 'kite' }] }],
};

describe('@modelcontextprotocol/sdk: the MCP server of the command line', () => {
  /** @type {string} */
  let folder;
  /** @type {any} */
  let client;

  before(async () => {
    const { Client } = requirePeer('@modelcontextprotocol/sdk/client/index.js');
    const { StdioClientTransport } = requirePeer('@modelcontextprotocol/sdk/client/stdio.js');
    folder = await mkdtemp(join(tmpdir(), 'mcp-sdk-'));
    await writeFile(join(folder, 'kite.prompt.json'), JSON.stringify(PROMPT));
    client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [join(ROOT, 'dist/emulator.js'), 'mcp'],
        cwd: folder,
        env: { HOME: folder },
        stderr: 'ignore',
      }),
    );
  });
  after(async () => {
    await client?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('connects, and lists tools', async () => {
    assert.equal(client.getServerVersion().name, 'gemini-api');
    assert.match(client.getInstructions(), /The emulator of this server/);
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0 && tools.length <= 8);
    await client.ping();
  });

  it('calls tools, and gets the reason of a wrong input', async () => {
    const { content, structuredContent } = await client.callTool({
      name: 'gemini_list_models',
      arguments: { ids: ['gemini-3.8-flash'] },
    });
    assert.match(content[0].text, /^gemini-3\.8-flash: text, stable/);
    assert.equal(structuredContent.models[0].id, 'gemini-3.8-flash');
    const wrong = await client.callTool({ name: 'gemini_list_models', arguments: { key: 'x' } });
    assert.equal(wrong.isError, true);
    await assert.rejects(client.callTool({ name: 'gemini_delete', arguments: {} }), /-32602/);
    await assert.rejects(client.listResources(), /-32601|does not support resources/);
  });

  it('gets no path of the user', async () => {
    const input = { model: 'gemini-3.8-flash', files: ['.'] };
    const { content } = await client.callTool({ name: 'gemini_estimate_cost', arguments: input });
    assert.match(content[0].text, /^Couldn’t read ~ because/);
  });

  it('gets the progress of a run, and can cancel one', async () => {
    /** @type {{ progress: number, total: number }[]} */
    const steps = [];
    const call = { name: 'gemini_run_prompt_tests', arguments: { files: ['kite.prompt.json'] } };
    // The client drops progress that it reads together with the result, so the transport shows more.
    const { transport } = client;
    const receive = transport.onmessage;
    transport.onmessage = (/** @type {any} */ message, /** @type {any} */ extra) => {
      if (message.method === 'notifications/progress') steps.push(message.params);
      receive(message, extra);
    };
    const { content } = await client.callTool(call, undefined, { onprogress: () => undefined });
    assert.match(content[0].text, /^1 passed, 0 failed/);
    assert.deepEqual(
      steps.map(({ progress, total }) => [progress, total]),
      [[1, 1]],
    );
    const controller = new AbortController();
    const canceled = client.callTool(call, undefined, { signal: controller.signal });
    controller.abort();
    await assert.rejects(canceled);
    await client.ping();
  });
});

describe('@modelcontextprotocol/sdk: the MCP server over HTTP', () => {
  /** @type {any} */
  let server;
  /** @type {any} */
  let client;
  /** @type {() => void} */
  let allow;
  /** @type {Promise<boolean>} */
  let answer;

  before(async () => {
    const { McpHttpServer } = await importTypeScript('src/agent/mcp/httpServer.ts');
    server = await McpHttpServer.open({
      context: {
        now: () => Date.now(),
        connection: () => ({ name: 'Mine', isLive: true }),
        budget: () => ({ dollars: 0 }),
        failures: async () => [],
        log: { warn: () => undefined },
      },
      version: '1.0.0',
      instructions: 'Tools.',
      redact: (/** @type {string} */ text) => text,
      confirm: () => answer,
    });
    client = await connect(server.token);
  });
  beforeEach(() => {
    answer = new Promise((resolve) => (allow = () => resolve(true)));
  });
  after(async () => {
    await client?.close();
    server?.dispose();
  });

  /** @param {string} token */
  async function connect(token) {
    const { Client } = requirePeer('@modelcontextprotocol/sdk/client/index.js');
    const { StreamableHTTPClientTransport } = requirePeer(
      '@modelcontextprotocol/sdk/client/streamableHttp.js',
    );
    const connected = new Client({ name: 'test', version: '1.0.0' });
    const requestInit = { headers: { authorization: `Bearer ${token}` } };
    await connected.connect(
      new StreamableHTTPClientTransport(new URL(server.url), { requestInit }),
    );
    return connected;
  }

  it('connects, lists tools, and calls them', async () => {
    assert.equal(client.getServerVersion().name, 'gemini-api');
    const { tools } = await client.listTools();
    assert.ok(tools.length > 0 && tools.length <= 8);
    await client.ping();
    const call = { name: 'gemini_list_models', arguments: { ids: ['gemini-3.8-flash'] } };
    const { content } = await client.callTool(call);
    assert.match(content[0].text, /^gemini-3\.8-flash: text, stable/);
  });

  it('waits for the user, and can cancel', async () => {
    const input = { store: 'fileSearchStores/docs', query: 'kites' };
    const call = { name: 'gemini_search_store', arguments: input };
    const controller = new AbortController();
    const canceled = client.callTool(call, undefined, { signal: controller.signal });
    controller.abort();
    await assert.rejects(canceled);
    const called = client.callTool(call);
    allow();
    const { isError, content } = await called;
    assert.equal(isError, true);
    assert.match(content[0].text, /more than the remaining budget/);
  });

  it('doesn’t connect with another token', async () => {
    await assert.rejects(connect('x'), { code: 401 });
  });
});
