import type { CodeTarget } from '../../../../src/service/curl';
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, inspect, promisify } from 'node:util';
import { redactorFor } from '../../../../src/api/redact';
import { buildRequest, type PlainRequest } from '../../../../src/api/request';
import type { JsonObject } from '../../../../src/api/schema/row';
import { items } from '../../../../src/base/json';
import { codeInput } from '../../../../src/conversation/code/codeInput';
import { CODE_LANGUAGES, generateCode } from '../../../../src/conversation/code/codeLanguages';
import { EMULATOR_ID } from '../../../../src/service/connection';
import { control, useEmulator } from '../../emulator/wire';
import { folderForAll } from '../../../fakes/folder';

const REMOTE: CodeTarget = { id: 'work1234', endpoint: 'https://one.example', auth: 'apiKey' };
const CANARY = 'canary-secret-of-the-window';
const MODEL = 'models/emulator-flash';
const EMBEDDING = 'models/emulator-embedding';
const LEGACY = 'models/emulator-text-embedding-001';
const ENDINGS = {
  curl: 'sh',
  'Python (urllib)': 'py',
  'JavaScript (fetch)': 'mjs',
} as const;
type Label = keyof typeof ENDINGS;

/** What could end a text, a line, a comment or the quotation marks of any of the languages. */
const HOSTILE = [
  'It\'s "$HOME" and `rm -rf` and $(date) and ${secret} and %s',
  '\'\'\'\nEOF\n"""\\',
  '*/ // # --> \\n \\u0041 \\\\ !x \r\n\u2028\u2029\u0085 é 😀 \u202eevil',
  'true, "false": null',
].join('\n');

function chat(text: string, more: JsonObject = {}): PlainRequest {
  return buildRequest('models.streamGenerateContent', 'v1beta', {
    model: MODEL,
    body: { contents: [{ role: 'user', parts: [{ text }] }], ...more },
  });
}

function interaction(text: string, content: JsonObject = { type: 'text', text }): PlainRequest {
  return buildRequest('interactions.create', 'v1beta', {
    body: {
      model: 'emulator-flash',
      input: [{ type: 'user_input', content: [content] }],
      stream: true,
    },
  } as never);
}

/** Operations that take many texts, the list of those, and an item of it. */
const BATCHES = [
  [
    'models.batchEmbedContents',
    'requests',
    (text: string): JsonObject => ({ model: EMBEDDING, content: { parts: [{ text }] } }),
  ],
  ['models.batchEmbedText', 'texts', (text: string) => text],
] as const;

function batchRequest(operation: (typeof BATCHES)[number][0], body: JsonObject): PlainRequest {
  const model = operation === 'models.batchEmbedText' ? LEGACY : EMBEDDING;
  return buildRequest(operation, 'v1beta', { model, body });
}

function generated(label: string, request: PlainRequest, target = REMOTE): string {
  const language = CODE_LANGUAGES.find((other) => other.label === label);
  assert.ok(language);
  return generateCode(language, codeInput(request, target, redactorFor([CANARY])));
}

const labels = Object.keys(ENDINGS) as readonly Label[];
const all = CODE_LANGUAGES.map(({ label }) => label);

