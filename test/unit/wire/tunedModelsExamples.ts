import { callExample, callExamples, inBoth, type Example } from './example';

export const tunedModelsExamples: readonly Example[] = [
  // No id is asked for, so it comes from the display name.
  ...inBoth(
    'tunedModels.create',
    {
      body: {
        displayName: 'Sentence translator',
        tunedModelSource: { tunedModel: 'tunedModels/sentence-translator-u3b7m' },
        temperature: 0.7,
        tuningTask: {
          hyperparameters: { epochCount: 3, batchSize: 2, learningRateMultiplier: 0.5 },
          trainingData: { examples: { examples: [{ textInput: 'yes', output: 'ja' }] } },
        },
        readerProjectNumbers: ['1029384756', '9007199254740993'],
      },
    },
    'POST /v1beta/tunedModels',
    '{"name":"tunedModels/sentence-translator-2xk9v4mq7w1d/operations/5hq2v9x4kd7c","metadata":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata","totalSteps":2,"tunedModel":"tunedModels/sentence-translator-2xk9v4mq7w1d"}}',
  ),
  // v1beta3 has no learningRateMultiplier.
  callExample(
    'tunedModels.create',
    {
      tunedModelId: 'number-words-7',
      body: {
        displayName: 'Number words',
        description: 'Says the next number.',
        baseModel: 'models/emulator-text-001',
        topK: 40,
        tuningTask: {
          trainingData: { examples: { examples: [{ textInput: 'ⅶ', output: 'ⅷ' }] } },
          hyperparameters: { batchSize: 2, learningRate: 0.001, epochCount: 3 },
        },
      },
    },
    'POST /v1beta3/tunedModels?tunedModelId=number-words-7',
    '{\n  "name": "tunedModels/number-words-7/operations/9c1r4kd2",\n  "metadata": {\n    "@type": "type.googleapis.com/google.ai.generativelanguage.v1beta3.CreateTunedModelMetadata",\n    "totalSteps": 2,\n    "tunedModel": "tunedModels/number-words-7"\n  }\n}\n',
  ),
  ...inBoth(
    'tunedModels.cancel',
    { name: 'tunedModels/number-words-7', body: {} },
    'POST /v1/tunedModels/number-words-7:cancel',
    '{}\n',
  ),
  ...callExamples(
    'tunedModels.delete',
    ['v1beta', 'v1', 'v1beta3'],
    { name: 'tunedModels/sentence-translator-u3b7m' },
    'DELETE /v1beta/tunedModels/sentence-translator-u3b7m',
    '{}',
  ),
  // The training data never comes back; the epoch 0 of the first snapshot is left out.
  ...inBoth(
    'tunedModels.get',
    { name: 'tunedModels/sentence-translator-2xk9v4mq7w1d' },
    'GET /v1beta/tunedModels/sentence-translator-2xk9v4mq7w1d',
    '{"name":"tunedModels/sentence-translator-2xk9v4mq7w1d","tunedModelSource":{"tunedModel":"tunedModels/sentence-translator-u3b7m","baseModel":"models/emulator-text-001"},"displayName":"Sentence translator","state":"ACTIVE","createTime":"2024-04-19T09:12:28.710254Z","updateTime":"2024-04-19T09:13:02.000000007Z","tuningTask":{"startTime":"2024-04-19T09:12:29.033Z","completeTime":"2024-04-19T09:13:01Z","snapshots":[{"step":1,"meanLoss":4.1286926,"computeTime":"2024-04-19T09:12:31.004512Z"},{"step":8,"epoch":3,"meanLoss":0.0625,"computeTime":"2024-04-19T09:13:00Z"}],"hyperparameters":{"epochCount":3,"batchSize":2,"learningRateMultiplier":0.5}},"temperature":0.7,"readerProjectNumbers":["1029384756","9007199254740993"]}',
  ),
  callExample(
    'tunedModels.get',
    { name: 'tunedModels/number-words-7' },
    'GET /v1beta3/tunedModels/number-words-7',
    '{"name":"tunedModels/number-words-7","baseModel":"models/emulator-text-001","displayName":"Number words","description":"Says the next number.","state":"CREATING","createTime":"2024-04-19T08:00:00.500Z","updateTime":"2024-04-19T08:00:00.500Z","tuningTask":{"startTime":"2024-04-19T08:00:01Z","hyperparameters":{"epochCount":3,"batchSize":2,"learningRate":0.001}},"topK":40}',
  ),
  // A temperature of 0 is no default value, and so is not left out.
  ...inBoth(
    'tunedModels.list',
    { pageSize: 2, pageToken: 'Cg+t/2==', filter: 'owner:me sentence translator' },
    'GET /v1beta/tunedModels?pageSize=2&pageToken=Cg%2Bt%2F2%3D%3D&filter=owner%3Ame+sentence+translator',
    '{"tunedModels":[{"name":"tunedModels/sentence-translator-u3b7m","baseModel":"models/emulator-text-001","displayName":"Sentence translator","state":"ACTIVE","temperature":0},{"name":"tunedModels/translator-x1","baseModel":"models/emulator-text-001","description":"Sentence by sentence","state":"FAILED"}],"nextPageToken":"Cg+t/4=="}',
  ),
  callExample(
    'tunedModels.list',
    { pageSize: 25, pageToken: 'Ab-_~.9=' },
    'GET /v1beta3/tunedModels?pageSize=25&pageToken=Ab-_%7E.9%3D',
    '{}',
  ),
  ...inBoth(
    'tunedModels.patch',
    {
      'tunedModel.name': 'tunedModels/sentence-translator-u3b7m',
      updateMask: 'displayName,temperature,readerProjectNumbers',
      body: {
        displayName: 'Sätze: EN → DE',
        temperature: 0.25,
        readerProjectNumbers: ['9223372036854775807'],
      },
    },
    'PATCH /v1beta/tunedModels/sentence-translator-u3b7m?updateMask=displayName%2Ctemperature%2CreaderProjectNumbers',
    '{"name":"tunedModels/sentence-translator-u3b7m","baseModel":"models/emulator-text-001","displayName":"Sätze: EN → DE","state":"ACTIVE","temperature":0.25,"readerProjectNumbers":["9223372036854775807"]}',
    {
      body: '{"name":"tunedModels/sentence-translator-u3b7m","displayName":"Sätze: EN → DE","temperature":0.25,"readerProjectNumbers":["9223372036854775807"]}',
    },
  ),
  // The description is cleared, and so is left out of the answer.
  callExample(
    'tunedModels.patch',
    {
      'tunedModel.name': 'tunedModels/number-words-7',
      updateMask: 'description,topP',
      body: { description: '', topP: 0.8 },
    },
    'PATCH /v1beta3/tunedModels/number-words-7?updateMask=description%2CtopP',
    '{"name":"tunedModels/number-words-7","baseModel":"models/emulator-text-001","displayName":"Number words","state":"ACTIVE","topP":0.8,"topK":40}',
    { body: '{"name":"tunedModels/number-words-7","description":"","topP":0.8}' },
  ),
  ...callExamples(
    'tunedModels.transferOwnership',
    ['v1beta', 'v1beta3'],
    {
      name: 'tunedModels/sentence-translator-u3b7m',
      body: { emailAddress: 'grace.hopper+models@example.com' },
    },
    'POST /v1beta/tunedModels/sentence-translator-u3b7m:transferOwnership',
    '{}',
  ),
];
