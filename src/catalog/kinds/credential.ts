import { RESOURCE_ID } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { textAt } from '../../base/json';
import type { Badge, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { dayOf, Facts, joined, wordsOf } from './facts';

const TYPES: { readonly [type: string]: Text } = {
  bearer_token: text('bearer token'),
  oauth2: text('OAuth'),
  environment_variable: text('environment variable'),
};

const STATES: { readonly [status: string]: Text } = {
  active: text('active'),
  revoked: text('revoked'),
};

const REVOKED: Badge = { text: '!', spoken: text('invalid') };

function typeOf(resource: JsonObject): Text | undefined {
  return wordsOf(TYPES, textAt(resource, 'type'));
}

function isRevoked(resource: JsonObject): boolean {
  return textAt(resource, 'status') === 'revoked';
}

function facts(resource: JsonObject, isSpoken: boolean): Text | undefined {
  const day = dayOf(resource, 'update_time');
  return joined(
    [
      isRevoked(resource) ? STATES.revoked : undefined,
      typeOf(resource),
      day === undefined ? undefined : text(isSpoken ? 'changed on {0}' : 'changed {0}', day),
    ],
    isSpoken ? ', ' : ' · ',
  );
}

/** Write-only secrets of agents. No document contains them. */
export const credential = {
  pattern: 'credentials/*',
  message: 'credentials.Credential',
  namedBy: 'id',
  section: 'interactions',
  icon: 'key',
  noun: text('credential'),
  nouns: text('credentials'),
  title: text('Credentials'),
  empty: text('There are no credentials for agents.'),
  purpose: text('a secret for agents'),
  label: (resource) => textAt(resource, 'id'),
  description: (resource) => facts(resource, false),
  spoken: (resource) => facts(resource, true),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .tell('Type', typeOf(resource))
      .tell('State', wordsOf(STATES, textAt(resource, 'status')))
      .add('Created', resource.create_time)
      .add('Updated', resource.update_time).rows,
  badge: (resource) => (isRevoked(resource) ? REVOKED : undefined),
  state: (resource) => wordsOf(STATES, textAt(resource, 'status')),
  type: typeOf,
  verbs: { changeSecret: () => true },
  id: RESOURCE_ID,
  form: [
    'token',
    'header_name',
    'prefix',
    'client_id',
    'client_secret',
    'refresh_token',
    'token_url',
    'scopes',
    'value',
    'injection_location',
    'trusted_domains',
  ],
} as const satisfies KindRow;
