import { BETA, BETA3, PALM } from '../versions';
import type { MessageFamily } from './row';

/** Tuned models and the training that makes them. */
export const tunedModelMessages = {
  TunedModel: {
    versions: PALM,
    fields: {
      tunedModelSource: {
        type: 'TunedModelSource',
        oneof: 'source_model',
        doc: 'A tuned model that is tuned further.',
      },
      baseModel: {
        type: 'string',
        immutable: true,
        oneof: 'source_model',
        doc: 'models/{id}: the model that is tuned.',
      },
      name: { type: 'string', outputOnly: true, doc: 'tunedModels/{id}.' },
      displayName: { type: 'string', limits: { maxLength: 40 }, doc: 'At most 40 characters.' },
      description: { type: 'string' },
      temperature: {
        type: 'float',
        presence: true,
        limits: { minimum: 0, maximum: 1 },
        doc: '0 to 1.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: { minimum: 0, maximum: 1 },
        doc: '0 to 1. Tokens are taken up to this sum of probabilities.',
      },
      topK: {
        type: 'int32',
        presence: true,
        doc: 'Tokens are taken among this many most probable ones.',
      },
      state: { type: 'TunedModel.State', outputOnly: true },
      createTime: { type: 'timestamp', outputOnly: true },
      updateTime: { type: 'timestamp', outputOnly: true },
      tuningTask: { type: 'TuningTask', required: true },
      readerProjectNumbers: {
        type: 'int64',
        repeated: true,
        versions: BETA,
        doc: 'Projects that may read it.',
      },
    },
  },
  'TunedModel.State': {
    versions: PALM,
    values: { STATE_UNSPECIFIED: 0, CREATING: 1, ACTIVE: 2, FAILED: 3 },
  },
  TunedModelSource: {
    versions: PALM,
    fields: {
      tunedModel: { type: 'string', immutable: true },
      baseModel: { type: 'string', outputOnly: true },
    },
  },
  TuningTask: {
    versions: PALM,
    fields: {
      startTime: { type: 'timestamp', outputOnly: true },
      completeTime: { type: 'timestamp', outputOnly: true },
      snapshots: {
        type: 'TuningSnapshot',
        repeated: true,
        outputOnly: true,
        doc: 'How the loss went.',
      },
      trainingData: {
        type: 'Dataset',
        required: true,
        inputOnly: true,
        immutable: true,
        doc: 'What it learns from; the service never gives it back.',
      },
      hyperparameters: { type: 'Hyperparameters', immutable: true },
    },
  },
  Hyperparameters: {
    versions: PALM,
    fields: {
      learningRate: {
        type: 'float',
        immutable: true,
        oneof: 'learning_rate_option',
        doc: 'Fixed step width.',
      },
      learningRateMultiplier: {
        type: 'float',
        immutable: true,
        oneof: 'learning_rate_option',
        versions: BETA,
        doc: 'Factor of the rate that the service recommends.',
      },
      epochCount: {
        type: 'int32',
        immutable: true,
        presence: true,
        doc: 'How often all examples are gone through; 5 when absent.',
      },
      batchSize: { type: 'int32', immutable: true, presence: true, doc: 'Examples per step.' },
    },
  },
  Dataset: {
    versions: PALM,
    fields: {
      examples: { type: 'TuningExamples', oneof: 'dataset' },
    },
  },
  TuningExamples: {
    versions: PALM,
    fields: {
      examples: {
        type: 'TuningExample',
        repeated: true,
        required: BETA3,
        doc: '20 or more are advised.',
      },
    },
  },
  TuningExample: {
    versions: PALM,
    fields: {
      textInput: {
        type: 'string',
        oneof: 'model_input',
        limits: { maxLength: 40_000 },
        doc: 'At most 40,000 characters.',
      },
      output: {
        type: 'string',
        required: true,
        limits: { maxLength: 5000 },
        doc: 'At most 5,000 characters.',
      },
    },
  },
  TuningSnapshot: {
    versions: PALM,
    fields: {
      step: { type: 'int32', outputOnly: true },
      epoch: { type: 'int32', outputOnly: true },
      meanLoss: { type: 'float', outputOnly: true },
      computeTime: { type: 'timestamp', outputOnly: true },
    },
  },
  /** How far a training is. */
  CreateTunedModelMetadata: {
    versions: PALM,
    fields: {
      tunedModel: { type: 'string' },
      totalSteps: { type: 'int32' },
      completedSteps: { type: 'int32' },
      completedPercent: { type: 'float', doc: '0 to 100.' },
      snapshots: { type: 'TuningSnapshot', repeated: true },
    },
  },
  ListTunedModelsResponse: {
    versions: PALM,
    fields: {
      tunedModels: { type: 'TunedModel', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
