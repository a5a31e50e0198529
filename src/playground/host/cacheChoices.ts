import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { errorMessage } from '../../base/errors';
import type { Prompts } from '../../platform/prompts';
import type { ResourceRef } from '../../catalog/ref';
import type { Conversation } from '../../conversation/model/conversation';
import type { SessionServices } from '../../conversation/session/context';
import type { Session } from '../../conversation/session/session';
import { type ChoiceRow, type Choices, separated } from './choices';
import { cacheBeginning, chosenCache } from './cacheBeginning';
import { cacheFacts, estimateNote, isExpired } from '../../conversation/request/cacheTexts';

export interface CacheChoicesDeps {
  readonly services: Pick<SessionServices, 'models' | 'clock' | 'log'>;
  readonly prompts: Pick<Prompts, 'pick' | 'input'>;
}

/** The cached contents that the next request can begin with: those of its connection that are for its model. */
export function cacheChoices(deps: CacheChoicesDeps, session: Session): Choices {
  return {
    title: l10n.t('Cached content'),
    placeholder: l10n.t('Choose what requests begin with'),
    rows: async () => {
      const { cache, turns } = session.conversation;
      const last = turns.at(-1);
      const none: ChoiceRow = {
        id: '',
        label: l10n.t('Without cached content'),
        detail: l10n.t('All of the conversation is sent with each request.'),
        isCurrent: cache === undefined,
        async choose() {
          session.change(withoutCache);
          return true;
        },
      };
      const make: readonly ChoiceRow[] = last
        ? [
            {
              id: '+',
              label: l10n.t('Cache this conversation so far…'),
              detail: l10n.t(
                'The service keeps it for a time, and requests send only what follows.',
              ),
              icon: 'add',
              separator: '',
              choose: () => cacheBeginning(session, deps.prompts, last.id),
            },
          ]
        : [];
      return [none, ...(await listed(deps, session)), ...make];
    },
  };
}

/** The conversation without cached content. */
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
    ...{ connection, version: served, kind: 'cachedContent', name: '', collection: true },
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
    return separated(own.map(row), l10n.t('For this model'));
  } catch (error) {
    log.warn(`cachedContents.list: ${errorMessage(error)}`);
    const detail = l10n.t('The cached contents could not be listed: {0}', errorMessage(error));
    return [{ id: '!', label: l10n.t('No cached contents'), detail, choose: async () => false }];
  }
}
