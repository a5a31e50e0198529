import * as l10n from '@vscode/l10n';
import { isSuccess, readError, readText } from '../api/body';
import { AppError } from '../base/errors';
import { dollarsText } from '../base/format';
import type { JsonObject } from '../base/json';
import { upperTokenEstimate } from '../base/tokens';
import { estimatePrice } from '../catalog/priceEstimate';
import { plainText } from '../platform/plainText';
import type { Progress } from '../platform/progress';
import type { Prompts } from '../platform/prompts';
import type { Clients } from '../service/clients';
import type { Connections } from '../service/connection';
import { readRequest } from './runs/digest';
import type { NormalRequest } from './runs/normalRequest';
import {
  findRefusedPart,
  type KeywordClass,
  MAX_PROBES,
  type RefusedPart,
} from './runs/refusedPart';
import type { RunExchange } from './runs/runExchange';
import { schemaHash, schemasOf } from './runs/schemaHints';

interface BisectDeps {
  readonly prompts: Pick<Prompts, 'confirm' | 'notify'>;
  readonly progress: Progress;
  readonly clients: Pick<Clients, 'get'>;
  readonly connections: Pick<Connections, 'active'>;
  readonly now: () => number;
  /** Results by the hash of the schemas. `undefined` as a result: the schemas were accepted. */
  readonly known: Map<string, RefusedPart | undefined>;
}

/** In bytes. A response has one token. */
const MAX_RESPONSE = 1024 * 1024;

/**
 * Finds the part of a request’s schemas that the API refuses. Sends up to 12 requests, after a question. Throws API
 * errors other than a refusal, such as 429.
 */
export async function bisectSchema(deps: BisectDeps, exchange: RunExchange): Promise<void> {
  const { prompts, progress, clients, connections, now, known } = deps;
  const request = readRequest(exchange)?.request;
  const { active } = connections;
  if (!request) return;
  const hash = schemaHash(request);
  if (!known.has(hash)) {
    if (!active) {
      throw new AppError('notConnected', l10n.t('No connection is selected.'), {
        hint: l10n.t('Select a connection for the requests.'),
      });
    }
    const send = l10n.t('Send Requests');
    const options = { detail: consentText(deps, request, active.name), actions: [send] };
    const question = l10n.t('Find the rejected part of the schema?');
    if ((await prompts.confirm(question, options)) !== send) return;
    const client = await clients.get(active.id);
    const found = await progress(
      l10n.t('Finding the rejected part'),
      async (signal) =>
        await findRefusedPart(
          request,
          async (body) => await sendProbe(client, request, body, { signal, now }),
        ),
    );
    known.set(hash, found);
  }
  await prompts.notify('info', plainText(resultText(known.get(hash))));
}

async function sendProbe(
  client: Awaited<ReturnType<Clients['get']>>,
  { model }: NormalRequest,
  body: JsonObject,
  { signal, now }: { readonly signal: AbortSignal; readonly now: () => number },
): Promise<'accepted' | 'refused'> {
  const version = client.preferredVersion === 'v1alpha' ? 'v1alpha' : 'v1beta';
  const answer = await client.exchange(
    {
      operation: 'models.generateContent',
      version,
      method: 'POST',
      query: {},
      body,
      path: `/${version}/models/${encodeURIComponent(model)}:generateContent`,
    },
    { signal },
  );
  if (!isSuccess(answer)) {
    const error = await readError(answer, now(), true);
    // A 400 can also mean an invalid key or an unsupported location.
    if (answer.status === 400 && error.reason === 'invalidRequest') return 'refused';
    throw error;
  }
  await readText(answer.body, MAX_RESPONSE, 'cut');
  return 'accepted';
}

function consentText({ now }: BisectDeps, request: NormalRequest, connection: string): string {
  const { model } = request;
  const tokens = Math.ceil(upperTokenEstimate(JSON.stringify(schemasOf(request))));
  const usage = { promptTokenCount: MAX_PROBES * tokens, candidatesTokenCount: MAX_PROBES };
  const price = estimatePrice({ models: [model], usage, isSum: true }, now());
  const { message, args } = dollarsText(price?.total ?? 0);
  return [
    l10n.t(
      'Sends up to {0} requests to {1} over {2}. Each has the text “x” and a part of the schema, and asks for one output token.',
      MAX_PROBES,
      plainText(model),
      plainText(connection),
    ),
    price
      ? l10n.t(
          'Maximum cost: about {0}. The requests also count toward your quota.',
          l10n.t(message, ...args),
        )
      : l10n.t('The price is unknown. The requests also count toward your quota.'),
  ].join('\n\n');
}

function resultText(found: RefusedPart | undefined): string {
  if (!found) {
    return l10n.t(
      'The API accepts the tools and the response schema. It rejects another part, such as the contents or a file.',
    );
  }
  const { parts, properties, keyword, isTotal, probes } = found;
  const shown = (names: readonly string[]): string =>
    names.length > 5 ? `${names.slice(0, 5).join(', ')}, …` : names.join(', ');
  const place = properties.length > 0 ? `${shown(parts)}: ${shown(properties)}` : shown(parts);
  const result = isTotal
    ? l10n.t('The API rejects these parts only together: {0}.', place)
    : l10n.t('Rejected part: {0}.', place);
  const cause = keyword
    ? l10n.t('The API accepts it without {0}.', keywordText(keyword))
    : l10n.t('No single keyword is the cause.');
  return [result, cause, l10n.t('Requests sent: {0}.', probes)].join(' ');
}

function keywordText(keyword: KeywordClass): string {
  switch (keyword) {
    case 'items':
      return l10n.t('minItems and maxItems');
    case 'bounds':
      return l10n.t('limits of numbers and lengths');
    default:
      return keyword;
  }
}
