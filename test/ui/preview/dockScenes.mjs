/**
 * What stands between a conversation and its composer, in each of its states.
 * @template {{ readonly [field: string]: unknown }} State
 * @template Turn
 * @param {State} base A playground in which nothing was said.
 * @param {readonly Turn[]} turns Of a conversation.
 */
export function dockScenes(base, turns) {
  const calls = ['get_weather', 'get_time'].map((name) => ({ functionCall: { name, args: {} } }));
  /** @type {any} */
  const asked = {
    id: 'a9',
    role: 'model',
    model: 'models/a',
    version: 'v1beta',
    answer: {},
    content: { role: 'model', parts: calls },
    outcome: { verdict: 'complete', finishReason: 'STOP', durationMs: 1000 },
  };
  const passage = (/** @type {string} */ id, /** @type {string} */ text) => ({
    id,
    content: { parts: [{ text }] },
  });
  const example = { input: { content: 'Roses?' }, output: { content: 'Cut them in March.' } };
  return {
    selections: {
      state: { ...base, turns },
      saved: {
        settingsOpen: false,
        draft: {
          text: 'What do these have in common?',
          held: ['x'.repeat(120_000)],
          pieces: [
            piece('src/lib/grouping/groupBy.ts', { first: 12, last: 48 }),
            piece('a-file-with-a-name-that-is-longer-than-any-chip-can-be-shown.ts', {
              first: 7,
              last: 7,
            }),
            piece('Untitled-1', undefined),
          ],
        },
      },
    },
    variables: {
      state: {
        ...base,
        turns,
        promptFile: 'kites-and-gulls.prompt.json',
        settings: { systemInstruction: 'Answer for {{audience}}.' },
        variables: { audience: 'children who have never seen the sea' },
        undo: { undo: 'A message was deleted.', redo: 'A message was changed.' },
      },
      fill: /** @type {const} */ ([['.composer-field', 'Describe {{animal}} in {{words}} words']]),
    },
    results: {
      state: {
        ...base,
        turns: [...turns.slice(0, 1), asked],
        settings: { mocks: { get_weather: { degrees: 21 } } },
      },
    },
    references: {
      state: {
        ...base,
        turns,
        attachments: [
          reference('r1', 'groupBy.ts:12-48', 'file', 1800),
          reference('r2', 'grouping/', 'folder', 41_200),
          {
            ...reference('r3', 'ungroup.ts', 'file', 700),
            state: 'failed',
            message: 'Couldn’t read ungroup.ts.',
          },
        ],
      },
      fill: /** @type {const} */ ([['.composer-field', 'Explain #gr']]),
      shows: '.file-suggestion',
    },
    'tool-calls': {
      state: {
        ...base,
        turns: [...turns.slice(0, 1), asked],
        toolCalls: {
          turn: 'a9',
          round: 3,
          calls: [
            { tool: 'mcp_weather_get_weather', state: 'ready', canRun: true },
            { tool: 'get_time', state: 'running', canRun: true },
          ],
        },
      },
    },
    'tool-problems': {
      state: {
        ...base,
        turns: [...turns.slice(0, 1), asked],
        toolCalls: {
          turn: 'a9',
          calls: [
            {
              tool: 'mcp_weather_get_weather',
              state: 'ready',
              canRun: false,
              problem:
                'Tools run only in trusted workspaces. Trust the workspace, or enter the result.',
            },
            {
              tool: 'get_time',
              state: 'failed',
              canRun: true,
              problem: 'The server took too long to answer.',
            },
          ],
        },
      },
    },
    cached: {
      state: {
        ...base,
        turns,
        cache: {
          label: 'Tide tables of 2026 with all harbours of the North Sea',
          facts: [
            '120k tokens',
            '5 h left',
            'saves $0.081 per request (estimate)',
            'costs $0.06 per hour (estimate)',
          ],
        },
      },
    },
    'searching-several': {
      state: {
        ...base,
        turns,
        stores: [
          { name: 'fileSearchStores/logbook-ab12cd34', title: 'Logbook' },
          { name: 'fileSearchStores/tides-ef56ab78', title: 'Tides' },
        ],
      },
    },
    'searching-long': {
      state: {
        ...base,
        turns,
        stores: [
          {
            name: 'fileSearchStores/logbook-ab12cd34',
            title: 'Logbooks of all harbours of the North Sea since 1831',
          },
        ],
      },
    },
    'cached-idle': {
      state: {
        ...base,
        turns,
        cache: {
          label: 'Tides',
          facts: [],
          problem: 'Not used: the conversation no longer starts with this cached content.',
        },
      },
    },
    passages: {
      state: {
        ...base,
        mode: 'answer',
        modes: [{ id: 'answer' }],
        settings: {
          requests: {
            answer: {
              inlinePassages: {
                passages: [passage('1', 'The brent geese left on 18 May.'), passage('2', '')],
              },
            },
          },
        },
      },
    },
    'legacy-chat': {
      state: {
        ...base,
        mode: 'message',
        modes: [{ id: 'message' }],
        author: 'Ada',
        settings: {
          requests: { message: { prompt: { context: 'A gardener.', examples: [example] } } },
        },
      },
    },
  };
}

/** @param {string} path @param {{ first: number, last: number } | undefined} lines */
function piece(path, lines) {
  const uri = `file:///project/${path}`;
  return { uri, path, language: 'typescript', text: 'let a;\n', ...(lines && { lines }) };
}

/**
 * Text of the workspace that is attached.
 * @param {string} id
 * @param {string} name
 * @param {'file' | 'folder'} kind
 * @param {number} size
 */
function reference(id, name, kind, size) {
  const mimeType = 'text/plain';
  return {
    id,
    name,
    mimeType,
    size,
    kind: 'inline',
    reference: kind,
    state: 'ready',
    hasData: false,
  };
}
