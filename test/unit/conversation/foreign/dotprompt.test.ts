import assert from 'node:assert/strict';
import {
  importedPrompt,
  type PickedPrompt,
} from '../../../../src/playground/host/history/sharedFiles';
import { formatPrompt } from '../../../../src/conversation/model/promptFile';
import { readPrompt } from '../../../../src/conversation/prompts/readPrompt';

type Read = Pick<PickedPrompt, 'prompt' | 'leftOut'>;

const read = (source: string): Promise<Read> => importedPrompt(source, 'greeting', 'models/usual');

const FULL = `# Copyright
---
name: greet
model: googleai/gemini-2.5-flash
description: Greets a guest.
config:
  temperature: 0.7
  maxOutputTokens: 99
  stopSequences: [END]
  seed: 7
  version: gemini-2.5-flash-001
  topP: 3
input:
  schema:
    guest: string, who comes in
    age?: integer
    guests(array, the others): string
  default:
    guest: Ann
    age: 7
    unused: 1
output:
  format: json
  schema:
    greeting: string, what is said
    mood?(enum): [GLAD, SAD]
    parts(array, its words): string
    place(object):
      city: string
    (*): any
tools:
  - timeOfDay
  - name: wind
    description: How strong it is.
    inputSchema:
      at: string
myorg.owner: me
---
{{!-- Not {{sent}}. --}}
{{role "system"}}
Be {{tone}}.
{{~history}}
{{role "user"}}
{{media url="./kite.png" contentType="image/png"}}
Look {{media url="https://example.com/a.png"}} at it, \\{{literally}},
{{#if age}}{{age}} years{{else}}young{{/if}}, {{{guest}}}. {{media url=photo}} {{> sign name=guest}}
{{role 'model'}}Hello!
{{role "user"}}Bye, {{user.name}}
`;

describe('a file of Dotprompt', () => {
  it('becomes a prompt file, and what has no place in it is named', async () => {
    const { prompt, leftOut } = await read(FULL.replaceAll('\n', '\r\n'));
    assert.deepEqual(prompt, {
      format: 1,
      name: 'greet',
      model: 'models/gemini-2.5-flash',
      settings: {
        systemInstruction: 'Be {{tone}}.',
        temperature: 0.7,
        maxOutputTokens: 99,
        stopSequences: ['END'],
        requests: {
          chat: {
            generationConfig: {
              seed: 7,
              responseMimeType: 'application/json',
              responseJsonSchema: {
                type: 'object',
                properties: {
                  greeting: { type: 'string', description: 'what is said' },
                  mood: { type: ['string', 'null'], enum: ['GLAD', 'SAD', null] },
                  parts: { type: 'array', items: { type: 'string' }, description: 'its words' },
                  place: {
                    type: 'object',
                    properties: { city: { type: 'string' } },
                    required: ['city'],
                    additionalProperties: false,
                  },
                },
                required: ['greeting', 'parts', 'place'],
                additionalProperties: {},
              },
            },
            tools: [
              {
                functionDeclarations: [
                  {
                    name: 'wind',
                    description: 'How strong it is.',
                    parametersJsonSchema: {
                      type: 'object',
                      properties: { at: { type: 'string' } },
                      required: ['at'],
                      additionalProperties: false,
                    },
                  },
                ],
              },
            ],
          },
        },
      },
      messages: [
        {
          role: 'user',
          attachments: [{ path: './kite.png', mimeType: 'image/png' }],
          parts: [{ text: 'Look' }, { fileData: { fileUri: 'https://example.com/a.png' } }],
          text: 'at it, \\{{literally}},\n{{#if age}}{{age}} years\\{{else}}young{{/if}}, {{guest}}.  {{> sign name=guest}}',
        },
        { role: 'model', text: 'Hello!' },
        { role: 'user', text: 'Bye, {{user.name}}' },
      ],
      variables: {
        tone: {},
        age: { default: '7' },
        guest: { description: 'who comes in', default: 'Ann' },
        'user.name': {},
      },
    });
    assert.deepEqual(leftOut, [
      '{{! … }}',
      '{{history}}',
      '{{#if age}}',
      '{{media url=photo}}',
      '{{> sign name=guest}}',
      'config.version = gemini-2.5-flash-001',
      'tools = timeOfDay',
      'input.schema.age = integer',
      'input.schema.guests = array',
      'input.default.unused = 1',
      'description',
      'myorg.owner = me',
      'topP = 3',
    ]);
    const text = formatPrompt(prompt);
    assert.deepEqual(readPrompt(text, 'greet.prompt.json'), prompt);
  });

  it('says where its YAML is none', async () => {
    await assert.rejects(read('---\nconfig:\n  topK: 20\n  topP 0.8\n---\nHi\n'), {
      reason: 'notImported',
      message: /^Couldn’t read greeting\.prompt: .* at line 4, column 3:$/,
      hint: /YAML between two lines of ---/,
    });
  });
});
