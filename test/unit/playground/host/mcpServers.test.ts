import assert from 'node:assert/strict';
import { ask } from '../../conversation/ask';
import { REMOTE } from '../../conversation/fakeServices';
import { openPanel } from '../../conversation/panelWorld';
import { World } from '../../conversation/world';

const ADDRESS = 'https://tools.example/mcp';
const SECRET = 'Bearer canary-of-a-header';
const SERVER = { name: 'tides', streamableHttpTransport: { url: ADDRESS } };

const using = (...mcpServers: readonly object[]): object => ({
  requests: { chat: { tools: [{ codeExecution: {} }, { mcpServers }] } },
});

describe('servers of tools', () => {
  let world: World;

  beforeEach(() => {
    world = new World();
  });

  it('are named by their address; what they are sent is kept apart', async () => {
    const session = await world.open();
    world.prompts.answer(ADDRESS, 'tides', `Authorization: ${SECRET}`, '');
    await openPanel(world, session).call('editServers', undefined);
    const tools = [{ mcpServers: [SERVER] }];
    assert.deepEqual(session.conversation.settings, { requests: { chat: { tools } } });
    assert.deepEqual(world.headers.get(`${REMOTE.id} ${ADDRESS}`), { Authorization: SECRET });
    assert.ok(world.prompts.asked.slice(2).every(({ password }) => password === true));
  });

  it('are sent their headers with the request, and nothing else has these', async () => {
    const session = await world.open({ settings: using(SERVER) });
    world.headers.set(`${REMOTE.id} ${ADDRESS}`, { Authorization: SECRET });
    await ask(session);
    const { body } = world.client.last.input;
    const headers = { Authorization: SECRET };
    assert.deepEqual(body.tools, [
      { codeExecution: {} },
      { mcpServers: [{ name: 'tides', streamableHttpTransport: { url: ADDRESS, headers } }] },
    ]);
    for (const told of [session.conversation, session.state, world.logged]) {
      assert.ok(!JSON.stringify(told).includes(SECRET));
    }
  });

  it('of interactions keep what they are sent apart too', async () => {
    const session = await world.open({ mode: 'interaction' });
    const server = { type: 'mcp_server', name: 'tides', url: ADDRESS };
    const tools = [{ type: 'url_context' }, { ...server, headers: { Authorization: SECRET } }];
    session.setSettings({ requests: { interaction: { tools } } });
    await ask(session);
    const { body } = world.client.last.input as unknown as { readonly body: object };
    assert.deepEqual((body as { readonly tools: unknown }).tools, tools);
    assert.deepEqual(session.conversation.settings.requests, {
      interaction: { tools: [{ type: 'url_context' }, server] },
    });
    for (const told of [session.conversation, session.state, world.logged]) {
      assert.ok(!JSON.stringify(told).includes(SECRET));
    }
  });

  it('are sent nothing that was entered for another connection or another address', async () => {
    world.headers.set(`other ${ADDRESS}`, { Authorization: SECRET });
    world.headers.set(`${REMOTE.id} ${ADDRESS}/`, { Authorization: SECRET });
    const session = await world.open({ settings: using(SERVER) });
    await ask(session);
    assert.deepEqual(world.client.last.input.body.tools, [
      { codeExecution: {} },
      { mcpServers: [SERVER] },
    ]);
  });

  it('lose headers that are written into the request: these are kept as secrets', async () => {
    const session = await world.open();
    const written = { url: ADDRESS, headers: { 'X-Key': SECRET } };
    session.setSettings(using({ name: 'tides', streamableHttpTransport: written }));
    assert.deepEqual(session.conversation.settings, using(SERVER));
    assert.deepEqual(world.headers.get(`${REMOTE.id} ${ADDRESS}`), { 'X-Key': SECRET });
  });

  it('of a prompt file are sent their headers, which are never written to disk', async () => {
    const headers = { Authorization: SECRET };
    const chats = [
      { mcpServers: [{ name: 'a', streamableHttpTransport: { url: ADDRESS, headers } }] },
      { mcp_servers: { name: 'b', streamable_http_transport: { url: `${ADDRESS}/b`, headers } } },
    ];
    const interactions = [{ type: 'mcp_server', name: 'c', url: `${ADDRESS}/c`, headers }];
    for (const [mode, tools] of [
      ['chat', chats] as const,
      ['interaction', interactions] as const,
    ]) {
      const settings = { requests: { [mode]: { tools } } };
      const session = await world.open({ mode, settings });
      session.keep();
      await ask(session);
      const { body } = world.client.last.input as unknown as { readonly body: object };
      assert.deepEqual((body as { readonly tools: unknown }).tools, tools);
      await session.close();
      const files = [...world.files.files.values()];
      assert.ok(files.some((text) => text.includes(ADDRESS)));
      for (const text of files) assert.ok(!text.includes('canary'), text);
    }
  });

  it('have addresses without secrets, and names of their own', async () => {
    const session = await world.open({ settings: using(SERVER) });
    const panel = openPanel(world, session);
    const wrong = ['file:///mcp', 'https://a:b@c.example', 'https://c.example/?key=1'];
    for (const typed of wrong) {
      world.prompts.answer('Add Server…', typed, undefined);
      await panel.call('editServers', undefined);
    }
    assert.equal(world.prompts.problems.length, wrong.length);
    world.prompts.answer('Add Server…', 'https://c.example', 'tides', undefined);
    await panel.call('editServers', undefined);
    assert.equal(world.prompts.problems.length, wrong.length + 1);
  });
});
