import type { OperationRow } from '../api/operations/row';
import type { Message } from '../api/schema/infer';
import type { JsonObject } from '../api/schema/row';
import { nextPacificMidnight } from '../base/calendar';
import { whole, wrong } from './controlValues';
import { decisionPrompt } from './decisions';
import { countPrompt } from './engine/responseMetadata';
import { inputSteps, turnsOf } from './interactions/contents';
import { methodOf } from './models';
import { quotaExceeded } from './status';
import type { ServerTime } from './handlerContext';

/** Quotas per model. Undefined: unlimited. 0 blocks all requests. */
export interface QuotaSettings {
  readonly perMinute?: number;
  readonly perDay?: number;
  readonly tokensPerMinute?: number;
}

const NAMES = ['perMinute', 'perDay', 'tokensPerMinute'] as const;

/** Parses quotas of the control API or command line. Throws 400 if invalid. */
export function readQuotas(given: JsonObject): QuotaSettings {
  const strange = Object.keys(given).find((name) => !NAMES.some((known) => known === name));
  if (strange !== undefined)
    throw wrong(`Unknown quota ${strange}. Quotas are ${NAMES.join(', ')}.`);
  const set = NAMES.filter((name) => given[name] !== undefined);
  return Object.fromEntries(set.map((name) => [name, whole(given, name, 0)]));
}

interface QuotaRequest {
  readonly method: string | undefined;
  readonly model: string;
  readonly body: JsonObject;
}

function countedIn(row: OperationRow, model: string, body: JsonObject): QuotaRequest {
  if (row.path === 'decisions') {
    const asked = body as Message<'decisions.CreateDecisionRequest'>;
    const { model = '' } = asked;
    return { method: 'decide', model: `models/${idOf(model)}`, body: decisionPrompt(asked) };
  }
  if (row.path !== 'interactions') return { method: methodOf(row), model, body };
  const asked = body as Message<'interactions.CreateModelInteraction'> &
    Message<'interactions.CreateAgentInteraction'>;
  const contents = turnsOf(inputSteps(asked.input));
  const { system_instruction: system = '' } = asked;
  const systemInstruction = { parts: [{ text: system }] };
  return {
    method: 'generateContent',
    model: asked.agent ?? `models/${idOf(asked.model ?? '')}`,
    body: { contents, ...(system !== '' && { systemInstruction }) },
  };
}

function idOf(model: string): string {
  return model.replace(/^models\//, '');
}

const COUNTED: { readonly [method: string]: readonly [metric: string, id: string] | undefined } = {
  generateContent: ['generate_content', 'Generate'],
  decide: ['create_decision', 'CreateDecision'],
  embedContent: ['embed_content', 'EmbedContent'],
  batchEmbedContents: ['embed_content', 'EmbedContent'],
};

const MINUTE = 60_000;

interface Quota {
  readonly limit: number | undefined;
  readonly amount: number;
  readonly metric: string;
  readonly quotaId: string;
  readonly isDaily?: true;
}

/** Usage of a quota until its reset, in ms since 1970. */
interface Used {
  readonly until: number;
  readonly amount: number;
}

/** Quotas per model on the emulator clock. Not saved. */
export class Quotas {
  settings: QuotaSettings;
  readonly #time: ServerTime;
  readonly #used = new Map<string, Used>();

  constructor(time: ServerTime, settings: QuotaSettings = {}) {
    this.#time = time;
    this.settings = settings;
  }

  clear(): void {
    this.#used.clear();
  }

  /** Counts a call. Throws 429, without counting, if a quota is exceeded. */
  take(row: OperationRow, path: string, given: JsonObject): void {
    if (Object.keys(this.settings).length === 0) return;
    const now = this.#time.now();
    const { method, model, body } = countedIn(row, path, given);
    const counts = quotasOf(method, body, this.settings).map((quota) => {
      const { limit = 0, amount, metric, quotaId, isDaily } = quota;
      const key = `${quotaId} ${model}`;
      const used = this.#used.get(key) ?? { until: 0, amount: 0 };
      const isOver = used.until <= now;
      const until = !isOver ? used.until : isDaily ? nextPacificMidnight(now) : now + MINUTE;
      const sum = (isOver ? 0 : used.amount) + amount;
      if (sum <= limit) return [key, { until, amount: sum }] as const;
      // The live API suggests a delay in seconds even for daily quotas.
      const wait = Math.ceil(Math.min(until - now, MINUTE) / 1000);
      const word = isDaily || limit === 0 ? 'quota_exceeded' : 'rate_limit_exceeded';
      throw quotaExceeded({ metric, quotaId, limit, model, word, retryDelay: `${wait}s` });
    });
    for (const [key, used] of counts) this.#used.set(key, used);
  }
}

function quotasOf(
  method: string | undefined,
  body: JsonObject,
  settings: QuotaSettings,
): readonly Quota[] {
  const counted = COUNTED[method ?? ''];
  if (!counted) return [];
  const [name, id] = counted;
  const { perMinute, perDay, tokensPerMinute } = settings;
  const metric = `${name}_free_tier_requests`;
  const tokens = {
    metric: `${name}_free_tier_input_token_count`,
    quotaId: `${id === 'Generate' ? 'GenerateContent' : id}InputTokensPerModelPerMinute-FreeTier`,
  };
  const requests = (span: string): string => `${id}Requests${span}PerProjectPerModel-FreeTier`;
  const all: readonly Quota[] = [
    { limit: perDay, amount: 1, metric, quotaId: requests('PerDay'), isDaily: true },
    { limit: perMinute, amount: 1, metric, quotaId: requests('PerMinute') },
    { limit: tokensPerMinute, amount: tokensOf(body), ...tokens },
  ];
  return all.filter(({ limit }) => limit !== undefined);
}

function tokensOf(body: JsonObject): number {
  const { requests, content, contents, systemInstruction } = body as {
    readonly requests?: readonly JsonObject[];
    readonly content?: Message<'Content'>;
  } & Message<'GenerateContentRequest'>;
  if (requests) return requests.reduce((sum, one) => sum + tokensOf(one), 0);
  const { total } = countPrompt({
    contents: content ? [content] : (contents ?? []),
    ...(systemInstruction && { systemInstruction }),
  });
  return total;
}
