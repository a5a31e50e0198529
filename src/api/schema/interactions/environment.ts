import type { MessageFamily } from '../row';
import { SNAKE, words } from './shared';

/** The machine that an agent works on: what is there, and whom it may reach. */
export const environmentMessages = {
  /** By id, by the word remote, or as it is to be. */
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
        doc: 'The one kind there is.',
      },
      environment_id: {
        type: 'string',
        doc: 'The environment that is changed. Absent: a new one is made.',
      },
      sources: {
        type: 'interactions.Source',
        repeated: true,
        doc: 'What is put there. Texts have 1 MB each and 2 MB together at most.',
      },
      network: { type: 'interactions.Network', doc: 'Whom it may reach.' },
      env: {
        type: 'interactions.Env',
        map: true,
        secret: true,
        reaches: 'credential',
        doc: 'Environment variables by their names.',
      },
    },
  },
  'interactions.Source': {
    ...SNAKE,
    reaches: 'address',
    fields: {
      type: { type: 'interactions.SourceType', doc: 'Where it comes from.' },
      source: {
        type: 'string',
        secret: 'query',
        reaches: 'address',
        doc: 'The bucket, the repository or the skill.',
      },
      content: { type: 'string', doc: 'The text itself, where it is inline.' },
      encoding: { type: 'string', doc: 'How the text is written, such as base64.' },
      target: { type: 'string', doc: 'Where it is put.' },
    },
  },
  'interactions.SourceType': words('gcs', 'inline', 'repository', 'skill_registry'),
  /** A value, or where it comes from. */
  'interactions.Env': { ...SNAKE, oneOf: ['string', 'interactions.EnvVar'] },
  'interactions.EnvVar': {
    ...SNAKE,
    fields: {
      value: { type: 'string', secret: true, reaches: 'credential', doc: 'The value.' },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'The id of a credential that has the value.',
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
    fields: { allowlist: { type: 'interactions.Allowlist', doc: 'Whom it may reach.' } },
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
        doc: 'A host, such as *.example.com. * is all.',
      },
      credential: {
        type: 'string',
        reaches: 'credential',
        doc: 'The id of a credential that is sent there.',
      },
      transform: {
        type: 'interactions.Transform',
        secret: true,
        reaches: 'credential',
        doc: 'Headers that are added on the way.',
      },
    },
  },
  /** Headers by their names, or several such. */
  'interactions.Transform': { ...SNAKE, oneOf: ['struct', { list: 'struct' }] },
} as const satisfies MessageFamily;
