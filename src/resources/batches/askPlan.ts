import * as l10n from '@vscode/l10n';
import { operationRow, versionFor } from '../../api/operations';
import type { JsonObject } from '../../api/schema/row';
import { type Version, VERSIONS } from '../../api/versions';
import { AppError } from '../../base/errors';
import { localTime } from '../../base/format';
import { items, textAt } from '../../base/json';
import { topCollection } from '../../catalog/kindOperations';
import { kindRow } from '../../catalog/kinds';
import type { PickItem } from '../../platform/prompts';
import type { Connection } from '../../service/connection';
import type { ResourcesContext } from '../context';
import { type BatchCheck, type BatchKind, type BatchSource, checkSource } from './batchSource';
import {
  type BatchPlan,
  CREATE,
  INLINE,
  MAX_BYTES,
  MAX_INLINE_BYTES,
  nameProblem,
  priceLine,
  proposedName,
  requestCount,
  sizeLine,
} from './plan';

/** Methods listed by models that support batches, and by models on servers that don't list batch methods. */
const METHODS = {
  generate: ['batchGenerateContent', 'generateContent'],
  embed: ['asyncBatchEmbedContent', 'embedContent'],
} as const satisfies { readonly [K in BatchKind]: readonly string[] };

export function batchVersion({ apiVersion }: Pick<Connection, 'apiVersion'>): Version {
  return versionFor(operationRow(CREATE.generate.models), apiVersion ?? VERSIONS[0]);
}

/** Checks all requests and marks problems at their lines. Throws if none can be sent. */
export async function checkRequests(
  { activity, fileProblems }: ResourcesContext,
  source: BatchSource,
  version: Version,
): Promise<BatchCheck> {
  const check = await activity.run(l10n.t('Checking {0}', source.name), async (task) => {
    const onLines = (read: number): void =>
      task.report({ text: l10n.t('line {0}', read.toLocaleString('en')) });
    const found = await checkSource(source, { version, signal: task.signal, onLines });
    task.conclude(l10n.t('Checked {0}: {1}', source.name, requestCount(found.good)));
    return found;
  });
  const { uri } = source;
  if (uri !== undefined) fileProblems.set(uri, check.problems);
  if (check.good === 0) {
    if (uri !== undefined && check.bad > 0) await fileProblems.show(uri);
    throw new AppError('noRequests', l10n.t('{0} has no valid requests.', source.name), {
      hint: check.problems[0]
        ? l10n.t('Line {0}: {1}', check.problems[0].line, check.problems[0].message)
        : l10n.t('Each line must be {0}.', '{"key": "…", "request": {…}}'),
    });
  }
  if (check.bytes > MAX_BYTES) {
    throw new AppError('tooLarge', l10n.t('{0} is too large for a batch job.', source.name), {
      hint: l10n.t('Split it into files of up to 2 GB.'),
    });
  }
  return check;
}

type Step = 'go' | 'model' | 'name' | 'way' | 'problems' | 'facts';

function namesOf({ services }: ResourcesContext, connection: Connection): ReadonlySet<string> {
  const collection = topCollection('batch', connection);
  const loaded = collection && services.store.peek(collection);
  return new Set(loaded?.items.map((batch) => kindRow('batch').label(batch)));
}

/** Shows the plan until the user confirms. Undefined if dismissed. Sends nothing. */
export async function askPlan(
  context: ResourcesContext,
  source: BatchSource,
  check: BatchCheck,
  connection: Connection,
  given: { readonly displayName?: string; readonly model?: string } = {},
): Promise<BatchPlan | undefined> {
  const { prompts, fileProblems } = context;
  const version = batchVersion(connection);
  const at = { connection: connection.id, version };
  const known = given.model ?? source.model;
  const model = known ?? (await askModel(context, at, source.kind));
  if (model === undefined) return undefined;
  const now = localTime(context.clock.now());
  const taken = namesOf(context, connection);
  let plan: BatchPlan = {
    source,
    check,
    ...at,
    model,
    displayName: given.displayName ?? proposedName(source, now, taken),
    isInline: check.bytes <= INLINE,
  };
  for (;;) {
    const step = await prompts.pick<Step>(
      { title: l10n.t('Create Batch Job'), placeholder: l10n.t('Review and create the batch job') },
      planItems(context, plan, connection.name),
    );
    if (step === undefined) return undefined;
    if (step === 'go') return plan;
    if (step === 'problems' && source.uri !== undefined) {
      await fileProblems.show(source.uri);
      return undefined;
    }
    if (step === 'model')
      plan = { ...plan, model: (await askModel(context, at, source.kind)) ?? plan.model };
    if (step === 'name')
      plan = { ...plan, displayName: (await askName(context, plan)) ?? plan.displayName };
    if (step === 'way' && check.bytes <= MAX_INLINE_BYTES)
      plan = { ...plan, isInline: !plan.isInline };
  }
}

