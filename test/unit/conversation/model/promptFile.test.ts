import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../src/api/schema/row';
import { PromptFileError, readPrompt } from '../../../../src/conversation/prompts/readPrompt';
import {
  formatPrompt,
  type PromptFile,
  promptJson,
} from '../../../../src/conversation/model/promptFile';

const FULL = `{
  "$schema": "https://example.com/prompt.json",
  "format": 1,
  "name": "Kites",
  "mode": "prompt",
  "model": "models/test",
  "version": "v1",
  "settings": {
    "systemInstruction": "Be brief, {{name}}.",
    "temperature": 0.5,
    "requests": {
      "chat": {
        "generationConfig": {
          "seed": 1
        }
      }
    },
    "later": true
  },
  "owner": {
    "team": "birds"
  },
  "variables": {
    "animal": {
      "description": "What flies.",
      "default": "kite",
      "unit": "kg"
    }
  },
  "messages": [
    {
      "role": "user",
      "attachments": [
        {
          "path": "./kite.png",
          "mimeType": "image/png",
          "sha256": "${'0a'.repeat(32)}",
          "alt": "A kite"
        }
      ],
      "text": [
        "Describe {{animal}}",
        "in a word."
      ],
      "note": "mine"
    },
    {
      "role": "model",
      "text": "Red\\nbird"
    }
  ]
}
`;

function read(text: string): ReturnType<typeof readPrompt> {
  return readPrompt(text, 'kite.prompt.json');
}

function refused(text: string): PromptFileError {
  try {
    read(text);
  } catch (error) {
    if (error instanceof PromptFileError) return error;
    throw error;
  }
  throw new Error('It was read.');
}

describe('a prompt file', () => {
  it('is written back as it was, with what nobody here knows', () => {
    assert.deepEqual(promptJson(read(FULL), JSON.parse(FULL) as JsonObject), JSON.parse(FULL));
  });

  it('has the same order of fields whatever order they came in', () => {
    const { messages, settings, ...rest } = read(FULL);
    const shuffled = { messages, settings, ...Object.fromEntries(Object.entries(rest).reverse()) };
    const text = formatPrompt(shuffled as PromptFile);
    assert.deepEqual(Object.keys(JSON.parse(text) as object), [
      'format',
      'name',
      'mode',
      'model',
      'version',
      'settings',
      'variables',
      'messages',
    ]);
  });

  it('gives up what its writer took away', () => {
    const { name: _, ...rest } = read(FULL);
    const before = JSON.parse(FULL) as JsonObject;
    const { name, settings } = promptJson({ ...rest, settings: {} }, before);
    assert.equal(name, undefined);
    assert.deepEqual(settings, { later: true });
  });

  it('keeps what is strange in a message only with a message of the same role', () => {
    const before = JSON.parse(FULL) as JsonObject;
    const messages = [{ role: 'model', text: 'Hi' }] as const;
    const prompt = { format: 1, model: 'models/x', settings: {}, messages } as const;
    assert.deepEqual(promptJson(prompt, before).messages, [{ role: 'model', text: 'Hi' }]);
  });

  for (const [what, text, line, column, words] of [
    ['is not JSON', '{\n  "format": 1,\n  oops\n}', 3, 3, 'Invalid JSON'],
    ['is no object', '[]', 1, 1, 'object'],
    ['is of a later format', '{\n  "format": 2\n}', 2, 3, '“format” must be 1.'],
    [
      'has a role that there is not',
      '{"format":1,"model":"models/x","messages":[\n {"role":"system"}]}',
      2,
      3,
      '“messages[0].role”',
    ],
    [
      'has a setting out of its range',
      '{"format":1,"model":"models/x","messages":[],\n"settings":{"temperature":3}}',
      2,
      13,
      '“settings.temperature”',
    ],
    [
      'names a file by its place on a machine',
      '{"format":1,"model":"models/x","messages":[{"role":"user","attachments":[\n{"path":"/etc/passwd"}]}]}',
      2,
      2,
      '“messages[0].attachments[0].path”',
    ],
    ['has a model that is no name', '{"format":1,\n"model":"x","messages":[]}', 2, 1, '“model”'],
    [
      'is for a version that there is not',
      '{"format":1,"model":"models/x","messages":[],\n "version":"v9"}',
      2,
      2,
      '“version”',
    ],
  ] as const) {
    it(`that ${what} is refused with its place`, () => {
      const { message, problem } = refused(text);
      assert.match(message, /^kite\.prompt\.json, line \d+, column \d+: /);
      assert.ok(message.includes(`line ${line}, column ${column}:`), message);
      assert.ok(message.includes(words), message);
      const before = text.slice(0, problem.offset).split('\n');
      assert.deepEqual([before.length, (before.at(-1)?.length ?? 0) + 1], [line, column]);
    });
  }

  it('refuses addresses and drives as paths, and takes folders above', () => {
    const withPath = (path: string): string =>
      JSON.stringify({
        format: 1,
        model: 'models/x',
        messages: [{ role: 'user', attachments: [{ path }] }],
      });
    for (const path of ['file:///a', 'C:\\a', '\\\\host\\a', 'https://a/b', ''])
      refused(withPath(path));
    for (const path of ['./a', 'a/b.png', '../a']) read(withPath(path));
  });
});
