import { callExample, type Example } from './example';

export const modelsExamples: readonly Example[] = [
  callExample(
    'models.get',
    'v1beta',
    { name: 'models/gemini-x' },
    {
      request: 'GET /v1beta/models/gemini-x',
      answer:
        '{"name":"models/gemini-x","version":"001","displayName":"Gemini X","inputTokenLimit":1048576,"outputTokenLimit":8192,"supportedGenerationMethods":["generateContent","countTokens"],"temperature":1,"maxTemperature":2,"topP":0.95,"topK":64,"thinking":true}',
    },
    {
      name: 'models/gemini-x',
      version: '001',
      displayName: 'Gemini X',
      inputTokenLimit: 1048576,
      outputTokenLimit: 8192,
      supportedGenerationMethods: ['generateContent', 'countTokens'],
      temperature: 1,
      maxTemperature: 2,
      topP: 0.95,
      topK: 64,
      thinking: true,
    },
  ),
  callExample(
    'models.get',
    'v1',
    { name: 'models/gemini-y' },
    {
      request: 'GET /v1/models/gemini-y',
      answer: '{\n  "name": "models/gemini-y",\n  "description": "Ünïcode"\n}\n',
    },
    { name: 'models/gemini-y', description: 'Ünïcode' },
  ),
  callExample(
    'models.get',
    'v1beta3',
    { name: 'models/text-bison-001' },
    {
      request: 'GET /v1beta3/models/text-bison-001',
      answer: '{"name":"models/text-bison-001","supportedGenerationMethods":["generateText"]}',
    },
    { name: 'models/text-bison-001', supportedGenerationMethods: ['generateText'] },
  ),
  callExample(
    'models.list',
    'v1beta',
    { pageSize: 2, pageToken: 'a+b/=' },
    {
      request: 'GET /v1beta/models?pageSize=2&pageToken=a%2Bb%2F%3D',
      answer: '{"models":[{"name":"models/a"},{"name":"models/b"}],"nextPageToken":"next"}',
    },
    { models: [{ name: 'models/a' }, { name: 'models/b' }], nextPageToken: 'next' },
  ),
  callExample('models.list', 'v1', {}, { request: 'GET /v1/models', answer: '{}' }, {}),
  callExample(
    'models.list',
    'v1beta3',
    { pageSize: 1000 },
    {
      request: 'GET /v1beta3/models?pageSize=1000',
      answer: '{"models":[{"name":"models/chat-bison-001"}]}',
    },
    { models: [{ name: 'models/chat-bison-001' }] },
  ),
];
