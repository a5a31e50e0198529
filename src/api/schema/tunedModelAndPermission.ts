import { BETA3, PALM, TODAY_ALL, TODAY_V1 } from '../versions';
import { generationLimits } from './fieldLimits';
import type { MessageFamily } from './row';

export const tunedModelMessages = {
  TunedModel: {
    versions: TODAY_ALL,
    fields: {
      tunedModelSource: {
        type: 'TunedModelSource',
        oneof: 'source_model',
        doc: 'Tuned model to use as the starting point for tuning.',
      },
      baseModel: {
        type: 'string',
        immutable: true,
        oneof: 'source_model',
        doc: 'Base model to tune, in the format models/{id}.',
      },
      name: { type: 'string', outputOnly: true, doc: 'tunedModels/{id}.' },
      displayName: {
        type: 'string',
        limits: { maxLength: 40 },
        doc: 'Display name of up to 40 characters.',
      },
      description: { type: 'string', doc: 'Description of the model’s purpose.' },
      temperature: {
        type: 'float',
        presence: true,
        limits: generationLimits.unitTemperature,
        doc: 'Sampling temperature from 0 to 1. Higher values produce more varied responses. Default: the base model’s value.',
      },
      topP: {
        type: 'float',
        presence: true,
        limits: generationLimits.topP,
        doc: 'Samples from the most likely tokens up to this cumulative probability, from 0 to 1.',
      },
      topK: {
        type: 'int32',
        presence: true,
        limits: generationLimits.topK,
        doc: 'Samples from this many of the most likely tokens.',
      },
      state: {
        type: 'TunedModel.State',
        outputOnly: true,
        doc: 'State of the model: being tuned, ready for use, or failed.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
      tuningTask: {
        type: 'TuningTask',
        required: true,
        doc: 'Tuning job that creates the model.',
      },
      readerProjectNumbers: {
        type: 'int64',
        repeated: true,
        versions: TODAY_V1,
        doc: 'Project numbers with read access to the model.',
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
        doc: 'Tuned model to use as the starting point, in the format tunedModels/{id}.',
      },
      baseModel: {
        type: 'string',
        outputOnly: true,
        doc: 'Original base model, in the format models/{id}.',
      },
    },
  },
  TuningTask: {
    versions: TODAY_ALL,
    fields: {
      startTime: { type: 'timestamp', outputOnly: true, doc: 'Time tuning started.' },
      completeTime: { type: 'timestamp', outputOnly: true, doc: 'Time tuning ended.' },
      snapshots: {
        type: 'TuningSnapshot',
        repeated: true,
        outputOnly: true,
        doc: 'Loss metrics recorded during tuning.',
      },
      trainingData: {
        type: 'Dataset',
        required: true,
        inputOnly: true,
        immutable: true,
        doc: 'Training data. The API never returns it.',
      },
      hyperparameters: {
        type: 'Hyperparameters',
        immutable: true,
        doc: 'Hyperparameters for tuning. Default: chosen by the API.',
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
        doc: 'Learning rate. Default: 0.001 or 0.0002, depending on the number of examples. Can’t be combined with learningRateMultiplier.',
        differs: {
          v1beta3: {
            oneof: null,
            doc: 'Learning rate. Default: 0.0002 or 0.002, depending on the number of examples.',
          },
        },
      },
      learningRateMultiplier: {
        type: 'float',
        immutable: true,
        oneof: 'learning_rate_option',
        versions: TODAY_V1,
        doc: 'Multiplier for the learning rate recommended by the API.',
      },
      epochCount: {
        type: 'int32',
        immutable: true,
        presence: true,
        doc: 'Number of passes over all examples. Default: 5.',
        differs: { v1beta3: { doc: 'Number of passes over all examples. Default: 10.' } },
      },
      batchSize: {
        type: 'int32',
        immutable: true,
        presence: true,
        doc: 'Number of examples per step. Default: 4 or 16, depending on the number of examples.',
        differs: {
          v1beta3: {
            doc: 'Number of examples per step. Default: 16 or 64, depending on the number of examples.',
          },
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
        doc: 'Inline training examples.',
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
        doc: 'Input and expected output pairs. At least 20 are recommended.',
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
        doc: 'Model input of up to 40,000 characters.',
      },
      output: {
        type: 'string',
        required: true,
        limits: { maxLength: 5000 },
        doc: 'Expected model output of up to 5,000 characters.',
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

export const permissionMessages = {
  Permission: {
    versions: PALM,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        immutable: true,
        doc: 'Permission name, in the format corpora/{id}/permissions/{id} or tunedModels/{id}/permissions/{id}.',
      },
      granteeType: {
        type: 'Permission.GranteeType',
        required: BETA3,
        immutable: true,
        presence: true,
        doc: 'Type of grantee: a user, a group, or everyone. Can’t be changed later.',
      },
      emailAddress: {
        type: 'string',
        immutable: true,
        presence: true,
        doc: 'Email address of the grantee. Required for users and groups, and not allowed for everyone.',
      },
      role: {
        type: 'Permission.Role',
        required: true,
        presence: true,
        doc: 'Role of the grantee. Readers can use the resource, writers can also edit and share it, and owners can also delete it.',
      },
    },
  },
  'Permission.GranteeType': {
    versions: PALM,
    values: { GRANTEE_TYPE_UNSPECIFIED: 0, USER: 1, GROUP: 2, EVERYONE: 3 },
  },
  'Permission.Role': {
    versions: PALM,
    values: { ROLE_UNSPECIFIED: 0, OWNER: 1, WRITER: 2, READER: 3 },
  },
  ListPermissionsResponse: {
    versions: PALM,
    fields: {
      permissions: { type: 'Permission', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
  TransferOwnershipRequest: {
    versions: PALM,
    fields: {
      name: {
        type: 'string',
        required: true,
        pathBound: true,
        doc: 'Model name, in the format tunedModels/{id}. Part of the request URL.',
      },
      emailAddress: {
        type: 'string',
        required: true,
        doc: 'Email address of the new owner. The current owner becomes a writer.',
      },
    },
  },
  TransferOwnershipResponse: {
    versions: PALM,
    fields: {},
  },
} as const satisfies MessageFamily;
