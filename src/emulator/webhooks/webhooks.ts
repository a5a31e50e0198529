import type { Message } from '../../api/schema/infer';
import { isLoopback } from '../../api/endpoint';
import { type Handler, type HandlerRows, singleReply } from '../call';
import { applyMask, parsePatch } from '../patch';
import { snakeStatePage } from '../paging';
import { nameIn, requireRecord } from '../records';
import type { Stored } from '../state';
import { StatusError } from '../status';
import { notifyJobChange } from '../jobs';
import type { HandlerContext } from '../handlerContext';
import { queueEvent } from './deliveries';
import {
  newSecret,
  secretsOf,
  secretText,
  toSecretResources,
  type WebhookHidden,
} from './signatures';

type Webhook = Message<'webhooks.Webhook'>;
type NewWebhook = Message<'webhooks.WebhookInput'>;
type Rotation = Message<'webhooks.RotateSigningSecretRequest'>;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Creates a webhook. Only this response contains the secret. */
const createWebhook: Handler = (call, world) => {
  const asked = call.body as NewWebhook;
  checkTarget(asked.uri ?? '');
  const id = world.ids.random();
  const name = nameIn('', 'webhooks', id);
  const now = world.time.stamp();
  const secret = newSecret(world);
  const webhook = { id, ...asked, state: 'enabled', create_time: now, update_time: now };
  const hidden: WebhookHidden = { since: world.time.now(), secrets: [secret] };
  const stored = world.state.insert('webhooks', {
    name,
    parent: '',
    resource: webhook,
    hidden: hidden as unknown as Stored['hidden'],
  });
  if (!stored) throw new Error(`${name} was free and is taken.`);
  world.visibility.created(name);
  notifyJobChange(world);
  return singleReply({ ...toResource(world, stored), new_signing_secret: secretText(secret) });
};

const getWebhook: Handler = (call, world) =>
  singleReply(toResource(world, requireRecord(world, 'webhooks', call.path.name ?? '')));

const listWebhooks: Handler = (call, world) => {
  const { items, ...next } = snakeStatePage(call, world, 'webhooks');
  return singleReply({ webhooks: items.map((one) => toResource(world, one)), ...next });
};

const updateWebhook: Handler = (call, world) => {
  const stored = requireRecord(world, 'webhooks', call.path.name ?? '');
  const changed = applyMask(stored.resource, parsePatch(call));
  const { uri = '' } = changed as Webhook;
  checkTarget(uri);
  const resource = { ...changed, update_time: world.time.stamp() };
  const { givenUp: _before, ...hidden } = stored.hidden;
  world.state.update('webhooks', stored.name, { resource, hidden });
  notifyJobChange(world);
  return singleReply(toResource(world, { ...stored, resource }));
};

const deleteWebhook: Handler = (call, world) => {
  const { name } = requireRecord(world, 'webhooks', call.path.name ?? '');
  world.state.removeBelow(name);
  world.state.remove('webhooks', name);
  return singleReply({});
};

const pingWebhook: Handler = (call, world) => {
  const stored = requireRecord(world, 'webhooks', call.path.name ?? '');
  const { id = '' } = stored.resource as Webhook;
  const event = { type: 'ping', at: world.time.now(), data: { id } };
  queueEvent(world, { webhook: stored.name }, event, world.ids.random());
  return singleReply({});
};

/**
 * Creates a new secret, which only this response contains. Previous secrets expire after a day or
 * immediately.
 */
const rotateSigningSecret: Handler = (call, world) => {
  const stored = requireRecord(world, 'webhooks', call.path.name ?? '');
  const { revocation_behavior: behavior = '' } = call.body as Rotation;
  const hidden = stored.hidden as unknown as WebhookHidden;
  const end = world.time.now() + DAY_MS;
  const kept = behavior.endsWith('immediately')
    ? []
    : secretsOf(world, hidden).map((one) => ({ ...one, until: Math.min(one.until ?? end, end) }));
  const secret = newSecret(world);
  const changed: WebhookHidden = { ...hidden, secrets: [secret, ...kept] };
  world.state.update('webhooks', stored.name, { hidden: changed as unknown as Stored['hidden'] });
  return singleReply({ secret: secretText(secret) });
};

function toResource(world: HandlerContext, { resource, hidden }: Stored): Stored['resource'] {
  return {
    ...resource,
    signing_secrets: toSecretResources(world, hidden as unknown as WebhookHidden),
  };
}

/** The live API requires HTTPS. The emulator allows HTTP for local targets. */
function checkTarget(uri: string): void {
  const url = URL.canParse(uri) ? new URL(uri) : undefined;
  if (url?.protocol === 'https:') return;
  if (url?.protocol === 'http:' && isLoopback(url.hostname)) return;
  throw new StatusError(
    400,
    `Invalid value at 'uri': '${uri}' is no address that begins with https.`,
  );
}

export const webhookHandlers = {
  'webhooks.create': createWebhook,
  'webhooks.delete': deleteWebhook,
  'webhooks.get': getWebhook,
  'webhooks.list': listWebhooks,
  'webhooks.ping': pingWebhook,
  'webhooks.rotateSigningSecret': rotateSigningSecret,
  'webhooks.update': updateWebhook,
} as const satisfies HandlerRows;
