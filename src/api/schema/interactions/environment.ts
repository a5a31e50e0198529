import type { MessageFamily } from '../row';
import { SNAKE, words } from './shared';

export const environmentMessages = {
  'interactions.InteractionEnvironment': {
    ...SNAKE,
    oneOf: ['string', 'interactions.Environment'],
  },
  'interactions.Environment': {
    ...SNAKE,
    fields: {
      type: {
        type: 'string',
        const: 'remote',
        required: true,
        doc: 'Always remote.',
      },
      environment_id: {
        type: 'string',
        doc: 'ID of the environment to change. Default: creates an environment.',
      },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'Sources to add to the environment. Inline text is limited to 1 MB per source and 2 MB in total.',
      },
      network: { type: 'interactions.Network', doc: 'Hosts the environment can access.' },
      env: {
        type: 'interactions.Env',
        map: true,
        secret: true,
        reaches: 'credential',
        doc: 'Environment variables, keyed by name.',
      },
    },
  },
  'interactions.Source': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      type: { type: 'interactions.SourceType', doc: 'Type of the source.' },
      source: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'Bucket, repository, or skill.',
      },
      content: { type: 'string', doc: 'Inline text.' },
      encoding: { type: 'string', doc: 'Encoding of the text, such as base64.' },
      target: { type: 'string', doc: 'Destination in the environment.' },
    },
  },
  'interactions.SourceType': words('gcs', 'inline', 'repository', 'skill_registry'),
  'interactions.Env': { ...SNAKE, oneOf: ['string', 'interactions.EnvVar'] },
  'interactions.EnvVar': {
    ...SNAKE,
    fields: {
      value: {
        type: 'string',
        secret: true,
        reaches: 'credential',
        doc: 'Value of the environment variable.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'ID of the credential that contains the value.',
      },
    },
  },
  'interactions.Network': {
    ...SNAKE,
    oneOf: ['interactions.Disabled', 'interactions.EnvironmentNetworkEgressAllowlist'],
  },
  'interactions.Disabled': words('disabled'),
  'interactions.EnvironmentNetworkEgressAllowlist': {
    ...SNAKE,
    fields: {
      allowlist: { type: 'interactions.Allowlist', doc: 'Hosts the environment can access.' },
    },
  },
  'interactions.Allowlist': {
    ...SNAKE,
    oneOf: ['interactions.Disabled', { list: 'interactions.AllowlistEntry' }],
  },
  'interactions.AllowlistEntry': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      domain: {
        type: 'string',
        required: true,
        reaches: 'address',
        doc: 'Host, such as *.example.com. Use * for all hosts.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'ID of the credential to send to the host.',
      },
      transform: {
        type: 'interactions.Transform',
        secret: true,
        reaches: 'credential',
        doc: 'Headers to add to requests.',
      },
    },
  },
  'interactions.Transform': { ...SNAKE, oneOf: ['struct', { list: 'struct' }] },
} as const satisfies MessageFamily;
