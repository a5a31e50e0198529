import { AGENTS, DECISIONS, INTERACTIONS } from '../status';
import { NEW } from '../versions';
import { ANY_SCOPE, type OperationRow, READ, SNAKE_PAGE } from './row';

const INTERACTION_METHOD = {
  versions: NEW,
  status: INTERACTIONS,
  case: 'snake',
  credential: 'apiKey',
  scopes: ANY_SCOPE,
} as const;

export const interactionOperations = {
  'interactions.create': {
    ...INTERACTION_METHOD,
    verb: 'POST',
    path: 'interactions',
    summary: 'Ask a model or an agent',
    cost: 'tokens',
    body: 'interactions.CreateInteractionBody',
    response: 'interactions.Interaction',
    effect: 'write',
    retry: 'safe',
    stream: { asked: 'body', event: 'interactions.InteractionSSEEvent' },
    slow: true,
    rpc: 'InteractionService/CreateInteraction',
  },
  'interactions.get': {
    ...INTERACTION_METHOD,
    ...READ,
    path: '{name=interactions/*}',
    summary: 'Get an interaction, complete or streamed',
    query: {
      stream: {
        type: 'bool',
        doc: 'Whether to stream the interaction, including existing content and subsequent events.',
      },
      last_event_id: {
        type: 'string',
        doc: 'Streams only the events after the event with this ID.',
      },
      include_input: { type: 'bool', doc: 'Whether to include the input in the response.' },
    },
    response: 'interactions.Interaction',
    stream: { asked: 'query', event: 'interactions.InteractionSSEEvent' },
    slow: true,
    rpc: 'InteractionService/GetInteraction',
  },
  'interactions.cancel': {
    ...INTERACTION_METHOD,
    verb: 'POST',
    path: '{name=interactions/*}/cancel',
    summary: 'Cancel an interaction that runs in the background',
    response: 'interactions.Interaction',
    effect: 'write',
    retry: 'safe',
    rpc: 'InteractionService/CancelInteraction',
  },
  'interactions.delete': {
    ...INTERACTION_METHOD,
    verb: 'DELETE',
    path: '{name=interactions/*}',
    summary: 'Delete an interaction',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    rpc: 'InteractionService/DeleteInteraction',
  },
} as const satisfies { readonly [id: string]: OperationRow };

const AGENT_METHOD = {
  versions: NEW,
  status: AGENTS,
  case: 'snake',
  credential: 'apiKey',
  scopes: ANY_SCOPE,
} as const;

export const agentOperations = {
  'agents.create': {
    ...AGENT_METHOD,
    verb: 'POST',
    path: 'agents',
    summary: 'Create an agent',
    body: 'agents.Agent',
    response: 'agents.Agent',
    effect: 'write',
    retry: 'never',
    rpc: 'AgentService/CreateAgent',
  },
  'agents.delete': {
    ...AGENT_METHOD,
    verb: 'DELETE',
    path: '{name=agents/*}',
    summary: 'Delete an agent',
    response: 'Empty',
    effect: 'dangerous',
    retry: 'never',
    rpc: 'AgentService/DeleteAgent',
  },
  'agents.get': {
    ...AGENT_METHOD,
    ...READ,
    path: '{name=agents/*}',
    summary: 'Get an agent',
    response: 'agents.Agent',
    rpc: 'AgentService/GetAgent',
  },
  'agents.list': {
    ...AGENT_METHOD,
    ...READ,
    path: 'agents',
    summary: 'List agents',
    query: {
      ...SNAKE_PAGE,
      parent: {
        type: 'string',
        doc: 'Parent of the agents, in the format projects/{project}/locations/{place}, if they belong to a Google Cloud location.',
      },
    },
    response: 'agents.AgentListResponse',
    paging: { items: 'agents' },
    rpc: 'AgentService/ListAgents',
  },
} as const satisfies { readonly [id: string]: OperationRow };

export const decisionOperations = {
  'decisions.create': {
    verb: 'POST',
    path: 'decisions',
    versions: NEW,
    status: DECISIONS,
    summary: 'Decide questions about an input',
    cost: 'tokens',
    body: 'decisions.CreateDecisionRequest',
    case: 'snake',
    response: 'decisions.CreateDecisionResponse',
    effect: 'read',
    retry: 'safe',
    credential: 'apiKey',
    scopes: ANY_SCOPE,
    rpc: 'DecisionService/CreateDecision',
  },
} as const satisfies { readonly [id: string]: OperationRow };
