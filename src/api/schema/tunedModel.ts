import { BETA3, TODAY_ALL, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

/** Tuned models and the training that makes them. */
export const tunedModelMessages = {
  TunedModel: {
    versions: TODAY_ALL,
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
      displayName: {
        type: 'string',
        limits: { maxLength: 40 },
        doc: 'Name for people, at most 40 characters.',
      },
      description: { type: 'string', doc: 'What the model is for.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: '0 to 1. Higher is more varied. Absent: that of the base model.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        doc: '0 to 1. Tokens are taken up to this sum of probabilities.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        doc: 'Tokens are taken among this many most probable ones.',
      },
      state: {
        type: 'TunedModel.State',
        outputOnly: true,
        doc: 'Whether it is in training, can be used, or failed.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      tuningTask: {
        type: 'TuningTask',
        required: true,
        doc: 'The training that makes the model.',
      },
      readerProjectNumbers: {
        type: 'int64',
        repeated: true,
        versions: TODAY_V1,
        doc: 'Projects that may read it.',
      },
    },
  },
  'TunedModel.State': {
    versions: TODAY_ALL,
    values: { STATE_UNSPECIFIED: 0, CREATING: 1, ACTIVE: 2, FAILED: 3 },
  },
  TunedModelSource: {
    versions: TODAY_ALL,
    fields: {
      tunedModel: {
        type: 'string',
        immutable: true,
        doc: 'tunedModels/{id}: the model that is tuned further.',
      },
      baseModel: {
        type: 'string',
        outputOnly: true,
        doc: 'models/{id}: the model below all tuning.',
      },
    },
  },
  TuningTask: {
    versions: TODAY_ALL,
    fields: {
      startTime: { type: 'timestamp', outputOnly: true, doc: 'When the training began.' },
      completeTime: { type: 'timestamp', outputOnly: true, doc: 'When the training ended.' },
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
      hyperparameters: {
        type: 'Hyperparameters',
        immutable: true,
        doc: 'How the training goes. Absent: as the service sees fit.',
      },
    },
  },
  Hyperparameters: {
    versions: TODAY_ALL,
    fields: {
      learningRate: {
        type: 'float',
        immutable: true,
        presence: true,
        oneof: 'learning_rate_option',
        doc: 'How far each step goes. Absent: 0.001 or 0.0002, by the number of examples. Not together with learningRateMultiplier.',
        // That version has no other option beside it.
        differs: {
          v1beta3: {
            oneof: null,
            doc: 'How far each step goes. Absent: 0.0002 or 0.002, by the number of examples.',
          },
        },
      },
      learningRateMultiplier: {
        type: 'float',
        immutable: true,
        oneof: 'learning_rate_option',
        versions: TODAY_V1,
        doc: 'Factor of the rate that the service recommends.',
      },
      epochCount: {
        type: 'int32',
        immutable: true,
        presence: true,
        doc: 'How often all examples are gone through; 5 when absent.',
        differs: { v1beta3: { doc: 'How often all examples are gone through; 10 when absent.' } },
      },
      batchSize: {
        type: 'int32',
        immutable: true,
        presence: true,
        doc: 'Examples per step. Absent: 4 or 16, by the number of examples.',
        differs: {
          v1beta3: { doc: 'Examples per step. Absent: 16 or 64, by the number of examples.' },
        },
      },
    },
  },
  Dataset: {
    versions: TODAY_ALL,
    fields: {
      examples: {
        type: 'TuningExamples',
        oneof: 'dataset',
        limits: { maxBytes: 4 * 1024 * 1024 },
        doc: 'The examples themselves.',
      },
    },
  },
  TuningExamples: {
    versions: TODAY_ALL,
    fields: {
      examples: {
        type: 'TuningExample',
        repeated: true,
        required: BETA3,
        limits: { advisedItems: 20 },
        doc: 'Inputs with the outputs that are wanted; 20 or more are advised.',
      },
    },
  },
  TuningExample: {
    versions: TODAY_ALL,
    fields: {
      textInput: {
        type: 'string',
        oneof: 'model_input',
        limits: { maxLength: 40_000 },
        doc: 'What the model is asked, at most 40,000 characters.',
      },
      output: {
        type: 'string',
        required: true,
        limits: { maxLength: 5000 },
        doc: 'What it shall answer, at most 5,000 characters.',
      },
    },
  },
  TuningSnapshot: {
    versions: TODAY_ALL,
    fields: {
      step: { type: 'int32', outputOnly: true },
      epoch: { type: 'int32', outputOnly: true },
      meanLoss: { type: 'float', outputOnly: true },
      computeTime: { type: 'timestamp', outputOnly: true },
    },
  },
  /** How far a training is. */
  CreateTunedModelMetadata: {
    versions: TODAY_ALL,
    fields: {
      tunedModel: { type: 'string' },
      totalSteps: { type: 'int32' },
      completedSteps: { type: 'int32' },
      completedPercent: { type: 'float', doc: '0 to 100.' },
      snapshots: { type: 'TuningSnapshot', repeated: true },
    },
  },
  ListTunedModelsResponse: {
    versions: TODAY_ALL,
    fields: {
      tunedModels: { type: 'TunedModel', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
