import { RESOURCE_ID } from '../api/schema/fieldLimits';
import { findMessage } from '../api/schema/messages';
import type { JsonObject } from '../api/schema/row';
import { items, textAt } from '../base/json';
import { type Handler, singleReply } from './call';
import { applyMask, parsePatch } from './patch';
import { snakeStatePage } from './paging';
import { nameIn, requireRecord } from './records';
import { aborted, StatusError } from './status';

const ID = new RegExp(`^(?:${RESOURCE_ID})$`);

/**
 * Stores a credential without its secrets, which may be real. Unlike the live API, doesn't validate `oauth2`
 * grants.
 */
export const createCredential: Handler = (call, world) => {
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

export const getCredential: Handler = (call, world) =>
  singleReply(requireRecord(world, 'credentials', call.path.name ?? '').resource);

export const listCredentials: Handler = (call, world) => {
  const { items: found, ...next } = snakeStatePage(call, world, 'credentials');
  return singleReply({ credentials: found.map(({ resource }) => resource), ...next });
};

export const updateCredential: Handler = (call, world) => {
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

export const deleteCredential: Handler = (call, world) => {
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
