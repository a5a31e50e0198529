import assert from 'node:assert/strict';
import { request } from 'node:http';
import type { JsonObject } from '../../../src/api/schema/row';
import { startEmulator } from '../../../src/emulator/server';
import { ask, json, useEmulator } from './wire';

// What clients send that can't be installed here, as they were seen to send it.

const model = '/v1beta/models/gemini-3.8-flash';
const rivers = [{ parts: [{ text: 'Name three rivers.' }], role: 'user' }];

describe('emulator: what clients in other languages send', () => {
  const emulator = useEmulator();

  it('is taken from Python, which writes parts of a message in snake case', async () => {
    const tool = {
      description: 'Weather.',
      name: 'get_weather',
      parameters_json_schema: { type: 'object', properties: { city: { type: 'string' } } },
      response_json_schema: { type: 'string' },
    };
    const thinkingConfig = { include_thoughts: true, thinking_level: 'LOW' };
    const called = await json(emulator(), `${model}:generateContent`, {
      contents: [{ parts: [{ text: 'get_weather in Oslo' }], role: 'user' }],
      safetySettings: [{ category: 'HARM_CATEGORY_HARASSMENT', threshold: 'BLOCK_NONE' }],
      tools: [{ functionDeclarations: [tool] }],
      generationConfig: { thinkingConfig },
    });
    assert.match(JSON.stringify(called), /"functionCall"/);
    const tags = { items: { type: 'STRING' }, title: 'Tags', type: 'ARRAY' };
    await json(emulator(), `${model}:generateContent`, {
      contents: rivers,
      generationConfig: {
        responseMimeType: 'application/json',
        responseSchema: {
          ...{ properties: { tags }, property_ordering: ['tags'] },
          ...{ required: ['tags'], title: 'R', type: 'OBJECT' },
        },
      },
    });
    await json(emulator(), `${model}:batchGenerateContent`, {
      batch: {
        inputConfig: { requests: { requests: [{ request: { contents: rivers } }] } },
        displayName: 'b',
      },
    });
  });

  it('is uploaded from Python, and named in snake case', async () => {
    const started = await ask(emulator(), '/upload/v1beta/files', {
      body: { file: { mime_type: 'text/plain', size_bytes: 5 } },
      headers: {
        'X-Goog-Upload-Protocol': 'resumable',
        'X-Goog-Upload-Command': 'start',
        'X-Goog-Upload-Header-Content-Length': '5',
        'X-Goog-Upload-Header-Content-Type': 'text/plain',
      },
    });
    const { pathname, search } = new URL(String(started.headers['x-goog-upload-url']));
    const done = await ask(emulator(), `${pathname}${search}`, {
      raw: 'Geese',
      headers: { 'X-Goog-Upload-Command': 'upload, finalize', 'X-Goog-Upload-Offset': '0' },
    });
    const { file } = JSON.parse(done.text) as { file: JsonObject };
    const fileData = { file_uri: file.uri, mime_type: 'text/plain' };
    const contents = [{ parts: [{ fileData }, { text: 'What?' }], role: 'user' }];
    await json(emulator(), `${model}:generateContent`, { contents });
  });

  it('is taken from Go, with numbers for names, and streams come as an array', async () => {
    const alt = '%24alt=json%3Benum-encoding%3Dint';
    const { status, text, headers } = await ask(
      emulator(),
      `${model}:streamGenerateContent?${alt}`,
      {
        body: {
          model: 'models/gemini-3.8-flash',
          contents: [{ parts: [{ text: 'Name three rivers.' }], role: 'user' }],
          safetySettings: [{ category: 7, threshold: 4 }],
          tools: [
            { functionDeclarations: [{ name: 'f', description: 'F.', parameters: { type: 6 } }] },
          ],
        },
      },
    );
    assert.equal(status, 200, text);
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.ok(Array.isArray(JSON.parse(text)));
  });

  it('answers uploads of Java with names of headers as they are written', async () => {
    const { baseUrl, apiKey } = emulator();
    const raw = await new Promise<readonly string[]>((resolve, reject) => {
      const headers = {
        'x-goog-api-key': apiKey,
        'X-Goog-Upload-Protocol': 'resumable',
        'X-Goog-Upload-Command': 'start',
        'X-Goog-Upload-Header-Content-Length': '5',
      };
      const options = { method: 'POST', headers, agent: false };
      request(`${baseUrl}/upload/v1beta/files`, options, (response) => {
        response.resume();
        resolve(response.rawHeaders);
      })
        .once('error', reject)
        .end();
    });
    const names = raw.filter((_, index) => index % 2 === 0);
    for (const name of ['X-Goog-Upload-Status', 'X-Goog-Upload-Url']) {
      assert.ok(names.includes(name), names.join());
    }
  });

  it('is taken from the AI SDK, whose results of functions stand among what the user says', async () => {
    const call = { type: 'function_call', id: 'c1', name: 'forecast', arguments: { city: 'Oslo' } };
    const result = { type: 'function_result', call_id: 'c1', name: 'forecast', result: 'Rain' };
    const told = await json(emulator(), '/v1beta/interactions', {
      model: 'emulator-flash',
      store: false,
      input: [
        { type: 'user_input', content: [{ type: 'text', text: 'The weather in Oslo?' }] },
        call,
        { type: 'user_input', content: [result, { type: 'text', text: 'And now?' }] },
      ],
      tools: [{ type: 'function', name: 'forecast' }],
    });
    assert.equal(told.status, 'completed');
    const lone = { type: 'user_input', content: [{ type: 'retrieval_result' }] };
    const refused = await ask(emulator(), '/v1beta/interactions', {
      body: { model: 'emulator-flash', input: [lone] },
    });
    assert.equal(refused.status, 400);
  });

  it('may have names that are too new for it, where that is asked for', async () => {
    const body = { contents: rivers, generationConfig: { newest: 1 } };
    const refused = await ask(emulator(), `${model}:generateContent`, { body });
    assert.equal(refused.status, 400);
    const lenient = await startEmulator({
      ...{ allowUnknownFields: true, speed: { latency: 0, rate: 0 } },
    });
    try {
      await json(lenient, `${model}:generateContent`, body);
    } finally {
      await lenient.close();
    }
  });
});