function planItems(
  { clock }: ResourcesContext,
  plan: BatchPlan,
  connection: string,
): readonly PickItem<Step>[] {
  const { check, model, displayName, isInline, version } = plan;
  const { bad } = check;
  const price = priceLine(plan, clock.now());
  const first = check.problems[0];
  return [
    {
      label: l10n.t('Create batch job'),
      icon: 'check',
      value: 'go',
      description: sizeLine(check),
      detail: l10n.t('Responses arrive within 24 hours, usually sooner, at half the price.'),
    },
    ...(bad > 0
      ? [
          {
            label:
              bad === 1
                ? l10n.t('1 line will be skipped')
                : l10n.t('{0} lines will be skipped', bad.toLocaleString('en')),
            detail: first ? l10n.t('Line {0}: {1}', first.line, first.message) : '',
            icon: 'warning',
            value: 'problems' as const,
          },
        ]
      : []),
    {
      label: l10n.t('Model'),
      icon: 'symbol-misc',
      value: 'model',
      description: model.replace(/^models\//, ''),
      separator: l10n.t('settings'),
    },
    { label: l10n.t('Name'), description: displayName, icon: 'tag', value: 'name' },
    {
      label: l10n.t('Sent'),
      icon: isInline ? 'json' : 'cloud-upload',
      value: 'way',
      description: isInline ? l10n.t('inline in the request') : l10n.t('as an uploaded file'),
      ...(check.bytes > MAX_INLINE_BYTES && {
        detail: l10n.t('Inline requests are limited to 20 MB.'),
      }),
    },
    ...(price === undefined
      ? []
      : [
          {
            label: l10n.t('Estimated price'),
            description: price,
            icon: 'credit-card',
            value: 'facts' as const,
            separator: l10n.t('estimate'),
          },
        ]),
    {
      label: l10n.t('Connection'),
      icon: 'plug',
      value: 'facts',
      description: l10n.t('{0}, version {1}', connection, version),
      separator: l10n.t('destination'),
    },
  ];
}

async function askName(
  { prompts }: ResourcesContext,
  { displayName }: BatchPlan,
): Promise<string | undefined> {
  const name = await prompts.input({
    title: l10n.t('Create Batch Job'),
    prompt: l10n.t('Enter a name for the batch job'),
    value: displayName,
    validate: (typed) => nameProblem(typed),
  });
  return name?.trim();
}

async function askModel(
  context: ResourcesContext,
  at: { readonly connection: string; readonly version: Version },
  kind: BatchKind,
): Promise<string | undefined> {
  const { prompts } = context;
  return await prompts.pick(
    {
      title: l10n.t('Create Batch Job'),
      placeholder:
        kind === 'generate' ? l10n.t('Select a model') : l10n.t('Select an embedding model'),
    },
    modelItems(context, at, kind),
  );
}

async function modelItems(
  { services }: ResourcesContext,
  { connection, version }: { readonly connection: string; readonly version: Version },
  kind: BatchKind,
): Promise<readonly PickItem<string>[]> {
  const collection = topCollection('model', { id: connection, apiVersion: version });
  const models = collection ? (await services.store.loadAll(collection)).items : [];
  const [batches, single] = METHODS[kind];
  const able = (method: string): readonly JsonObject[] =>
    models.filter((model) => items(model.supportedGenerationMethods).includes(method));
  const found = able(batches);
  // Not every server lists batch support per model.
  const shown = found.length > 0 ? found : able(single);
  if (shown.length === 0) {
    throw new AppError(
      'noModel',
      l10n.t('No model on this connection supports this type of batch job.'),
    );
  }
  const row = kindRow('model');
  return shown.map((model) => ({
    value: textAt(model, 'name'),
    label: row.label(model),
    description: textAt(model, 'name'),
    icon: row.icon,
  }));
}
