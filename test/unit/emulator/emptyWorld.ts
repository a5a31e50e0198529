import { systemClock } from '../../../src/base/clock';
import { MockRegistry } from '../../../src/emulator/answers';
import type { Caller } from '../../../src/emulator/caller';
import {
  type HandlerContext,
  Ids,
  PromptPrefixCache,
  ServerTime,
  Visibility,
} from '../../../src/emulator/handlerContext';
import { ModelCatalog } from '../../../src/emulator/models';
import { builtInModels } from '../../../src/emulator/seeds/seeds';
import { openState } from '../../../src/emulator/state';

/** An empty world in memory, at a fixed time. */
export function emptyWorld(): HandlerContext {
  const state = openState(undefined);
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
