import { NEW } from '../versions';
import { page, SNAKE } from './interactions/shared';
import type { MessageFamily } from './row';

const id = {
  type: 'string',
  required: true,
  immutable: true,
  doc: 'Last segment of the resource name, chosen by the client. The guides also show requests without it.',
} as const;
const KIND = 'The credential type.';
const bearer = { type: 'string', required: true, const: 'bearer_token', doc: KIND } as const;
const oauth = { type: 'string', required: true, const: 'oauth2', doc: KIND } as const;
const variable = {
  type: 'string',
  required: true,
  const: 'environment_variable',
  doc: KIND,
} as const;
const headerName = {
  type: 'string',
  doc: 'Header for the token. Default: Authorization.',
} as const;
const prefix = {
  type: 'string',
  presence: true,
  doc: 'Prefix of the token: Bearer by default, or an empty string for none.',
} as const;
const scopes = {
  type: 'string',
  repeated: true,
  doc: 'OAuth scopes of the access tokens.',
} as const;
const domains = {
  type: 'string',
  repeated: true,
  reaches: 'address',
  doc: 'Hosts the value can be sent to.',
} as const;
const TOKEN = 'The token. Never returned in responses.';
const SECRET = 'The client secret. Never returned in responses.';
const REFRESH = 'Refresh token used to obtain access tokens. Never returned in responses.';
const VALUE = 'The secret. The sandbox sees only a placeholder, and responses never include it.';
const PLACES = 'One or more request locations where the value can be inserted.';

export const credentialMessages = {
  'credentials.Credential': {
    ...SNAKE,
    fields: {
      id: {
        type: 'string',
        required: true,
        outputOnly: true,
        doc: 'Last segment of the resource name.',
      },
      type: { type: 'credentials.CredentialType', outputOnly: true, doc: 'The credential type.' },
      status: {
        type: 'credentials.CredentialStatus',
        outputOnly: true,
        doc: 'Whether agents can use the credential.',
      },
      create_time: { type: 'timestamp', outputOnly: true, doc: 'Creation time.' },
      update_time: { type: 'timestamp', outputOnly: true, doc: 'Time of the last update.' },
    },
  },
  'credentials.CredentialType': {
    versions: NEW,
    open: true,
    values: { bearer_token: null, oauth2: null, environment_variable: null },
  },
  'credentials.CredentialStatus': {
    versions: NEW,
    open: true,
    values: { active: null, revoked: null },
  },
  'credentials.CredentialCreateParams': {
    versions: NEW,
    oneOf: [
      'credentials.HttpBearerConfig',
      'credentials.OAuth2Config',
      'credentials.EnvironmentVariableConfig',
    ],
    by: 'type',
  },
  'credentials.HttpBearerConfig': {
    ...SNAKE,
    fields: {
      type: bearer,
      id,
      token: {
        type: 'string',
        required: true,
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: TOKEN,
      },
      header_name: headerName,
      prefix,
    },
  },
  /** OAuth grant from which the API obtains access tokens. Verified on creation. */
  'credentials.OAuth2Config': {
    ...SNAKE,
    fields: {
      type: oauth,
      id,
      client_id: { type: 'string', required: true, doc: 'The OAuth client ID.' },
      client_secret: {
        type: 'string',
        required: true,
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: SECRET,
      },
      refresh_token: {
        type: 'string',
        required: true,
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: REFRESH,
      },
      token_url: {
        type: 'string',
        required: true,
        reaches: 'address',
        doc: 'URL for requesting access tokens.',
      },
      scopes,
    },
  },
  /** Environment variable of a sandbox, injected into outgoing requests. */
  'credentials.EnvironmentVariableConfig': {
    ...SNAKE,
    fields: {
      type: variable,
      id,
      value: {
        type: 'string',
        required: true,
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: VALUE,
      },
      injection_location: {
        type: 'credentials.InjectionLocations',
        required: true,
        doc: PLACES,
      },
      trusted_domains: domains,
    },
  },
  'credentials.InjectionLocations': {
    versions: NEW,
    oneOf: ['credentials.InjectionLocationEnum', { list: 'credentials.InjectionLocationEnum' }],
  },
  'credentials.InjectionLocationEnum': {
    versions: NEW,
    values: { header: null, query: null, body: null },
  },
  'credentials.CredentialUpdate': {
    versions: NEW,
    oneOf: [
      'credentials.HttpBearerUpdateConfig',
      'credentials.OAuth2UpdateConfig',
      'credentials.EnvironmentVariableUpdateConfig',
    ],
    by: 'type',
  },
  'credentials.HttpBearerUpdateConfig': {
    ...SNAKE,
    fields: {
      type: bearer,
      token: { type: 'string', inputOnly: true, secret: true, reaches: 'credential', doc: TOKEN },
      header_name: headerName,
      prefix,
    },
  },
  'credentials.OAuth2UpdateConfig': {
    ...SNAKE,
    fields: {
      type: oauth,
      client_id: { type: 'string', doc: 'The OAuth client ID.' },
      client_secret: {
        type: 'string',
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: SECRET,
      },
      refresh_token: {
        type: 'string',
        inputOnly: true,
        secret: true,
        reaches: 'credential',
        doc: REFRESH,
      },
      token_url: {
        type: 'string',
        reaches: 'address',
        doc: 'URL for requesting access tokens.',
      },
      scopes,
    },
  },
  'credentials.EnvironmentVariableUpdateConfig': {
    ...SNAKE,
    fields: {
      type: variable,
      value: { type: 'string', inputOnly: true, secret: true, reaches: 'credential', doc: VALUE },
      injection_location: { type: 'credentials.InjectionLocations', doc: PLACES },
      trusted_domains: domains,
    },
  },
  'credentials.CredentialListResponse': page('credentials', 'credentials.Credential'),
} as const satisfies MessageFamily;
