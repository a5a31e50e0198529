import { RESOURCE_ID } from '../api/schema/fieldLimits';
import type { Message } from '../api/schema/infer';
import { findMessage, messages } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import { items, textAt } from '../base/json';
import { type Handler, type HandlerRows, singleReply } from './call';
import { requireEnvironment } from './environments/environments';
import type { HandlerContext } from './handlerContext';
import { applyMask, parsePatch } from './patch';
import { snakeStatePage } from './paging';
import { nameIn, recordNotFound, requireRecord } from './records';
import type { Stored } from './state/index';
import { aborted, StatusError } from './status';

const ID = new RegExp(`^(?:${RESOURCE_ID})$`);

/**
 * Stores a credential without its secrets, which may be real. Unlike the live API, doesn't validate `oauth2`
 * grants.
 */
const createCredential: Handler = (call, world) => {
  const { id: given, ...config } = call.body;
  const id = typeof given === 'string' && given !== '' ? given : world.ids.random();
  if (!ID.test(id)) {
    throw new StatusError(400, `Invalid value at 'id': '${id}' is no id of a credential.`);
  }
  checkConfig(config);
  const name = nameIn('', 'credentials', id);
  if (world.state.find('credentials', name)) throw aborted();
  const now = world.time.stamp();
  const type = textAt(config, 'type');
  const resource = { id, type, status: 'active', create_time: now, update_time: now };
  world.state.insert('credentials', {
    name,
    parent: '',
    resource,
    hidden: { config: unsecret(config) },
  });
  world.visibility.created(name);
  return singleReply(resource);
};

const getCredential: Handler = (call, world) =>
  singleReply(requireRecord(world, 'credentials', call.path.name ?? '').resource);

const listCredentials: Handler = (call, world) => {
  const { items: found, ...next } = snakeStatePage(call, world, 'credentials');
  return singleReply({ credentials: found.map(({ resource }) => resource), ...next });
};

const updateCredential: Handler = (call, world) => {
  const { name, resource, hidden } = requireRecord(world, 'credentials', call.path.name ?? '');
  const type = textAt(resource, 'type');
  if (call.body.type !== type) {
    const given = JSON.stringify(call.body.type ?? '');
    throw new StatusError(
      400,
      `Invalid value at 'type': ${given} is not the credential's '${type}'.`,
    );
  }
  const { config: before = {} } = hidden as { readonly config?: JsonObject };
  const config = applyMask(before, parsePatch(call, MESSAGES[type]));
  checkConfig(config);
  const changed = { ...resource, update_time: world.time.stamp() };
  const kept = { config: unsecret(config) };
  world.state.update('credentials', name, { resource: changed, hidden: kept });
  return singleReply(changed);
};

const deleteCredential: Handler = (call, world) => {
  const { name } = requireRecord(world, 'credentials', call.path.name ?? '');
  world.state.remove('credentials', name);
  return singleReply({});
};

const MESSAGES: { readonly [type: string]: string } = {
  bearer_token: 'credentials.HttpBearerUpdateConfig',
  oauth2: 'credentials.OAuth2UpdateConfig',
  environment_variable: 'credentials.EnvironmentVariableUpdateConfig',
};

function unsecret(config: JsonObject): JsonObject {
  const { fields = {} } = findMessage(MESSAGES[textAt(config, 'type')] ?? '') ?? {};
  return Object.fromEntries(Object.entries(config).filter(([name]) => !fields[name]?.secret));
}

function checkConfig(config: JsonObject): void {
  const { injection_location: places } = config;
  if (Array.isArray(places) && items(places).length === 0) {
    throw new StatusError(400, "Invalid value at 'injection_location': at least one is needed.");
  }
  if (textAt(config, 'type') === 'oauth2' && !URL.canParse(textAt(config, 'token_url'))) {
    throw new StatusError(400, "Invalid value at 'token_url': it is no address.");
  }
}

type Agent = Message<'agents.Agent'>;

/** Whether an ID names one of Google's agents, which aren't resources but the base of custom agents. */
export function isServiceAgent(id: string): boolean {
  return Object.hasOwn(messages['interactions.AgentOption'].values, id);
}

const createAgent: Handler = (call, world) => {
  const agent = call.body as Agent;
  const { id = world.ids.random(), base_agent: base, base_environment: environment } = agent;
  if (!ID.test(id)) {
    throw new StatusError(400, `Invalid value at 'id': '${id}' is no id of an agent.`);
  }
  if (base !== undefined && !isServiceAgent(base)) {
    throw new StatusError(400, `Invalid value at 'base_agent': there is no agent '${base}'.`);
  }
  if (typeof environment === 'string' && environment !== 'remote') {
    requireEnvironment(world, nameIn('', 'environments', environment));
  }
  const name = nameIn('', 'agents', id);
  const resource = { id, ...agent } as Stored['resource'];
  if (isServiceAgent(id) || world.state.find('agents', name)) throw aborted();
  world.state.insert('agents', { name, parent: '', resource, hidden: {} });
  world.visibility.created(name);
  return singleReply(resource);
};

export function findAgent(world: HandlerContext, id: string): Agent | undefined {
  return world.state.find('agents', nameIn('', 'agents', id))?.resource;
}

const getAgent: Handler = (call, world) =>
  singleReply(requireRecord(world, 'agents', call.path.name ?? '').resource);

const listAgents: Handler = (call, world) => {
  const { items, ...next } = snakeStatePage(call, world, 'agents');
  return singleReply({ agents: items.map(({ resource }) => resource), ...next });
};

const deleteAgent: Handler = (call, world) => {
  const name = call.path.name ?? '';
  if (!world.state.remove('agents', name)) throw recordNotFound(name);
  return singleReply({});
};

export const managedAgentHandlers = {
  'agents.create': createAgent,
  'agents.delete': deleteAgent,
  'agents.get': getAgent,
  'agents.list': listAgents,
  'credentials.create': createCredential,
  'credentials.delete': deleteCredential,
  'credentials.get': getCredential,
  'credentials.list': listCredentials,
  'credentials.update': updateCredential,
} as const satisfies HandlerRows;
