import { model } from './model.mjs';

/**
 * Settings beside a conversation, as they stand and as they are searched.
 * @param {import('./states.mjs').PlaygroundState} base
 * @param {readonly import('./states.mjs').Turn[]} conversation
 * @returns {{ readonly [name: string]: import('./states.mjs').Scene }}
 */
export function settingsScenes(base, conversation) {
  return {
    'settings-nothing-found': {
      state: { ...base, turns: conversation },
      saved: { settingsOpen: true },
      fill: [['.settings input[type=search]', 'zebra']],
    },
    // Every group is open, something of each is set, and the parts that are JSON are open in editors.
    'settings-all': {
      state: {
        ...base,
        turns: conversation,
        model: { ...model, thinking: true },
        kept: 'others',
        settings: {
          systemInstruction: 'Answer in one sentence.',
          temperature: 0.4,
          stopSequences: ['END', '\n\n'],
          includeThoughts: true,
          requests: {
            chat: {
              generationConfig: {
                seed: 7,
                presencePenalty: 0.5,
                responseSchema: { type: 'STRING' },
                responseModalities: ['TEXT', 'IMAGE'],
              },
              safetySettings: [
                { category: 'HARM_CATEGORY_HATE_SPEECH', threshold: 'BLOCK_ONLY_HIGH' },
              ],
              tools: [{ functionDeclarations: [{ name: 'get weather' }, { name: 'get_time' }] }],
            },
          },
        },
        unsent: ['generationConfig.seed', 'generationConfig.presencePenalty'],
        refused: ['generationConfig.presencePenalty'],
        openParts: [
          { part: 'functions', name: 'functions.json', isDirty: true },
          { part: 'responseSchema', name: 'responseSchema.json', isDirty: false },
          { part: 'request', name: 'chatRequest.json', isDirty: false },
        ],
      },
      saved: {
        settingsOpen: true,
        settingsSections: ['tools', 'thinking', 'output', 'media', 'sampling', 'safety', 'service'],
      },
      height: 2300,
    },
    // Of a model of today: a level of thinking, voices of two, tools with their options, a tier.
    'settings-today': {
      state: {
        ...base,
        turns: conversation,
        model: {
          ...model,
          levels: ['LOW', 'MEDIUM', 'HIGH'],
          level: 'MEDIUM',
          ignoresSampling: true,
        },
        settings: {
          temperature: 0.4,
          requests: {
            chat: {
              serviceTier: 'flex',
              store: false,
              generationConfig: {
                thinkingConfig: { thinkingLevel: 'LOW' },
                imageConfig: { imageSize: '2K' },
                speechConfig: {
                  multiSpeakerVoiceConfig: {
                    speakerVoiceConfigs: [
                      {
                        speaker: 'Ada',
                        voiceConfig: { prebuiltVoiceConfig: { voiceName: 'Kore' } },
                      },
                    ],
                  },
                },
              },
              tools: [
                { googleSearch: { timeRangeFilter: { startTime: '2026-01-31T00:00:00Z' } } },
                { googleMaps: {} },
                {
                  fileSearch: {
                    fileSearchStoreNames: ['fileSearchStores/tides-1', 'fileSearchStores/winds-2'],
                    metadataFilter: 'genre = "fiction"',
                  },
                },
                { computerUse: { environment: 'ENVIRONMENT_BROWSER' } },
              ],
            },
          },
        },
        unsent: ['generationConfig.temperature'],
        refused: ['generationConfig.temperature'],
      },
      saved: {
        settingsOpen: true,
        settingsSections: ['tools', 'thinking', 'media', 'sampling', 'service'],
      },
      height: 1500,
    },
    'settings-invalid': {
      state: { ...base, turns: conversation },
      saved: { settingsOpen: true },
      fill: [['input.number:visible', 'seven']],
    },
  };
}
