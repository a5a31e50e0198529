import { RESOURCE_ID } from '../../api/schema/fieldLimits';
import type { JsonObject } from '../../api/schema/row';
import { items, textAt } from '../../base/json';
import type { Badge, KindRow } from '../kindRow';
import { text, type Text } from '../text';
import { dayOf, Facts, type Parts, toldBy, wordsOf } from './facts';

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

function facts(resource: JsonObject, isSpoken: boolean): Parts {
  const day = dayOf(resource, 'update_time');
  return [
    isRevoked(resource) ? STATES.revoked : undefined,
    typeOf(resource),
    day === undefined ? undefined : text(isSpoken ? 'changed on {0}' : 'changed {0}', day),
  ];
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
  ...toldBy(facts),
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

const FAILED = 'disabled_due_to_failed_deliveries';

/** By API name. The default, enabled, isn't shown. */
const states: { readonly [state: string]: Text } = {
  disabled: text('disabled'),
  [FAILED]: text('disabled after failed deliveries'),
};

const OFF: Badge = {
  text: '!',
  spoken: text('disabled after failed deliveries'),
};

/** Returns host and path of the URL. The query may contain a secret of the receiver. */
function targetOf(resource: JsonObject): string {
  const uri = textAt(resource, 'uri');
  if (!URL.canParse(uri)) return uri;
  const { host, pathname } = new URL(uri);
  return `${host}${pathname === '/' ? '' : pathname}`;
}

function webhookFacts(resource: JsonObject): Parts {
  const target = targetOf(resource);
  const events = items(resource.subscribed_events).length;
  const state = wordsOf(states, textAt(resource, 'state'));
  return [
    target === '' || target === labelOf(resource) ? undefined : text('{0}', target),
    state,
    text(events === 1 ? '{0} event' : '{0} events', events),
  ];
}

function labelOf(resource: JsonObject): string {
  return textAt(resource, 'name').trim() || targetOf(resource) || textAt(resource, 'id');
}

const isEnabled = (resource: JsonObject): boolean => textAt(resource, 'state') === 'enabled';

export const webhook = {
  pattern: 'webhooks/*',
  message: 'webhooks.Webhook',
  namedBy: 'id',
  section: 'interactions',
  icon: 'broadcast',
  noun: text('webhook'),
  nouns: text('webhooks'),
  title: text('Webhooks'),
  empty: text('There are no webhooks.'),
  purpose: text('for job notifications'),
  label: labelOf,
  hasTwins: true,
  ...toldBy(webhookFacts),
  tooltip: (resource) =>
    new Facts()
      .add('ID', resource.id)
      .add('URL', resource.uri)
      .tell('State', wordsOf(states, textAt(resource, 'state')) ?? text('enabled'))
      .add('Events', items(resource.subscribed_events).join(', '))
      .add('Created', resource.create_time)
      .add('Updated', resource.update_time).rows,
  state: (resource) => wordsOf(states, textAt(resource, 'state')) ?? text('enabled'),
  icons: (resource) => (isEnabled(resource) ? undefined : 'circle-slash'),
  badge: (resource) => (textAt(resource, 'state') === FAILED ? OFF : undefined),
  verbs: {
    pingWebhook: isEnabled,
    showDeliveries: () => true,
    checkDelivery: () => true,
    rotateSecret: () => true,
    disableWebhook: isEnabled,
    enableWebhook: (resource) => !isEnabled(resource),
  },
  collectionVerbs: ['showDeliveries', 'checkDelivery'],
  form: ['uri', 'subscribed_events', 'name'],
  template: {
    name: '',
    uri: 'https://',
    subscribed_events: ['interaction.completed', 'interaction.failed', 'batch.succeeded'],
  },
  shownOnce: 'new_signing_secret',
} as const satisfies KindRow;
