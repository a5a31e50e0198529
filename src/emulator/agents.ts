import { RESOURCE_ID } from '../api/schema/fieldLimits';
import type { Message } from '../api/schema/infer';
import { messages } from '../api/schema/messages';
import { type Handler, singleReply } from './call';
import { requireEnvironment } from './environments';
import { snakeStatePage } from './paging';
import { nameIn, recordNotFound, requireRecord } from './records';
import type { Stored } from './state';
import { aborted, StatusError } from './status';
import type { HandlerContext } from './handlerContext';

type Agent = Message<'agents.Agent'>;

const ID = new RegExp(`^(?:${RESOURCE_ID})$`);

/** Whether an ID names one of Google's agents, which aren't resources but the base of custom agents. */
export function isServiceAgent(id: string): boolean {
  return Object.hasOwn(messages['interactions.AgentOption'].values, id);
}

export const createAgent: Handler = (call, world) => {
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

export const getAgent: Handler = (call, world) =>
  singleReply(requireRecord(world, 'agents', call.path.name ?? '').resource);

export const listAgents: Handler = (call, world) => {
  const { items, ...next } = snakeStatePage(call, world, 'agents');
  return singleReply({ agents: items.map(({ resource }) => resource), ...next });
};

export const deleteAgent: Handler = (call, world) => {
  const name = call.path.name ?? '';
  if (!world.state.remove('agents', name)) throw recordNotFound(name);
  return singleReply({});
};
