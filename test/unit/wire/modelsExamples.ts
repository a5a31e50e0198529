import { callExample, type Example } from './example';

export const modelsExamples: readonly Example[] = [
  callExample(
    'models.get',
    'v1beta',
    { name: 'models/emulator-flash' },
    {
      request: 'GET /v1beta/models/emulator-flash',
      answer:
        '{"name":"models/emulator-flash","version":"001","displayName":"Emulator Flash","inputTokenLimit":1048576,"outputTokenLimit":8192,"supportedGenerationMethods":["generateContent","countTokens"],"temperature":1,"maxTemperature":2,"topP":0.95,"topK":64,"thinking":true}',
    },
  ),
  callExample(
    'models.get',
    'v1',
    { name: 'models/emulator-pro' },
    {
      request: 'GET /v1/models/emulator-pro',
      answer: '{\n  "name": "models/emulator-pro",\n  "description": "Ünïcode"\n}\n',
    },
  ),
  callExample(
    'models.get',
    'v1beta3',
    { name: 'models/emulator-text-001' },
    {
      request: 'GET /v1beta3/models/emulator-text-001',
      answer: '{"name":"models/emulator-text-001","supportedGenerationMethods":["generateText"]}',
    },
  ),
  callExample(
    'models.list',
    'v1beta',
    { pageSize: 2, pageToken: 'a+b/=' },
    {
      request: 'GET /v1beta/models?pageSize=2&pageToken=a%2Bb%2F%3D',
      answer: '{"models":[{"name":"models/a"},{"name":"models/b"}],"nextPageToken":"next"}',
    },
  ),
  callExample('models.list', 'v1', {}, { request: 'GET /v1/models', answer: '{}' }),
  callExample(
    'models.list',
    'v1beta3',
    { pageSize: 1000 },
    {
      request: 'GET /v1beta3/models?pageSize=1000',
      answer: '{"models":[{"name":"models/emulator-chat-001"}]}',
    },
  ),
];
