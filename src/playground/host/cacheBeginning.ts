import * as l10n from '@vscode/l10n';
import type { CallOutput } from '../../api/call';
import { operationRow, versionFor } from '../../api/operations';
import { packedModel } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { objectAt } from '../../base/json';
import type { ResourceRef } from '../../catalog/ref';
import { askKeepTime } from '../../platform/keepTime';
import { plainText } from '../../platform/plainText';
import type { Prompts } from '../../platform/prompts';
import type { ChosenCache } from '../../conversation/model/chosenCache';
import type { Conversation } from '../../conversation/model/conversation';
import type { SessionAccess } from '../../conversation/session/context';
import { requestBody } from '../../conversation/request/requestBody';
import { requireTarget } from '../../conversation/request/resolveTarget';
import { digestOf, HELD_BY_CACHE } from '../../conversation/request/cacheUse';

/** Characters of a display name that the service takes. */
const LONGEST_NAME = 128;

/**
 * Lets the service keep the beginning of a conversation, up to a turn, with its system instruction, tools and files,
 * and has later requests begin with it. Answers whether that was done: the user may leave. Throws `AppError` where it
 * is too short for the model, and what the service answers.
 */
export async function cacheBeginning(
  session: SessionAccess,
  prompts: Pick<Prompts, 'pick' | 'input'>,
  turn: string,
): Promise<boolean> {
  const { clients, progress, store } = session.services;
  session.refuseWhileStreaming();
  const target = requireTarget(session.target);
  const { connection, model } = target;
  const version = versionFor(operationRow('cachedContents.create'), target.version);
  const before = session.conversation;
  const count = before.turns.findIndex(({ id }) => id === turn) + 1;
  const body = beginningBody(before, count, model, version);
  const client = await clients.get(connection);
  const size = await progress(
    l10n.t('Counting the tokens'),
    async (signal) =>
      await countTokens(body, model, (id, input) => client.call(id, input, { version, signal })),
  );
  requireEnough(size, model);
  const name = await prompts.input({
    title: l10n.t('Cache This Beginning'),
    prompt: l10n.t('A name for its {0} tokens, as you find them again', size.toLocaleString()),
    value: before.title.slice(0, LONGEST_NAME),
    validate: (value) =>
      value.trim().length > LONGEST_NAME
        ? l10n.t('Enter at most {0} characters.', LONGEST_NAME)
        : undefined,
  });
  if (name === undefined) return false;
  const seconds = await askKeepTime(prompts, {
    title: l10n.t('Keep It For'),
    other: l10n.t('Keep It For'),
  });
  if (seconds === undefined) return false;
  session.refuseWhileStreaming();
  const displayName = name.trim();
  const wanted = { ...body, ttl: `${seconds}s`, ...(displayName !== '' && { displayName }) };
  const made = (await progress(
    l10n.t('Caching the beginning of “{0}”', before.title),
    async (signal) =>
      await client.call('cachedContents.create', { body: wanted } as never, { version, signal }),
  )) as JsonObject;
  const cache = chosenCache(made, connection);
  const ref: ResourceRef = { connection, version, kind: 'cachedContent', name: cache.name };
  store.merge(ref, made);
  // Turns may have changed while the service was asked: then it is not used, which the panel says.
  const beginning = { upTo: turn, digest: digestOf(before, count) };
  session.change((conversation) => ({ ...conversation, cache: { ...cache, beginning } }));
  return true;
}

/** A resource of the service as a conversation keeps it. */
export function chosenCache(resource: JsonObject, connection: string): ChosenCache {
  const {
    name = '',
    displayName = '',
    model = '',
    expireTime,
  } = resource as CallOutput<'cachedContents.get'>;
  const tokens = objectAt(resource, 'usageMetadata').totalTokenCount;
  return {
    ...{ name, connection, model },
    label: displayName.trim() || name,
    ...(expireTime !== undefined && { expireTime }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** What is cached: the turns, and what may not stand beside the cache later. */
function beginningBody(
  { cache: _, ...conversation }: Conversation,
  count: number,
  model: string,
  version: Parameters<typeof requestBody>[1],
): JsonObject {
  const turns = conversation.turns.slice(0, count);
  const { input } = requestBody({ ...conversation, model, turns }, version);
  const body = input.body as JsonObject;
  const held = HELD_BY_CACHE.flatMap((field) =>
    body[field] === undefined ? [] : [[field, body[field]]],
  );
  return { model, contents: body.contents ?? [], ...Object.fromEntries(held) } as JsonObject;
}

async function countTokens(
  body: JsonObject,
  model: string,
  call: (id: 'models.countTokens', input: never) => Promise<unknown>,
): Promise<number> {
  const input = { model, body: { generateContentRequest: body } };
  const { totalTokens } = (await call('models.countTokens', input as never)) as JsonObject;
  return typeof totalTokens === 'number' ? totalTokens : 0;
}

function requireEnough(size: number, model: string): void {
  const least = packedModel(model)?.cacheMinimum;
  if (least === undefined || size >= least) return;
  const message = l10n.t(
    'This beginning has {0} tokens. {1} caches {2} and more.',
    size.toLocaleString(),
    plainText(model.replace(/^models\//, '')),
    least.toLocaleString(),
  );
  const hint = l10n.t('Choose a later message, or attach what many requests are about.');
  throw new AppError('tooSmall', message, { hint });
}
