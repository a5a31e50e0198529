import assert from 'node:assert/strict';
import { discoveryRequest, type PlainRequest, rawRequest } from '../../../src/api/request';
import { redact } from '../../../src/api/redact';
import type { JsonObject } from '../../../src/api/schema/row';
import { copyAsCurl } from '../../../src/console/copyAsCurl';
import { EMULATOR_ID } from '../../../src/service/connection';
import { type CodeTarget, curlCommand } from '../../../src/service/curl';
import { ask, useEmulator } from '../emulator/wire';
import { clientOf, openConsole, WORK } from './sending';

const get = rawRequest({
  operation: 'models.get',
  version: 'v1',
  path: { name: "models/it's $HOME `x` 100%" },
  query: { 'a b': "c'd&e" },
});
const generate = (text: string): PlainRequest =>
  rawRequest({
    operation: 'models.generateContent',
    version: 'v1beta',
    path: { model: 'models/x' },
    query: {},
    body: { contents: [{ parts: [{ text }] }] },
  });
const NASTY = 'It\'s "$HOME" `rm` \\n \\\\ !x %s 100% \n\u2028 é 😀';

const PLAIN = NASTY.replace('\u2028', '');
/** Interrupts, ends a pasted text, deletes the line, completes a name, turns the line around. */
const KEYS = '\u0003 \u001b[201~ \u0015 \t \r \u007f \u009b31m \u202e';
const TYPED = /[\p{Cf}\u2028\u2029\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u;

const signedIn: CodeTarget = { ...WORK, auth: 'oauth', project: 'my-project' };

function words(request: PlainRequest, target: CodeTarget = WORK): readonly string[] {
  return shellWords(curlCommand(request, target, redact).text);
}

/** What follows each of an option. */
function optionsOf(all: readonly string[], name: string): readonly string[] {
  return all.filter((_word, index) => all[index - 1] === name);
}

describe('a request as a curl command', () => {
  it('has placeholders for the secrets of every body, which are named', () => {
    const create = (body: JsonObject): PlainRequest =>
      rawRequest({ operation: 'credentials.create', version: 'v1beta', path: {}, query: {}, body });
    const bodies = [
      { type: 'bearer_token', id: 'a', token: 'canary' },
      { type: 'oauth2', id: 'a', client_secret: 'canary', refresh_token: 'canary' },
      { type: 'environment_variable', id: 'a', value: 'canary' },
    ];
    const placeholders = bodies.map((body) => {
      const request = create(body);
      const curl = curlCommand(request, WORK, redact);
      assert.ok(!curl.text.includes('canary'), curl.text);
      for (const name of curl.placeholders) assert.ok(curl.text.includes(`"${name}"`), curl.text);
      // What is sent is what was written.
      assert.equal(request.body, body);
      return curl.placeholders;
    });
    assert.deepEqual(placeholders, [
      ['YOUR_TOKEN'],
      ['YOUR_CLIENT_SECRET', 'YOUR_REFRESH_TOKEN'],
      ['YOUR_VALUE'],
    ]);
  });

  it('has its address as one word, whatever is in it', () => {
    assert.deepEqual(words(get), [
      'curl',
      "https://one.example/v1/models/it's%20%24HOME%20%60x%60%20100%25?a+b=c%27d%26e",
      '-H',
      'x-goog-api-key: $GEMINI_API_KEY',
    ]);
  });

  it('has its method and body as they are sent', () => {
    const all = words(generate(NASTY));
    assert.deepEqual(optionsOf(all, '-X'), ['POST']);
    assert.deepEqual(optionsOf(all, '-H'), [
      'x-goog-api-key: $GEMINI_API_KEY',
      'content-type: application/json',
    ]);
    const [body = ''] = optionsOf(all, '--data-binary');
    assert.deepEqual(JSON.parse(body), generate(NASTY).body);
  });

  it('has a large body come from the shell, which has no limit there', () => {
    const request = generate('é'.repeat(70_000));
    const all = words(request);
    assert.deepEqual(all.slice(0, 2), ['printf', '%s']);
    assert.deepEqual(JSON.parse(all[2] ?? ''), request.body);
    assert.deepEqual(all.slice(3, 5), ['|', 'curl']);
    assert.deepEqual(optionsOf(all, '--data-binary'), ['@-']);
  });

  it('names a variable for the credential, after the connection and the operation', () => {
    const corpora = rawRequest({
      operation: 'corpora.list',
      version: 'v1beta',
      path: {},
      query: {},
    });
    const tuned = rawRequest({
      operation: 'tunedModels.list',
      version: 'v1beta',
      path: {},
      query: {},
    });
    const key = ['x-goog-api-key: $GEMINI_API_KEY'];
    const token = ['Authorization: Bearer $ACCESS_TOKEN'];
    const emulator = { ...WORK, id: EMULATOR_ID };
    const cases: readonly (readonly [PlainRequest, CodeTarget, readonly string[]])[] = [
      [get, WORK, key],
      [corpora, WORK, token],
      [get, signedIn, [...token, 'x-goog-user-project: my-project']],
      [corpora, { ...WORK, auth: 'none' }, []],
      [tuned, emulator, token],
    ];
    for (const [request, target, expected] of cases) {
      assert.deepEqual(optionsOf(words(request, target), '-H'), expected, request.operation);
    }
    assert.equal(curlCommand(get, WORK, redact).variable, 'GEMINI_API_KEY');
    assert.equal(curlCommand(discoveryRequest('v1'), WORK, redact).variable, undefined);
  });

  it('has no secret, wherever one stands', () => {
    const secret = 'canary-secret-of-the-window';
    const request = {
      ...generate(`My key is ${secret}`),
      query: { key: 'canary-in-the-query', access_token: 'canary-in-the-query-too' },
    };
    const { text } = curlCommand(request, WORK, (dirty) => redact(dirty, [secret]));
    assert.doesNotMatch(text, /canary/);
    assert.match(text, /My key is \[redacted\]/);
  });

  it('stays JSON where a header stands in a text', () => {
    const request = { ...generate('authorization: canary'), query: {} };
    const { body } = request;
    const all = words({ ...request, body: { ...body, cookie: 'canary' } });
    assert.deepEqual(JSON.parse(optionsOf(all, '--data-binary')[0] ?? ''), {
      contents: [{ parts: [{ text: 'authorization: [redacted]' }] }],
      cookie: '[redacted]',
    });
  });
});

describe('an upload as a curl command', () => {
  const emulator = useEmulator();
  const upload = (contentType: string, data: Uint8Array): PlainRequest =>
    rawRequest({
      operation: 'media.upload',
      version: 'v1beta',
      path: {},
      query: {},
      body: { file: { displayName: NASTY } },
      media: { contentType, data },
    });

  async function uploaded(all: readonly string[], body: string | Buffer) {
    const headers = optionsOf(all, '-H').map((line) => line.split(': ') as [string, string]);
    const { 'x-goog-api-key': key, ...sent } = Object.fromEntries(headers);
    assert.equal(key, '$GEMINI_API_KEY');
    const path = new URL(all.find((word) => word.startsWith('https:')) ?? '').pathname;
    const answer = await ask(emulator(), path, { method: 'POST', raw: body, headers: sent });
    assert.equal(answer.status, 200, answer.text);
    return (JSON.parse(answer.text) as { readonly file: { readonly [name: string]: string } }).file;
  }

  it('writes the parts of a text, as the service reads them', async () => {
    const content = `--part\n${PLAIN}\n\n`;
    const all = words(upload('text/plain', Buffer.from(content)));
    const [command, format = '', ...values] = all.slice(0, all.indexOf('|'));
    assert.equal(command, 'printf');
    assert.deepEqual(optionsOf(all, '--data-binary'), ['@-']);
    const file = await uploaded(all, printf(format, ...values));
    assert.equal(file.sizeBytes, String(Buffer.byteLength(content)));
    assert.equal(file.displayName, NASTY);
    assert.equal(file.mimeType, 'text/plain');
  });

  it('writes no character that a terminal takes for a key, and sends it all the same', () => {
    const request = { ...generate(KEYS), path: `/v1beta/models/${encodeURIComponent(KEYS)}` };
    const { text } = curlCommand(request, { ...signedIn, project: `p${KEYS}` }, redact);
    assert.doesNotMatch(text, TYPED);
    const [body = ''] = optionsOf(shellWords(text), '--data-binary');
    assert.deepEqual(JSON.parse(body), generate(KEYS).body);
    const typed = curlCommand(request, WORK, redact, { json: '{\r\n\t"a": "\u202e"\r\n}' });
    assert.match(typed.text, /'\{\n {2}"a": "\\u202e"\n\}'/);
  });

  it('writes other bytes by base64', async () => {
    const data = Uint8Array.of(0, 1, 254, 255, 13, 10);
    const { text } = curlCommand(upload('image/png', data), WORK, redact);
    const parts =
      /^\{ (printf [^]*); (printf %s \S*) \| (base64 -d); (printf .*); \} \|\n(curl[^]*)$/.exec(
        text,
      );
    assert.ok(parts, text);
    const [, first = '', second = '', , third = '', curl = ''] = parts;
    const written = (command: string): string => {
      const [, format = '', ...values] = shellWords(command);
      return printf(format, ...values);
    };
    const bytes = Buffer.concat([
      Buffer.from(written(first)),
      Buffer.from(written(second), 'base64'),
      Buffer.from(written(third)),
    ]);
    const file = await uploaded(shellWords(curl), bytes);
    assert.equal(file.sizeBytes, '6');
    assert.equal(file.mimeType, 'image/png');
  });
});

describe('copying as curl', () => {
  const emulator = useEmulator();
  const nothing = { exchange: () => assert.fail() };

  it('takes an exchange of the traffic, as it was sent', async () => {
    const { parts, traffic, system } = openConsole(nothing);
    const client = await clientOf(emulator(), traffic);
    await client.call('models.list', { pageSize: 2 });
    await client.close();
    await copyAsCurl(parts, { exchange: traffic.entries[0]?.id ?? 0 });
    assert.ok(
      shellWords(system.copied[0] ?? '').includes('https://one.example/v1beta/models?pageSize=2'),
    );
    assert.ok(!(system.copied[0] ?? '').includes(emulator().accessToken));
  });
});

/**
 * The words of a command as a POSIX shell reads them (IEEE 1003.1, section 2.2), for what our commands have:
 * quotes, escapes, continued lines and `|`. Variables stay as they are written.
 */
function shellWords(command: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  for (let at = 0; at < command.length;) {
    const character = command[at] ?? '';
    if (character === "'") {
      const end = command.indexOf("'", at + 1);
      if (end === -1) throw new Error('A quote is open.');
      word = (word ?? '') + command.slice(at + 1, end);
      at = end + 1;
    } else if (character === '"') {
      const end = command.indexOf('"', at + 1);
      const inner = command.slice(at + 1, end);
      if (end === -1 || /[`\\]/.test(inner)) throw new Error('Not known here.');
      word = (word ?? '') + inner;
      at = end + 1;
    } else if (character === '\\') {
      // Before the end of a line it is nothing.
      if (command[at + 1] !== '\n') word = (word ?? '') + (command[at + 1] ?? '');
      at += 2;
    } else if (/\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
      at += 1;
    } else {
      if (/[$`;&<>()*?[\]~#!]/.test(character)) throw new Error(`The shell reads ${character}.`);
      word = (word ?? '') + character;
      at += 1;
    }
  }
  return word === undefined ? words : [...words, word];
}

/** What `printf` writes, for the formats that our commands have. */
function printf(format: string, ...values: readonly string[]): string {
  let next = 0;
  return format
    .replaceAll('\\r', '\r')
    .replaceAll('\\n', '\n')
    .replaceAll('%s', () => values[next++] ?? '');
}