describe('a request as code', () => {
  it('reads as a person would write it, in curl', () => {
    assert.equal(
      generated('curl', chat("It's me")),
      String.raw`# Runs with curl.
# Reads the API key from the environment variable GEMINI_API_KEY.
curl -N \
  -X POST \
  'https://one.example/v1beta/models/emulator-flash:streamGenerateContent?alt=sse' \
  -H "x-goog-api-key: $GEMINI_API_KEY" \
  -H 'content-type: application/json' \
  --data-binary '{
  "contents": [
    {
      "role": "user",
      "parts": [
        {
          "text": "It'\''s me"
        }
      ]
    }
  ]
}'
`,
    );
  });

  it('has placeholders for secrets, and names them, in every language', () => {
    const server = { type: 'mcp_server', name: 's', url: 'https://s.test/mcp?api_key=canary1' };
    const environment = {
      type: 'remote',
      env: { A_KEY: 'canary2' },
      network: { allowlist: [{ domain: 'a.test', transform: { 'X-Token': 'canary3' } }] },
    };
    const body = {
      agent: 'a',
      input: 'Hi',
      tools: [{ ...server, headers: { Authorization: 'canary4' } }],
      environment,
      webhook_config: { uris: ['https://hook.test/?token=canary5'] },
    };
    const request = buildRequest('interactions.create', 'v1beta', { body } as never);
    const transport = { url: 'https://s.test', headers: { 'X-Key': 'canary6' } };
    const chats = chat('Hi', { tools: [{ mcpServers: [{ streamableHttpTransport: transport }] }] });
    for (const label of all) {
      const text = generated(label, request);
      assert.ok(!text.includes('canary'), text);
      const names = [
        'YOUR_API_KEY',
        'YOUR_AUTHORIZATION',
        'YOUR_A_KEY',
        'YOUR_X_TOKEN',
        'YOUR_TOKEN',
      ];
      assert.ok(text.includes(` Replace ${names.join(', ')}.\n`), text);
      for (const name of names) assert.equal(text.split(name).length, 3, `${name}: ${text}`);
      const chatText = generated(label, chats);
      assert.ok(chatText.includes('YOUR_X_KEY') && !chatText.includes('canary'), chatText);
    }
  });

  it('has no secret, wherever one stands', () => {
    const request = chat(`My key is ${CANARY}`, { [CANARY]: [`Bearer ${CANARY}`] });
    for (const label of all) {
      const text = generated(label, { ...request, query: { key: CANARY, alt: 'sse' } });
      assert.doesNotMatch(text, /canary/, label);
      assert.match(text, /My key is \[redacted\]/, label);
    }
  });

  it('shows every mark that would make a line read otherwise than it is', () => {
    for (const label of all) {
      const text = generated(label, chat(HOSTILE));
      assert.doesNotMatch(text, /[\p{Cf}\u2028\u2029\u0085]/u, label);
    }
  });

  it('says nothing of an attachment in a comment that could end it', () => {
    const part = { inlineData: { mimeType: 'image/png\nrm *', data: 'A'.repeat(40_000) } };
    for (const label of all) {
      const text = generated(label, chat('', { contents: [{ parts: [part] }] }));
      assert.match(
        text,
        /Requires the attachment \(image\/pngrm\) as attachment-1\.png\.\n/,
        label,
      );
      assert.ok(text.length < 3000, label);
    }
  });
});

