import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import { packedModel, takesCachedContent } from '../../api/modelPack';
import type { JsonObject } from '../../api/schema/row';
import { AppError } from '../../base/errors';
import { items, textAt } from '../../base/json';
import { listVersion } from '../../catalog/kindOperations';
import { modelLifecycle } from '../../catalog/modelLifecycle';
import { LISTED } from '../../catalog/modelStatus';
import type { ResourceRef } from '../../catalog/ref';
import { askExpiration } from '../../platform/questions';
import type { PickItem } from '../../platform/prompts';
import type { ResourceHandler, ResourcesContext } from '../context';

const METHOD = 'createCachedContent';

export const cacheFiles: ResourceHandler = async (context, targets) => {
  const files = targets.filter(({ kind, collection }) => kind === 'file' && !collection);
  const [first] = files;
  if (!first) return;
  const { services, prompts } = context;
  const model = await askForModel(context, first);
  if (model === undefined) return;
  const parts = files.map((file) => filePart(services.store.find(file) ?? {}));
  const body = { model, contents: [{ role: 'user', parts }] };
  await requireEnough(context, first, body);
  const displayName = await prompts.input({
    title: l10n.t('Create Cached Content from Files'),
    prompt: l10n.t('Enter a display name'),
    value: '',
  });
  if (displayName === undefined) return;
  const words = { title: l10n.t('Expiration'), other: l10n.t('Expiration') };
  const seconds = await askExpiration(prompts, words);
  if (seconds === undefined) return;
  const { connection } = first;
  const version = versionFor(operationRow('cachedContents.create'), first.version);
  const collection: ResourceRef = {
    connection,
    version,
    kind: 'cachedContent',
    name: '',
    collection: true,
  };
  const name = displayName.trim();
  const input = {
    body: { ...body, ttl: `${seconds}s`, ...(name !== '' && { displayName: name }) },
  };
  const mark = services.store.mark([collection], 'creating');
  try {
    const made: JsonObject = await context.progress(
      l10n.t('Caching the files'),
      async (signal) =>
        await services.calls.call(collection, 'cachedContents.create', input as never, { signal }),
    );
    const ref: ResourceRef = {
      connection,
      version,
      kind: 'cachedContent',
      name: textAt(made, 'name'),
    };
    services.store.merge(ref, made);
    await context.reveal(ref);
  } finally {
    mark.dispose();
  }
};

export function filePart(file: JsonObject): JsonObject {
  return { fileData: { fileUri: textAt(file, 'uri'), mimeType: textAt(file, 'mimeType') } };
}

async function askForModel(
  context: ResourcesContext,
  target: ResourceRef,
): Promise<string | undefined> {
  return await context.prompts.pick(
    {
      title: l10n.t('Create Cached Content from Files'),
      placeholder: l10n.t('Select a model for the cached content'),
    },
    await cachingModels(context, target),
  );
}

/** Returns the models that support cached content. Throws `AppError` if there are none. */
export async function cachingModels(
  { services, clock }: ResourcesContext,
  { connection, version }: ResourceRef,
): Promise<readonly PickItem<string>[]> {
  const served = listVersion('model', version) ?? version;
  const { items: models } = await services.store.loadAll({
    connection,
    version: served,
    kind: 'model',
    name: '',
    collection: true,
  });
  const now = clock.now();
  const able = models.filter((model) => {
    const name = textAt(model, 'name');
    const told = services.modelStatuses.of({ connection, version: served, name }) ?? LISTED;
    const canCache = items(model.supportedGenerationMethods).includes(METHOD);
    if (!canCache || !takesCachedContent(name, now)) return false;
    return !modelLifecycle(name, now, told).isGone;
  });
  if (able.length === 0) {
    throw new AppError('noModel', l10n.t('No model on this connection supports cached content.'));
  }
  return able.map((model) => ({
    label: textAt(model, 'displayName') || textAt(model, 'name'),
    description: textAt(model, 'name'),
    value: textAt(model, 'name'),
  }));
}

/** Throws `AppError` if the content is smaller than the model's minimum cache size. */
async function requireEnough(
  { services, progress }: ResourcesContext,
  target: ResourceRef,
  body: { readonly model: string; readonly contents: readonly JsonObject[] },
): Promise<void> {
  const { model } = body;
  const least = packedModel(model)?.cacheMinimum;
  if (least === undefined) return;
  const version = versionFor(operationRow('models.countTokens'), target.version);
  const counted: JsonObject = await progress(
    l10n.t('Counting the tokens'),
    async (signal) =>
      await services.calls.call(
        { ...target, version },
        'models.countTokens',
        { model, body: { contents: body.contents } },
        { signal },
      ),
  );
  const size = typeof counted.totalTokens === 'number' ? counted.totalTokens : 0;
  if (size >= least) return;
  throw new AppError(
    'tooSmall',
    l10n.t(
      'These files have {0} tokens. To cache them, {1} requires at least {2}.',
      size.toLocaleString(),
      model.replace(/^models\//, ''),
      least.toLocaleString(),
    ),
    { hint: l10n.t('Choose more files, or another model.') },
  );
}
