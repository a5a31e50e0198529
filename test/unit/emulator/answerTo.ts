import { operationRow, type OperationId } from '../../../src/api/operations';
import type { JsonObject } from '../../../src/api/schema/row';
import { systemClock } from '../../../src/base/clock';
import { MockRegistry } from '../../../src/emulator/answers';
import type { Caller } from '../../../src/emulator/caller';
import { PromptPrefixCache } from '../../../src/emulator/promptPrefixCache';
import { handlers } from '../../../src/emulator/handlers';
import { ModelCatalog } from '../../../src/emulator/models';
import { builtInModels } from '../../../src/emulator/seeds/seeds';
import {
  Ids,
  ServerTime,
  Visibility,
  type HandlerContext,
} from '../../../src/emulator/handlerContext';
import { MemoryState } from '../../../src/emulator/state/memoryState';

/** An empty world in memory, at a fixed time. */
export function emptyWorld(): HandlerContext {
  const state = new MemoryState();
  const time = new ServerTime(systemClock, Date.UTC(2026, 0, 31));
  return {
    models: new ModelCatalog(state, time, builtInModels()),
    state,
    time,
    ids: new Ids('seed'),
    visibility: new Visibility(time),
    sentBeginnings: new PromptPrefixCache(time),
    answers: new MockRegistry({ current: () => [], onUse: () => undefined }),
  };
}

export function user(email: string): Caller {
  return { kind: 'user', email, scopes: [] };
}

/** What an operation answers a caller, without a server between. */
export function answerTo(
  world: HandlerContext,
  caller: Caller,
  operation: OperationId,
  {
    path = {},
    query = {},
    body = {},
  }: {
    readonly path?: { readonly [name: string]: string };
    readonly query?: JsonObject;
    readonly body?: JsonObject;
  } = {},
): JsonObject {
  const row = operationRow(operation);
  const origin = 'http://127.0.0.1:1';
  const sent = { operation, row, caller, path, query, origin, body, isMedia: false };
  const call = { ...sent, version: 'v1beta' } as const;
  const reply = world.state.transaction(() => handlers[operation]?.(call, world));
  const [step] = reply?.steps ?? [];
  if (!step) throw new Error(`${operation} has no answer.`);
  return step.message;
}