describe('code that was got', () => {
  const emulator = useEmulator();
  const folder = folderForAll();

  const commands = {
    curl: 'bash',
    'Python (urllib)': 'python3',
    'JavaScript (fetch)': process.execPath,
  } as const;
  // They come with the machine, and a test installs nothing: what is not there can't be run.
  const isThere = (name: string): boolean => spawnSync(name, ['--version']).status === 0;
  const run = labels.filter(
    (label) => isThere(commands[label]) && (label !== 'curl' || isThere('curl')),
  );

  async function executed(label: Label, file: string, own: NodeJS.ProcessEnv): Promise<string> {
    const { stdout } = await promisify(execFile)(commands[label], [file], {
      cwd: folder(),
      maxBuffer: 64 * 1024 * 1024,
      env: { PATH: process.env.PATH, ...own },
    });
    return stdout;
  }

  let count = 0;

  /** What a module prints that runs here, as a process of its own takes most of the time. Rejects with what it would tell. */
  async function imported(file: string, own: NodeJS.ProcessEnv): Promise<string> {
    const [place, { ...before }] = [process.cwd(), process.env];
    const [log, { write }] = [console.log, process.stdout];
    let stdout = '';
    const take = (text: string | Uint8Array): boolean => {
      stdout += text.toString();
      return true;
    };
    try {
      process.chdir(folder());
      Object.assign(process.env, own);
      console.log = (...parts: readonly unknown[]) => void take(`${format(...parts)}\n`);
      process.stdout.write = take as typeof write;
      await import(`${pathToFileURL(file).href}?${(count += 1)}`);
      return stdout;
    } catch (error) {
      throw Object.assign(new Error('It failed.'), { stdout, stderr: inspect(error) });
    } finally {
      process.chdir(place);
      for (const name of Object.keys(own)) Reflect.deleteProperty(process.env, name);
      Object.assign(process.env, before);
      console.log = log;
      process.stdout.write = write;
    }
  }

  /** What it printed, and what the service got. */
  async function outcome(label: Label, request: PlainRequest) {
    const { baseUrl: endpoint, apiKey } = emulator();
    const target: CodeTarget = { id: EMULATOR_ID, endpoint, auth: 'apiKey' };
    const file = join(folder(), `request.${ENDINGS[label]}`);
    await writeFile(file, generated(label, request, target));
    await control(emulator(), 'DELETE', 'log');
    const own = { GEMINI_API_KEY: apiKey, PYTHONIOENCODING: 'utf-8' };
    const isModule = commands[label] === process.execPath;
    const stdout = isModule ? await imported(file, own) : await executed(label, file, own);
    const { entries } = await control(emulator(), 'GET', 'log');
    const bodies = (entries as readonly { readonly body?: string }[]).map(
      ({ body = 'null' }) => JSON.parse(body) as JsonObject | null,
    );
    return { stdout, bodies, sent: bodies[0] };
  }

  it('is tried at least with what needs nothing but Node', () => {
    assert.ok(run.includes('JavaScript (fetch)'));
  });

  for (const label of run) {
    it(`sends exactly the request, and shows the answer, in ${label}`, async () => {
      const request = chat(HOSTILE, {
        generationConfig: { seed: 1, stopSequences: ['"', "'"] },
        systemInstruction: { parts: [{ text: '__proto__' }] },
      });
      const { stdout, sent } = await outcome(label, request);
      assert.deepEqual(sent, request.body);
      assert.match(stdout, label === 'curl' ? /^data: .*"text"/m : /\w{3,}/);
      if (label !== 'curl') assert.doesNotMatch(stdout, /data:|"candidates"/);
    });

    it(`reads the events of an interaction, and says what they are, in ${label}`, async () => {
      const request = interaction('[[think]] [[echo]]One two three');
      const text = generated(label, request);
      assert.match(text, /step\.delta adds to it,\n\S+ and step\.stop ends it/);
      assert.match(text, /last_event_id=EVENT_ID/);
      const { stdout, sent } = await outcome(label, request);
      assert.deepEqual(sent, request.body);
      if (label === 'curl') assert.match(stdout, /^event: step\.delta\ndata: \{.*"text"/m);
      else {
        assert.match(
          stdout,
          /\[thought\]\n[^]*thought_signature[^]*\[model_output\]\nOne two three\n/,
        );
        assert.match(stdout, /\ncompleted\n$/);
        assert.doesNotMatch(stdout, /data:|event_type/);
      }
    });

    // curl shows it as it comes.
    if (label !== 'curl') {
      it(`fails with an error among events in ${label}`, async () => {
        const failing = outcome(label, interaction('A story [[error:503]]'));
        await assert.rejects(failing, (error: unknown) => {
          const { stderr, stdout } = error as { readonly stderr: string; readonly stdout: string };
          assert.match(stderr, /service_unavailable/);
          assert.match(stdout, /\[model_output\]/);
          return true;
        });
      });
    }

    it(`reads a large attachment from a file in ${label}`, async () => {
      // Fits into what the emulator's log keeps of a body.
      const bytes = Buffer.alloc(40_000, 'pixels ');
      await writeFile(join(folder(), 'attachment-1.png'), bytes);
      const data = bytes.toString('base64');
      const parts = [{ text: '"attachment1"' }, { inlineData: { mimeType: 'image/png', data } }];
      const request = chat('', { contents: [{ role: 'user', parts }] });
      const { sent } = await outcome(label, request);
      assert.deepEqual(sent, request.body);
      const shown = interaction('', { type: 'image', mime_type: 'image/png', data });
      assert.ok(generated(label, shown).length < 5000);
      assert.deepEqual((await outcome(label, shown)).sent, shown.body);
    });

    for (const [operation, list, item] of BATCHES) {
      it(`sends as many texts as the service takes at once, to ${operation}, in ${label}`, async () => {
        const all = Array.from({ length: 201 }, (_, index) => item(`Text ${index}`));
        const { stdout, bodies } = await outcome(label, batchRequest(operation, { [list]: all }));
        assert.deepEqual(
          bodies.map((body) => items(body?.[list]).length),
          [100, 100, 1],
        );
        assert.deepEqual(
          bodies.flatMap((body) => items(body?.[list])),
          all,
        );
        // curl shows three answers.
        const answers = label === 'curl' ? stdout.split(/(?<=^\})\n?/m).filter(Boolean) : [stdout];
        const found = answers.flatMap((answer) =>
          items((JSON.parse(answer) as JsonObject).embeddings),
        );
        assert.equal(found.length, 201);
      });
    }

    if (commands[label] === process.execPath) {
      it(`runs as a program in ${label}`, async () => {
        const { baseUrl: endpoint, apiKey } = emulator();
        const file = join(folder(), `program.${ENDINGS[label]}`);
        await writeFile(
          file,
          generated(label, chat('[[echo]]Hi'), { id: EMULATOR_ID, endpoint, auth: 'apiKey' }),
        );
        assert.match(await executed(label, file, { GEMINI_API_KEY: apiKey }), /Hi/);
      });
    }

    it(`fails with what the service says in ${label}`, async () => {
      const request = buildRequest('models.embedContent', 'v1beta', {
        model: 'models/none-such',
        body: { content: { parts: [{ text: 'Hello' }] } },
      });
      const said = await outcome(label, request).then(
        ({ stdout }) => stdout,
        (error: unknown) => String((error as { readonly stderr?: unknown }).stderr),
      );
      assert.match(said, /NOT_FOUND/);
    });
  }
});
