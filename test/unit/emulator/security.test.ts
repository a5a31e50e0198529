import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { startEmulator } from '../../../src/emulator/server';
import { refusal, submit } from './identity/signIn';
import { ask, control, errorOf, rawExchange, useEmulator, type Answer } from './wire';

const models = '/v1beta/models';
const generate = '/v1beta/models/emulator-flash:generateContent';
const body = { contents: [{ parts: [{ text: 'Hello' }] }] };

function noCors(answer: Answer): void {
  const names = Object.keys(answer.headers).filter((name) => name.startsWith('access-control'));
  assert.deepEqual(names, []);
}

describe('emulator: who may talk to it', () => {
  const emulator = useEmulator({ allowHosts: ['Editor.example:3000'] });
  const portOf = (): string => new URL(emulator().baseUrl).port;

  it('refuses other host names before routing, whatever the verb and path', async () => {
    const port = portOf();
    const hosts = [`evil.example:${port}`, `127.0.0.1.nip.io:${port}`, 'localhost'];
    for (const host of hosts) {
      for (const method of ['GET', 'OPTIONS']) {
        for (const path of [models, '/$emulator/state']) {
          const answer = await ask(emulator(), path, { method, headers: { host } });
          assert.equal(answer.status, 403, `${method} ${path} ${host}`);
          noCors(answer);
        }
      }
    }
  });

  it('refuses a request without a host, and one with two', async () => {
    const head = `GET ${models} HTTP/1.1\r\nx-goog-api-key: ${emulator().apiKey}\r\nConnection: close\r\n`;
    const host = `Host: 127.0.0.1:${portOf()}\r\n`;
    assert.match(await rawExchange(emulator(), `${head}\r\n`), /^HTTP\/1\.1 403 /);
    assert.match(await rawExchange(emulator(), `${head}Host:\r\n\r\n`), /^HTTP\/1\.1 403 /);
    const two = await rawExchange(emulator(), `${head}${host}Host: evil.example\r\n\r\n`);
    assert.match(two, /^HTTP\/1\.1 (400|403) /);
    assert.match(await rawExchange(emulator(), `${head}${host}\r\n`), /^HTTP\/1\.1 200 /);
  });

  it('takes its own names and those it was told', async () => {
    const port = portOf();
    for (const host of [
      `127.0.0.1:${port}`,
      `localhost:${port}`,
      `[::1]:${port}`,
      'editor.example:3000',
    ]) {
      const answer = await ask(emulator(), models, { headers: { host } });
      assert.equal(answer.status, 200, host);
      noCors(answer);
    }
  });

  it('refuses other origins and sites', async () => {
    const strange: readonly { readonly [name: string]: string }[] = [
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { origin: 'http://127.0.0.1:1' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ];
    for (const headers of strange) {
      for (const method of ['GET', 'OPTIONS']) {
        const answer = await ask(emulator(), models, { method, headers });
        assert.equal(answer.status, 403, JSON.stringify(headers));
        noCors(answer);
      }
    }
    const own = { origin: emulator().baseUrl, 'sec-fetch-site': 'same-origin' };
    assert.equal((await ask(emulator(), models, { headers: own })).status, 200);
  });

  it('takes JSON only, and changes nothing for other types', async () => {
    const { models: before } = await control(emulator(), 'GET', 'state');
    const types = ['text/plain', 'application/x-www-form-urlencoded'];
    for (const type of types) {
      const headers = { 'content-type': type, 'x-emulator-control': emulator().controlToken };
      const generated = await ask(emulator(), generate, { raw: JSON.stringify(body), headers });
      assert.equal(generated.status, 415, type);
      const added = await ask(emulator(), '/$emulator/models', { raw: '{"count":1}', headers });
      assert.equal(added.status, 415, type);
    }
    assert.equal((await control(emulator(), 'GET', 'state')).models, before);
    const charset = { 'content-type': 'Application/JSON; charset=utf-8' };
    assert.equal((await ask(emulator(), generate, { body, headers: charset })).status, 200);
  });
});

describe('emulator: credentials', () => {
  const emulator = useEmulator({ apiKey: 'emulator-key' });

  it('takes the key in the header or the query, and the bearer token', async () => {
    const { apiKey, accessToken } = emulator();
    const anonymous = true;
    const good = [
      { path: `${models}?key=${apiKey}`, headers: {} },
      { path: models, headers: { 'x-goog-api-key': apiKey } },
      { path: models, headers: { authorization: `Bearer ${accessToken}` } },
    ];
    for (const { path, headers } of good) {
      assert.equal((await ask(emulator(), path, { anonymous, headers })).status, 200);
    }
  });

  it('answers without one, and to a wrong one, as the service does', async () => {
    const none = await ask(emulator(), models, { anonymous: true });
    assert.equal(none.status, 403);
    assert.match(errorOf(none).message, /^Method doesn't allow unregistered callers/);
    const bad = await ask(emulator(), models, { headers: { 'x-goog-api-key': 'wrong' } });
    const { details, ...said } = errorOf(bad);
    assert.deepEqual(said, {
      code: 400,
      message: 'API key not valid. Please pass a valid API key.',
      status: 'INVALID_ARGUMENT',
    });
    assert.equal(details?.[0]?.reason, 'API_KEY_INVALID');
    for (const authorization of ['Bearer wrong', 'Basic abc', 'Bearer']) {
      const answer = await ask(emulator(), models, { anonymous: true, headers: { authorization } });
      assert.equal(answer.status, 401, authorization);
      assert.equal(errorOf(answer).status, 'UNAUTHENTICATED');
      assert.match(String(answer.headers['www-authenticate']), /^Bearer /);
    }
  });

  it('refuses what looks real, and keeps no trace of any credential', async () => {
    const key = `AIzaSy0123456789abcdefghijklmnopqrstuvw`;
    const token = 'ya29.a0AfH6SMBxxxxxxxxxxxx';
    const sent = [
      { path: models, headers: { 'x-goog-api-key': key } },
      { path: `${models}?key=${key}`, headers: {} },
      { path: models, headers: { authorization: `Bearer ${token}` } },
      { path: `${models}?access_token=${token}`, headers: {} },
    ];
    for (const { path, headers } of sent) {
      const answer = await ask(emulator(), path, { anonymous: true, headers });
      assert.equal(answer.status, 400);
      assert.match(errorOf(answer).message, /emulator, which rejects credentials that look real/);
      assert.ok(!answer.text.includes(key) && !answer.text.includes(token));
    }
    const { apiKey, accessToken, controlToken } = emulator();
    await ask(emulator(), `${generate}?key=${apiKey}`, {
      body: { contents: [{ parts: [{ text: `my key is ${key} and ${apiKey}` }] }] },
    });
    await ask(emulator(), `/v1beta/${key}/${encodeURIComponent(token)}`);
    await ask(emulator(), models, {
      headers: { cookie: 'a=b', authorization: `Bearer ${accessToken}` },
    });
    const log = JSON.stringify(await control(emulator(), 'GET', 'log'));
    assert.match(log, /generateContent/);
    for (const secret of [key, token, apiKey, accessToken, controlToken, 'a=b']) {
      assert.ok(!log.includes(secret), secret.slice(0, 12));
    }
  });

  it('keeps of MCP servers neither the names nor the values of headers', async () => {
    const url = 'https://tools.example/mcp';
    const transport = { url, headers: { 'x-harbour-pass': 'canary0123456789', accept: 'b' } };
    const tools = [{ mcpServers: [{ name: 'harbour', streamableHttpTransport: transport }] }];
    const contents = [{ parts: [{ text: 'headers: as they are' }] }];
    const answer = await ask(emulator(), generate, { body: { contents, tools } });
    assert.equal(answer.status, 200, answer.text);
    const { entries } = await control(emulator(), 'GET', 'log');
    const body = String((entries as { body?: string }[]).at(-1)?.body);
    assert.doesNotMatch(body, /x-harbour-pass|canary/);
    assert.deepEqual(JSON.parse(body), {
      contents,
      tools: [
        {
          mcpServers: [{ name: 'harbour', streamableHttpTransport: { url, headers: 'REDACTED' } }],
        },
      ],
    });
  });

  it('refuses real secrets of signing in, and keeps no trace of them', async () => {
    const real = {
      code: `4/0${'A'.repeat(60)}`,
      refresh_token: `1//0${'g'.repeat(60)}`,
      client_secret: `GOCSPX-${'s'.repeat(28)}`,
    };
    for (const [name, value] of Object.entries(real)) {
      for (const grant_type of ['authorization_code', 'refresh_token']) {
        const answer = await submit(emulator(), '/token', { grant_type, [name]: value });
        assert.equal(refusal(answer), '400 invalid_request');
        assert.match(answer.text, /rejects credentials that look real/);
        assert.ok(!answer.text.includes(value));
      }
      await ask(emulator(), generate, {
        body: { contents: [{ parts: [{ text: `my secret is ${value}` }] }] },
      });
      await ask(emulator(), `/v1beta/models?pageToken=${encodeURIComponent(value)}`);
      await ask(emulator(), `/v1beta/${value}`);
    }
    const log = decodeURIComponent(JSON.stringify(await control(emulator(), 'GET', 'log')));
    assert.match(log, /my secret is REDACTED/);
    for (const secret of Object.values(real)) assert.ok(!log.includes(secret), secret.slice(0, 8));
  });

  it('takes any key that looks like none where it was given none of its own', async () => {
    const open = await startEmulator();
    try {
      for (const key of ['test', open.apiKey]) {
        const taken = await ask(open, models, {
          anonymous: true,
          headers: { 'x-goog-api-key': key },
        });
        assert.equal(taken.status, 200, key);
      }
      const real = `AIza${'x'.repeat(35)}`;
      const refused = await ask(open, models, {
        anonymous: true,
        headers: { 'x-goog-api-key': real },
      });
      assert.equal(refused.status, 400);
      assert.match(errorOf(refused).message, /rejects credentials that look real/);
      const beside = { anonymous: true, headers: { 'x-goog-api-key': 'test' } };
      assert.equal((await ask(open, `${models}?key=${real}`, beside)).status, 400);
      await control(open, 'POST', 'key', { strict: true });
      const other = await ask(open, models, {
        anonymous: true,
        headers: { 'x-goog-api-key': 'test' },
      });
      assert.match(errorOf(other).message, /^API key not valid/);
    } finally {
      await open.close();
    }
  });

  it('refuses one that looks real while an upload has still to come', async () => {
    const open = await startEmulator();
    const { port } = new URL(open.baseUrl);
    const socket = connect(Number(port), '127.0.0.1');
    try {
      socket.write(
        `POST /upload/v1beta/files?uploadType=media HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n` +
          `x-goog-api-key: AIza${'x'.repeat(35)}\r\nContent-Type: text/plain\r\nContent-Length: 1000000\r\n\r\nbegun`,
      );
      const [answer] = (await once(socket, 'data')) as [Buffer];
      assert.match(answer.toString(), /^HTTP\/1\.1 400 /);
    } finally {
      socket.destroy();
      await open.close();
    }
  });
});
