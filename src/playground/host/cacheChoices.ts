import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { AppError, errorMessage } from '../../base/errors';
import type { Prompts } from '../../platform/prompts';
import type { ResourceRef } from '../../catalog/ref';
import type { ChosenCache, Conversation } from '../../conversation/model/conversation';
import type { SessionAccess, SessionServices } from '../../conversation/session/context';
import type { Session } from '../../conversation/session/session';
import { type ChoiceRow, type Choices, withSeparators } from './choices';
import {
  FIELDS_OF_CACHE,
  digestOf,
  isExpired,
  requestBody,
} from '../../conversation/request/requestBody';
import { cacheFacts, estimateNote } from '../../conversation/session/notices';
import type { CallOutput } from '../../api/call';
import { packedModel, takesCachedContent } from '../../api/modelPack';
import { objectAt } from '../../base/json';
import { askExpiration } from '../../platform/questions';
import { plainText } from '../../platform/plainText';
import { requireTarget } from '../../conversation/request/resolveTarget';

export interface CacheChoicesDeps {
  readonly services: Pick<SessionServices, 'models' | 'clock' | 'log'>;
  readonly prompts: Pick<Prompts, 'pick' | 'input'>;
}

/** Returns the cached contents that the next request can start with: same connection, same model. */
export function cacheChoices(deps: CacheChoicesDeps, session: Session): Choices {
  return {
    title: l10n.t('Cached content'),
    placeholder: l10n.t('Select cached content to start requests with'),
    rows: async () => {
      const { cache, turns } = session.conversation;
      const last = turns.at(-1);
      const none: ChoiceRow = {
        id: '',
        label: l10n.t('No Cached Content'),
        detail: l10n.t('Each request sends the complete conversation.'),
        isCurrent: cache === undefined,
        async choose() {
          session.change(withoutCache);
          return true;
        },
      };
      const canMake = takesCachedContent(session.target.model, deps.services.clock.now());
      const make: readonly ChoiceRow[] =
        last && canMake
          ? [
              {
                id: '+',
                label: l10n.t('Cache This Conversation…'),
                detail: l10n.t(
                  'The conversation is stored on the server for a limited time. Requests send only later messages.',
                ),
                icon: 'add',
                separator: '',
                choose: () => cacheInitialContent(session, deps.prompts, last.id),
              },
            ]
          : [];
      return [none, ...(await listed(deps, session)), ...make];
    },
  };
}

export function withoutCache({ cache: _, ...conversation }: Conversation): Conversation {
  return conversation;
}

async function listed(
  { services: { models, clock, log } }: CacheChoicesDeps,
  session: Session,
): Promise<readonly ChoiceRow[]> {
  const { connection, model, version } = session.target;
  if (connection === undefined) return [];
  const served = versionFor(operationRow('cachedContents.list'), version);
  const collection: ResourceRef = {
    connection,
    version: served,
    kind: 'cachedContent',
    name: '',
    collection: true,
  };
  try {
    const now = clock.now();
    const own = (await models.listed(collection)).filter(
      (item) => item.model === model && !isExpired(chosenCache(item, connection), now),
    );
    const note = estimateNote(model);
    const row = (item: JsonObject): ChoiceRow => {
      const cache = chosenCache(item, connection);
      const facts = cacheFacts(cache, now);
      const { cache: chosen } = session.conversation;
      return {
        id: cache.name,
        label: cache.label,
        description: facts.slice(0, 2).join(' · '),
        detail: cache.name,
        facts: [facts.join(' · '), ...(note === '' ? [] : [note])],
        isCurrent: chosen?.name === cache.name,
        async choose() {
          if (chosen?.name !== cache.name) {
            session.change((conversation) => ({ ...conversation, cache }));
          }
          return true;
        },
      };
    };
    return withSeparators(own.map(row), l10n.t('For this model'));
  } catch (error) {
    log.warn(`cachedContents.list: ${errorMessage(error)}`);
    const detail = l10n.t('Couldn’t list the cached content: {0}', errorMessage(error));
    return [{ id: '!', label: l10n.t('No cached content'), detail, choose: async () => false }];
  }
}

/** API limit for display names, in characters. */
const MAX_NAME_LENGTH = 128;

/**
 * Caches a conversation up to a turn on the server, with its system instruction, tools, and files. Returns
 * false if dismissed.
 * @throws AppError if the content is too short for the model, and API errors
 */
export async function cacheInitialContent(
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
    title: l10n.t('Cache Conversation'),
    prompt: l10n.t('Enter a name for the {0} cached tokens', size.toLocaleString()),
    value: before.title.slice(0, MAX_NAME_LENGTH),
    validate: (value) =>
      value.trim().length > MAX_NAME_LENGTH
        ? l10n.t('Enter up to {0} characters.', MAX_NAME_LENGTH)
        : undefined,
  });
  if (name === undefined) return false;
  const seconds = await askExpiration(prompts, {
    title: l10n.t('Expiration'),
    other: l10n.t('Expiration'),
  });
  if (seconds === undefined) return false;
  session.refuseWhileStreaming();
  const displayName = name.trim();
  const wanted = { ...body, ttl: `${seconds}s`, ...(displayName !== '' && { displayName }) };
  const made = (await progress(
    l10n.t('Caching “{0}”', before.title),
    async (signal) =>
      await client.call('cachedContents.create', { body: wanted } as never, { version, signal }),
  )) as JsonObject;
  const cache = chosenCache(made, connection);
  const ref: ResourceRef = { connection, version, kind: 'cachedContent', name: cache.name };
  store.merge(ref, made);
  // If turns changed during the request, the panel reports that the cache isn't used.
  const beginning = { upTo: turn, digest: digestOf(before, count) };
  session.change((conversation) => ({ ...conversation, cache: { ...cache, beginning } }));
  return true;
}

function chosenCache(resource: JsonObject, connection: string): ChosenCache {
  const {
    name = '',
    displayName = '',
    model = '',
    expireTime,
  } = resource as CallOutput<'cachedContents.get'>;
  const tokens = objectAt(resource, 'usageMetadata').totalTokenCount;
  return {
    name,
    connection,
    model,
    label: displayName.trim() || name,
    ...(expireTime !== undefined && { expireTime }),
    ...(typeof tokens === 'number' && { tokens }),
  };
}

/** Includes the turns and the fields that the API rejects next to `cachedContent`. */
function beginningBody(
  { cache: _, ...conversation }: Conversation,
  count: number,
  model: string,
  version: Parameters<typeof requestBody>[1],
): JsonObject {
  const turns = conversation.turns.slice(0, count);
  const { input } = requestBody({ ...conversation, model, turns }, version);
  const body = input.body as JsonObject;
  const held = FIELDS_OF_CACHE.flatMap((field) =>
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
    'The conversation has {0} tokens. {1} requires at least {2} for caching.',
    size.toLocaleString(),
    plainText(model.replace(/^models\//, '')),
    least.toLocaleString(),
  );
  const hint = l10n.t('Select a later message, or attach content that many requests use.');
  throw new AppError('tooSmall', message, { hint });
}
