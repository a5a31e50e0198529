import assert from 'node:assert/strict';
import { buildRequest, type PlainRequest } from '../../../../src/api/request';
import type { JsonObject } from '../../../../src/api/schema/row';
import { codeInput } from '../../../../src/conversation/code/codeInput';
import {
  CODE_LANGUAGES,
  generateCode,
  languagesFor,
} from '../../../../src/conversation/code/codeLanguages';
import type { CodeTarget } from '../../../../src/service/curl';

const REMOTE: CodeTarget = { id: 'work1234', endpoint: 'https://one.example', auth: 'apiKey' };
const MODEL = 'models/emulator-flash';

function chat(text: string, more: JsonObject = {}): PlainRequest {
  return buildRequest('models.streamGenerateContent', 'v1beta', {
    model: MODEL,
    body: { contents: [{ role: 'user', parts: [{ text }] }], ...more },
  });
}

function generated(label: string, request: PlainRequest, target = REMOTE): string {
  const language = CODE_LANGUAGES.find((other) => other.label === label);
  assert.ok(language);
  return generateCode(
    language,
    codeInput(request, target, (text) => text),
  );
}

/** Code like in the guides of the SDKs, without the client. */
const PLAIN: { readonly [label: string]: RegExp } = {
  TypeScript:
    /^import \{ GoogleGenAI \} from "@google\/genai";\n[^]*\nconst stream = await ai\.models\.generateContentStream\(\{\n {2}model: "emulator-flash",\n {2}contents: "It's me",\n\}\);\nfor await \(const chunk of stream\) \{\n {2}process\.stdout\.write\(chunk\.text \?\? ""\);\n\}\n$/m,
  Python:
    /^from google import genai\n[^]*\nfor chunk in client\.models\.generate_content_stream\(model="emulator-flash", contents="It's me"\):\n {4}print\(chunk\.text or "", end="", flush=True\)\n$/m,
  Go: /^\tcontents := genai\.Text\("It's me"\)\n\tfor chunk, err := range client\.Models\.GenerateContentStream\(ctx, "emulator-flash", contents, nil\) \{\n\t\tif err != nil \{\n\t\t\tlog\.Fatal\(err\)\n\t\t\}\n\t\tfmt\.Print\(chunk\.Text\(\)\)\n\t\}\n\}\n$/m,
  Java: /client\.models\.generateContentStream\("emulator-flash", "It's me", null\)\) \{\n {6}for \(GenerateContentResponse chunk : stream\) \{\n/,
};

// The requests themselves are compared in test/sdk, where the SDK runs.
describe('a request as code for an SDK', () => {
  it('reads like the guides of each SDK, in a few lines', () => {
    for (const [label, expected] of Object.entries(PLAIN)) {
      const text = generated(label, chat("It's me"));
      assert.match(text, expected);
      assert.ok(text.split('\n').length < 34, text);
    }
  });

  it('offers SDKs first, and only those that have the method', () => {
    const offered = (request: PlainRequest): readonly string[] =>
      languagesFor(codeInput(request, REMOTE, (text) => text)).map(({ label }) => label);
    const rest = ['curl', 'JavaScript (fetch)', 'Python (urllib)'];
    assert.deepEqual(offered(chat('Hi')), [
      'TypeScript',
      'JavaScript',
      'Python',
      'Go',
      'Java',
      ...rest,
    ]);
    const decision = buildRequest('decisions.create', 'v1beta', {
      body: { model: 'gemini-decision-1', input: 'Hi', questions: {} },
    } as never);
    assert.deepEqual(offered(decision), ['TypeScript', 'JavaScript', 'Python', ...rest]);
    assert.deepEqual(
      offered(
        buildRequest('models.batchEmbedText', 'v1beta', { model: MODEL, body: { texts: ['Hi'] } }),
      ),
      rest,
    );
  });

  it('waits until an uploaded video or audio file can be used, and not for other files', () => {
    const waits: { readonly [label: string]: RegExp } = {
      TypeScript:
        /\n {2}config: \{ mimeType: "audio\/mpeg" \},\n\}\);\nwhile \(file1\.state === FileState\.PROCESSING\) \{\n {2}await new Promise\(\(resolve\) => setTimeout\(resolve, 5000\)\);\n {2}file1 = await ai\.files\.get\(\{ name: file1\.name! \}\);\n\}\n/,
      JavaScript: /\n {2}file1 = await ai\.files\.get\(\{ name: file1\.name \}\);\n\}\n/,
      Python:
        /\n\)\nwhile file1\.state == "PROCESSING":\n {4}time\.sleep\(5\)\n {4}file1 = client\.files\.get\(name=file1\.name\)\n/,
      Go: /\n\tfor file1\.State == genai\.FileStateProcessing \{\n\t\ttime\.Sleep\(5 \* time\.Second\)\n\t\tfile1, err = client\.Files\.Get\(ctx, file1\.Name, nil\)\n\t\tif err/,
      Java: /FileState\.Known\.PROCESSING\) \{\n {6}Thread\.sleep\(5000\);\n {6}file1 = client\.files\.get\(file1\.name\(\)\.get\(\), null\);\n {4}\}\n/,
    };
    const file = (mimeType: string): PlainRequest => {
      const fileUri = 'https://one.example/v1beta/files/abc';
      return chat('', {
        contents: [{ role: 'user', parts: [{ fileData: { mimeType, fileUri } }] }],
      });
    };
    for (const [label, expected] of Object.entries(waits)) {
      assert.match(generated(label, file('audio/mpeg')), expected);
      assert.doesNotMatch(generated(label, file('text/plain')), /PROCESSING|Processing/);
    }
  });

  it('names an endpoint, a version, and settings that an SDK can’t express', () => {
    const text = generated(
      'TypeScript',
      chat('Hi', { generationConfig: { temperature: 1, responseFormat: {}, 'x\n+': 1 } }),
    );
    assert.match(
      text,
      /^\/\/ @google\/genai can’t set generationConfig\.responseFormat, generationConfig\.x\.$/m,
    );
    assert.match(
      text,
      /apiVersion: "v1beta",\n {2}httpOptions: \{ baseUrl: "https:\/\/one\.example" \},/,
    );
    const google = { ...REMOTE, endpoint: 'https://generativelanguage.googleapis.com' };
    const request = buildRequest('models.generateContent', 'v1', {
      model: MODEL,
      body: { contents: [] },
    });
    assert.match(generated('TypeScript', request, google), /new GoogleGenAI\(\{\}\);/);
    assert.match(
      generated('TypeScript', request, { ...google, auth: 'oauth' }),
      /needs an API key in GEMINI_API_KEY, not an account/,
    );
  });
});
