import { callExample, inBoth, type Example } from './example';

// A training's operation is asked for in v1, and its metadata names the version that started it.
export const longRunningExamples: readonly Example[] = [
  callExample(
    'operations.list',
    { name: 'operations', filter: 'done:true', returnPartialSuccess: true },
    'GET /v1/operations?filter=done%3Atrue&returnPartialSuccess=true',
    '{"operations":[{"name":"tunedModels/haiku-writer-k2n8q/operations/2zt8mw6b","metadata":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata","totalSteps":38,"completedSteps":38,"completedPercent":100,"tunedModel":"tunedModels/haiku-writer-k2n8q"},"done":true,"response":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1beta.TunedModel","name":"tunedModels/haiku-writer-k2n8q","baseModel":"models/emulator-flash","state":"ACTIVE","tuningTask":{"hyperparameters":{"epochCount":5,"batchSize":2,"learningRate":0.001}}}}],"unreachable":["operations/batch"]}',
  ),
  callExample(
    'operations.delete',
    { name: 'operations/batch/2024 q1:b+7' },
    'DELETE /v1/operations/batch/2024%20q1%3Ab%2B7',
    '{}',
  ),
  callExample(
    'tunedModels.operations.cancel',
    { name: 'tunedModels/number-words-7/operations/tune:4u', body: {} },
    'POST /v1/tunedModels/number-words-7/operations/tune%3A4u:cancel',
    '{\n}\n',
  ),
  // The error's code is the canonical number: 1 is CANCELLED.
  ...inBoth(
    'tunedModels.operations.get',
    { name: 'tunedModels/number-words-7/operations/9c1r4kd2' },
    'GET /v1/tunedModels/number-words-7/operations/9c1r4kd2',
    '{"name":"tunedModels/number-words-7/operations/9c1r4kd2","metadata":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1beta3.CreateTunedModelMetadata","tunedModel":"tunedModels/number-words-7","totalSteps":5,"completedSteps":2,"completedPercent":40,"snapshots":[{"step":1,"meanLoss":9.125,"computeTime":"2024-04-19T08:00:07.250Z"},{"step":2,"epoch":1,"meanLoss":7.5,"computeTime":"2024-04-19T08:00:09Z"}]},"done":true,"error":{"code":1,"message":"The operation was cancelled."}}',
  ),
  // It still runs, and so has no `done`.
  ...inBoth(
    'tunedModels.operations.list',
    { name: 'tunedModels/sentence-translator-9w2kq7', pageSize: 2, pageToken: 'op/1+=' },
    'GET /v1/tunedModels/sentence-translator-9w2kq7/operations?pageSize=2&pageToken=op%2F1%2B%3D',
    '{"operations":[{"name":"tunedModels/sentence-translator-9w2kq7/operations/5hq2v9x4","metadata":{"@type":"type.googleapis.com/google.ai.generativelanguage.v1beta.CreateTunedModelMetadata","totalSteps":8,"completedSteps":3,"completedPercent":37.5,"snapshots":[{"step":1,"meanLoss":4.1286926,"computeTime":"2024-04-19T09:12:31.004512Z"},{"step":2,"meanLoss":3.9006,"computeTime":"2024-04-19T09:12:33.118Z"},{"step":3,"epoch":1,"computeTime":"2024-04-19T09:12:35.000000001Z"}],"tunedModel":"tunedModels/sentence-translator-9w2kq7"}}],"nextPageToken":"op/3+="}',
  ),
];
