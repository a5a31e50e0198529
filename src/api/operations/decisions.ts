import { DECISIONS } from '../status';
import { NEW } from '../versions';
import { ANY_SCOPE, type OperationRow } from './row';

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
