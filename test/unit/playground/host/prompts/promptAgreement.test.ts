import assert from 'node:assert/strict';
import { CancelledError } from '../../../../../src/base/errors';
import {
  type AgreedPrompt,
  confirmPrompt,
} from '../../../../../src/playground/host/prompts/promptAgreement';
import type { PromptFile } from '../../../../../src/conversation/model/promptFile';
import { FakeMemento } from '../../../../fakes/memento';
import { type Asked, FakePrompts } from '../../../../fakes/prompts';
import { FakeUploads } from '../../../../fakes/uploads';
import { FakePromptFiles } from './fakePromptFiles';

const URI = 'file:///folder/kite.prompt.json';

function promptWith(paths: readonly string[], over: Partial<PromptFile> = {}): PromptFile {
  const attachments = paths.map((path) => ({ path }));
  const messages = [{ role: 'user', text: 'Hi', attachments } as const];
  return { format: 1, model: 'models/x', settings: {}, messages, ...over };
}

describe('what a prompt file may send and use', () => {
  let files: FakePromptFiles;
  let prompts: FakePrompts;
  let memory: FakeMemento;
  let uploads: FakeUploads;

  beforeEach(() => {
    files = new FakePromptFiles();
    prompts = new FakePrompts();
    memory = new FakeMemento();
    uploads = new FakeUploads();
    for (const path of ['kite.png', '.env', '.git/config', 'keys.txt', 'sub/notes.md']) {
      files.contents.set(`/folder/${path}`, 'x'.repeat(1500));
    }
  });

  async function ask(
    prompt: PromptFile,
    ...answers: (string | undefined)[]
  ): Promise<AgreedPrompt> {
    prompts.answer(...answers);
    return await confirmPrompt(prompt, URI, { files, prompts, memory }, uploads);
  }

  const rows = ({ items = [] }: Pick<Asked, 'items'>): readonly unknown[] =>
    items.map((item) => [
      item.label,
      item.description,
      'checked' in item ? item.checked : undefined,
    ]);

  const attached = ({ prompt }: AgreedPrompt): readonly string[] =>
    prompt.messages.flatMap(({ attachments = [] }) => attachments.map(({ path }) => path));

  it('is not asked where it is nothing but its messages and functions', async () => {
    const tools = [
      { functionDeclarations: [{ name: 'f', parameters: { odd: 1 } }] },
      { computerUse: {} },
    ];
    const prompt = promptWith([], { settings: { requests: { chat: { tools } } } });
    assert.deepEqual((await ask(prompt)).prompt.settings, prompt.settings);
    assert.deepEqual(prompts.asked, []);
  });

  it('is asked once, with sizes, and with what may hold secrets off', async () => {
    uploads.gitIgnored = ['/folder/keys.txt'];
    const prompt = promptWith(['./kite.png', './.env', './.git/config', 'sub/../keys.txt']);
    const agreed = await ask(prompt, 'OK');
    assert.deepEqual(rows(prompts.asked[0] ?? {}), [
      ['./kite.png', '1.5 KB', true],
      ['./.env', '1.5 KB · hidden file, might contain secrets', false],
      ['./.git/config', '1.5 KB · Git internal file', false],
      ['sub/../keys.txt', '1.5 KB · ignored by Git, might contain secrets', false],
    ]);
    assert.deepEqual(attached(agreed), ['./kite.png']);
    assert.deepEqual(
      agreed.files.map(({ path }) => path),
      ['./kite.png'],
    );
    // The answer holds, for what was left out too.
    assert.deepEqual(attached(await ask(prompt)), ['./kite.png']);
    assert.equal(prompts.asked.length, 1);
  });

  it('may be all that was asked about, or nothing', async () => {
    const prompt = promptWith(['./kite.png', './.env']);
    assert.deepEqual(attached(await ask(prompt, './kite.png\n./.env')), ['./kite.png', './.env']);
    const other = promptWith(['./.env']);
    assert.deepEqual((await ask(other, 'OK')).prompt.messages, [{ role: 'user', text: 'Hi' }]);
  });

  it('is asked again where another file is attached, or a name leads to another one', async () => {
    await ask(promptWith(['./kite.png']), 'OK');
    await ask(promptWith(['./kite.png', 'sub/notes.md']), 'OK');
    files.leadsTo.set('/folder/kite.png', '/folder/.env');
    const agreed = await ask(promptWith(['./kite.png', 'sub/notes.md']), 'OK');
    assert.deepEqual(attached(agreed), ['sub/notes.md']);
    const [first] = prompts.asked.at(-1)?.items ?? [];
    assert.equal(first?.detail, 'Link to .env');
    assert.equal(prompts.asked.length, 3);
  });

  it('is asked again where its tools are others', async () => {
    const chat = (tools: PromptFile['settings']['requests']): PromptFile =>
      promptWith([], { settings: { requests: { ...tools } } });
    await ask(chat({ chat: { tools: [{ googleSearch: {} }] } }), 'OK');
    await ask(chat({ chat: { tools: [{ googleSearch: {} }, { urlContext: {} }] } }), 'OK');
    assert.deepEqual(
      prompts.asked.map(({ choices }) => choices),
      [['Google Search'], ['Google Search', 'URL context']],
    );
  });

  it('names tools in every spelling and form that the service takes, and leaves them out', async () => {
    const chat = { tools: { url_context: {}, newTool: {}, function_declarations: [] } };
    const prompt = promptWith([], { settings: { requests: { chat } } });
    const { prompt: agreed } = await ask(prompt, 'URL context');
    assert.deepEqual(prompts.asked[0]?.choices, ['URL context', 'newTool']);
    assert.deepEqual(agreed.settings.requests, {
      chat: { tools: { url_context: {}, function_declarations: [] } },
    });
    memory = new FakeMemento();
    const none = await ask(
      promptWith([], { settings: { requests: { chat: { tools: [{ urlContext: {} }] } } } }),
      '',
    );
    assert.deepEqual(none.prompt.settings.requests, { chat: {} });
  });

  const MCP = {
    url: 'https://mcp.test/x?api_key=canary',
    headers: { Authorization: 'canary' },
  };

  /** A request that has everything that reaches out. */
  const AGENT = {
    agent: 'deep-research',
    agent_config: { type: 'deep-research', enable_bigquery_tool: true },
    tools: [
      { type: 'google_search' },
      { type: 'code_execution' },
      { type: 'mcp_server', name: 'docs', credential: 'mine', ...MCP },
      { type: 'function', name: 'f', parameters: { type: 'object' } },
      { type: 'time_travel', url: 'https://past.test' },
    ],
    environment: {
      type: 'remote',
      sources: [{ type: 'repository', source: 'https://github.test/a', target: '/a' }],
      network: {
        allowlist: [
          { domain: '*.one.test', credential: 'yours', transform: { 'X-Key': 'canary' } },
          { domain: 'two.test' },
        ],
      },
      env: { PLAIN: 'canary', STORED: { credential: 'theirs' } },
    },
    webhook_config: { uris: ['https://hook.test/?k=canary'] },
    new_field: { url: 'https://new.test' },
    system_instruction: 'Be brief',
  };
  const AGENT_ROWS = [
    ['deep-research', 'agent: works autonomously with its own tools', undefined],
    ['BigQuery', 'tool: queries your data', undefined],
    ['Google Search', 'tool: searches the web', undefined],
    ['Code execution', 'tool: runs code that the model writes, on the server', undefined],
    [
      'docs',
      'tool: MCP server at https://mcp.test/x?api_key=…',
      'Uses credentials: mine · Sends secrets: Authorization',
    ],
    ['time_travel', 'unknown: might access the network', undefined],
    ['environment', 'environment: runs code and can reach the hosts below', undefined],
    ['https://github.test/a', 'source: copied into the environment', undefined],
    ['*.one.test', 'host that code can reach', 'Uses credentials: yours · Sends secrets: X-Key'],
    ['two.test', 'host that code can reach', undefined],
    ['PLAIN', 'environment variable', 'Sends secrets: PLAIN'],
    ['STORED', 'environment variable', 'Uses credentials: theirs'],
    ['https://hook.test/?k=…', 'webhook: is notified of the request’s result', undefined],
    ['new_field', 'unknown: might access the network', undefined],
  ];

  it('names agents, environments, webhooks, servers and what no table knows, each once', async () => {
    const settings = { requests: { interaction: AGENT } };
    const prompt = promptWith([], { mode: 'interaction', settings });
    assert.deepEqual((await ask(prompt, 'OK')).prompt.settings, settings);
    const items = prompts.asked[0]?.items ?? [];
    assert.deepEqual(
      items.map(({ label, description, detail }) => [label, description, detail]),
      AGENT_ROWS,
    );
    assert.doesNotMatch(JSON.stringify([prompts.asked, memory]), /canary/);
    // Another value is another question.
    const env = { ...AGENT.environment.env, PLAIN: 'other' };
    const other = { ...AGENT, environment: { ...AGENT.environment, env } };
    await ask(promptWith([], { settings: { requests: { interaction: other } } }), 'OK');
    assert.equal(prompts.asked.length, 2);
  });

  it('leaves out each of them that is not checked, and never widens a network by that', async () => {
    const settings = { requests: { interaction: AGENT } };
    const prompt = promptWith([], { settings });
    const kept = ['environment', 'Google Search', 'STORED', 'deep-research'];
    const { prompt: agreed } = await ask(prompt, kept.join('\n'));
    assert.deepEqual(agreed.settings.requests, {
      interaction: {
        agent: 'deep-research',
        agent_config: { type: 'deep-research' },
        tools: [AGENT.tools[0], AGENT.tools[3]],
        environment: {
          type: 'remote',
          network: { allowlist: 'disabled' },
          env: { STORED: { credential: 'theirs' } },
        },
        system_instruction: 'Be brief',
      },
    });
    const none = await ask(promptWith([], { settings, model: 'models/y', oneText: true }));
    assert.deepEqual(none.prompt.settings, agreed.settings);
  });

  it('says that an environment without a list of hosts may reach any', async () => {
    for (const environment of ['env-1', { type: 'remote' }, { type: 'remote', network: {} }]) {
      const settings = { requests: { interaction: { agent: 'a', environment } } };
      await ask(promptWith([], { settings }), 'OK');
      const row = prompts.asked.at(-1)?.items?.[1];
      assert.equal(row?.description, 'environment: runs code and can reach any host');
    }
  });

  it('names each server of chats with its address', async () => {
    const server = (name: string, url: string) => ({
      name,
      streamableHttpTransport: { ...MCP, url },
    });
    const mcpServers = [server('docs', MCP.url), server('tickets', 'https://two.test')];
    const settings = { requests: { chat: { tools: [{ mcpServers, googleSearch: {} }] } } };
    const { prompt: agreed } = await ask(promptWith([], { settings }), 'tickets');
    assert.deepEqual(
      prompts.asked[0]?.items?.map(({ label, description, detail }) => [
        label,
        description,
        detail,
      ]),
      [
        [
          'docs',
          'tool: MCP server at https://mcp.test/x?api_key=…',
          'Sends secrets: Authorization',
        ],
        ['tickets', 'tool: MCP server at https://two.test', 'Sends secrets: Authorization'],
        ['Google Search', 'tool: searches the web', undefined],
      ],
    );
    assert.deepEqual(agreed.settings.requests, {
      chat: { tools: [{ mcpServers: [mcpServers[1]] }] },
    });
  });

  it('holds for addresses that the service reads', async () => {
    const parts = [{ fileData: { fileUri: 'https://a.test/x' } }, { text: 'See' }];
    const prompt = promptWith([], { messages: [{ role: 'user', parts }] });
    const { prompt: agreed } = await ask(prompt, '');
    assert.deepEqual(prompts.asked[0]?.choices, ['https://a.test/x']);
    assert.deepEqual(agreed.messages, [{ role: 'user', parts: [{ text: 'See' }] }]);
  });

  it('is off where git could not be asked', async () => {
    uploads.gitIgnored = undefined;
    assert.deepEqual(attached(await ask(promptWith(['./kite.png']), 'OK')), []);
    assert.match(
      prompts.asked[0]?.items?.[0]?.description ?? '',
      /Couldn’t check whether Git ignores this file/,
    );
  });

  it('is left open when dismissed', async () => {
    await assert.rejects(ask(promptWith(['./kite.png']), undefined), CancelledError);
    await ask(promptWith(['./kite.png']), 'OK');
    assert.equal(prompts.asked.length, 2);
  });
});
