import { textAt } from '../../../base/json';
import type { JsonObject } from '../../../api/schema/row';
import { AppError } from '../../../base/errors';
import { listVersion } from '../../../catalog/kindOperations';
import type { KindId } from '../../../catalog/kinds';
import type { ResourceRef } from '../../../catalog/ref';
import type { PickItem } from '../../../platform/prompts';
import { requireConnected } from '../../../platform/errors';
import type { HandlerParts } from '../handlerParts';

/** Stands for the corpus itself among its documents; nothing has this name. */
const WHOLE = '';

/**
 * Lets the user choose a corpus, or one document of it, to answer from. Answers its resource name, or undefined.
 * Throws what the service answers: corpora are only listed for a signed-in user.
 */
export async function pickSource({
  session,
  prompts,
  l10n,
}: HandlerParts): Promise<string | undefined> {
  const { connection: chosen, version: preferred } = session.target;
  const connection = requireConnected(chosen, l10n);
  const { models } = session.services;
  const rows = async (kind: KindId, name: string): Promise<readonly PickItem<string>[]> => {
    const version = listVersion(kind, preferred) ?? preferred;
    const ref: ResourceRef = { connection, version, kind, name, collection: true };
    const found = await models.listed(ref);
    return found.map((resource) => row(resource));
  };
  const title = l10n.t('Answer From');
  const corpora = await rows('corpus', '');
  if (corpora.length === 0) {
    throw new AppError('noCorpus', l10n.t('There are no corpora here.'), {
      hint: l10n.t('Create one in the Resources view, or add passages.'),
    });
  }
  const corpus = await prompts.pick(
    { title, placeholder: l10n.t('Choose the corpus to answer from') },
    corpora,
  );
  if (corpus === undefined) return undefined;
  const whole: PickItem<string> = { label: l10n.t('The whole corpus'), value: WHOLE };
  const documents = await rows('document', corpus);
  const document = await prompts.pick(
    { title, placeholder: l10n.t('Choose the whole corpus, or a document of it') },
    [whole, ...documents],
  );
  return document === WHOLE ? corpus : document;
}

function row(resource: JsonObject): PickItem<string> {
  const value = textAt(resource, 'name');
  return { label: textAt(resource, 'displayName') || value, detail: value, value };
}
