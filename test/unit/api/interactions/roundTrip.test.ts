import assert from 'node:assert/strict';
import {
  toGenerateContent,
  toInteraction,
} from '../../../../src/api/interactions/generateContent/convert';
import { parseRequest } from '../../../../src/api/schema/validate';
import type { JsonObject } from '../../../../src/base/json';

const MODEL = 'models/gemini-3.8-flash';

/** The same numbers for the same seed. */
class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed;
  }

  below(count: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * count);
  }

  maybe<T>(value: () => T): T | undefined {
    return this.below(2) === 0 ? undefined : value();
  }

  one<T>(...values: readonly (() => T)[]): T {
    const chosen = values[this.below(values.length)];
    assert.ok(chosen);
    return chosen();
  }

  list<T>(most: number, make: () => T): T[] {
    return Array.from({ length: 1 + this.below(most) }, make);
  }

  word(): string {
    return `w${this.below(1000)}`;
  }
}

/** Without fields that are undefined. */
function bare<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** A request of which nothing may get lost. */
function requestOf(random: Random): JsonObject {
  let ids = 0;
  const text = () => ({ text: random.word() });
  const media = () =>
    random.one<JsonObject>(
      () => ({
        inlineData: { mimeType: 'image/png', data: 'AAAA' },
        mediaResolution: { level: 'MEDIA_RESOLUTION_LOW' },
      }),
      () => ({ fileData: { mimeType: 'application/pdf', fileUri: random.word() } }),
      () => ({ inlineData: { mimeType: 'audio/l16;rate=24000', data: 'AAAA' } }),
      () => ({
        fileData: { mimeType: 'video/mp4', fileUri: random.word() },
        videoMetadata: { fps: 2, startOffset: '1s' },
      }),
      () => ({
        fileData: { mimeType: 'video/mp4', fileUri: random.word() },
        mediaProcessing: 'AGENTIC',
      }),
    );
  const signed = (part: JsonObject): JsonObject =>
    random.one<JsonObject>(
      () => part,
      () => ({ ...part, thoughtSignature: random.word() }),
    );
  const modelParts = () =>
    random
      .list(4, () =>
        random.one<readonly JsonObject[]>(
          () => [signed(text())],
          () => [
            { ...text(), thought: true },
            signed({
              functionCall: { id: `f${++ids}`, name: random.word(), args: { a: random.below(9) } },
            }),
          ],
          () => [
            { executableCode: { id: `c${++ids}`, language: 'PYTHON', code: random.word() } },
            {
              codeExecutionResult: {
                id: `c${ids}`,
                outcome: random.one(
                  () => 'OUTCOME_OK',
                  () => 'OUTCOME_FAILED',
                ),
                output: random.word(),
              },
            },
          ],
        ),
      )
      .flat();
  const turns = Array.from({ length: 2 * random.below(4) + 1 }, (_, at) =>
    at % 2 === 0
      ? {
          role: 'user',
          parts: random.list(3, () =>
            random.one<JsonObject>(text, media, () => ({
              functionResponse: {
                id: `f${random.below(9)}`,
                name: random.word(),
                response: { b: random.word() },
              },
            })),
          ),
        }
      : { role: 'model', parts: modelParts() },
  );
  const tools = random.maybe(() => [
    { functionDeclarations: [{ name: random.word(), parametersJsonSchema: { type: 'object' } }] },
    {
      googleSearch: random.one<JsonObject>(
        () => ({}),
        () => ({ searchTypes: { imageSearch: {} } }),
      ),
    },
    {
      computerUse: {
        environment: 'ENVIRONMENT_BROWSER',
        disabledSafetyPolicies: ['ACCOUNT_CREATION'],
      },
    },
    { googleMaps: {} },
    { urlContext: {} },
    {
      mcpServers: [{ name: random.word(), streamableHttpTransport: { url: 'https://x.example' } }],
    },
  ]);
  return bare({
    contents: turns,
    systemInstruction: random.maybe(() => ({ parts: [text()] })),
    tools,
    toolConfig: random.maybe(() => ({
      functionCallingConfig: random.one<JsonObject>(
        () => ({ mode: 'AUTO' }),
        () => ({ mode: 'ANY', allowedFunctionNames: ['a'] }),
      ),
      retrievalConfig: tools && { latLng: { latitude: 3, longitude: 4 } },
    })),
    generationConfig: {
      maxOutputTokens: random.below(100),
      seed: random.maybe(() => random.below(9)),
      thinkingConfig: random.maybe(() => ({
        thinkingLevel: 'HIGH',
        includeThoughts: random.below(2) === 0,
      })),
      ...random.one<JsonObject>(
        () => ({}),
        () => ({ responseMimeType: 'application/json', responseJsonSchema: { type: 'array' } }),
        () => ({ responseMimeType: 'text/plain' }),
        () => ({
          responseModalities: ['TEXT', 'IMAGE'],
          imageConfig: { aspectRatio: '16:9', imageSize: '2K' },
        }),
        () => ({
          responseModalities: ['AUDIO'],
          responseFormat: { audio: { mimeType: 'AUDIO_OGG_OPUS', bitRate: 64 } },
        }),
      ),
      speechConfig: random.maybe(() =>
        random.one<JsonObject>(
          () => ({ voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } } }),
          () => ({ voiceConfig: { voice: 'voice_own' }, languageCode: 'en-US' }),
          () => ({
            multiSpeakerVoiceConfig: {
              speakerVoiceConfigs: [
                { speaker: 'A', voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Puck' } } },
              ],
            },
          }),
        ),
      ),
    },
    serviceTier: random.maybe(() => 'priority'),
    safetySettings: random.maybe(() => [{ category: 'HARM_CATEGORY_JAILBREAK', threshold: 'OFF' }]),
  });
}

describe('requests that have a place in both calls', () => {
  it('come back as they were, with nothing lost, and fit the tables on the way', () => {
    for (let seed = 1; seed <= 400; seed++) {
      const request = requestOf(new Random(seed));
      const there = toInteraction(request, MODEL);
      assert.deepEqual(there.lost, [], `seed ${seed}`);
      assert.deepEqual(
        parseRequest('interactions.CreateInteractionBody', 'v1beta', there.body).violations,
        [],
        `seed ${seed}`,
      );
      const back = toGenerateContent(there.body);
      assert.deepEqual(back.lost, [], `seed ${seed}`);
      assert.deepEqual(back.body, request, `seed ${seed}`);
      assert.deepEqual(toInteraction(back.body, MODEL).body, there.body, `seed ${seed}`);
    }
  });

  it('lose the same once more, and nothing else, where something is added that has no place', () => {
    for (const [field, value] of [
      ['topK', 3],
      ['candidateCount', 2],
      ['enableEnhancedCivicAnswers', true],
    ] as const) {
      const request = requestOf(new Random(5));
      const config = { ...(request.generationConfig as JsonObject), [field]: value };
      const { body, lost } = toInteraction({ ...request, generationConfig: config }, MODEL);
      assert.deepEqual(lost, [{ field: `generationConfig.${field}`, why: 'noField', count: 1 }]);
      assert.deepEqual(toGenerateContent(body).body, request);
    }
  });
});
