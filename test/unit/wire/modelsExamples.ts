import { callExample, callExamples, type Example } from './example';

export const modelsExamples: readonly Example[] = [
  callExample(
    'models.get',
    { name: 'models/emulator-flash' },
    'GET /v1beta/models/emulator-flash',
    '{"name":"models/emulator-flash","version":"001","displayName":"Emulator Flash","inputTokenLimit":1048576,"outputTokenLimit":8192,"supportedGenerationMethods":["generateContent","countTokens"],"temperature":1,"maxTemperature":2,"topP":0.95,"topK":64,"thinking":true}',
  ),
  callExample(
    'models.get',
    { name: 'models/emulator-pro' },
    'GET /v1/models/emulator-pro',
    '{\n  "name": "models/emulator-pro",\n  "description": "Ünïcode"\n}\n',
  ),
  callExample(
    'models.get',
    { name: 'models/emulator-text-001' },
    'GET /v1beta3/models/emulator-text-001',
    '{"name":"models/emulator-text-001","supportedGenerationMethods":["generateText"]}',
  ),
  ...callExamples(
    'models.list',
    ['v1beta', 'v1', 'v1beta3'],
    { pageSize: 2, pageToken: 'a+b/=' },
    'GET /v1beta/models?pageSize=2&pageToken=a%2Bb%2F%3D',
    '{"models":[{"name":"models/a"},{"name":"models/b"}],"nextPageToken":"next"}',
  ),
];
