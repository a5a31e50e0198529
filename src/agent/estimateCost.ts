import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { pricesOn, packedModel, packedModels } from '../api/modelPack';
import { estimatedTokens } from '../base/tokens';
import { readPlainFileSync } from '../platform/safeFiles';
import { type ToolResult, type ToolContext, type Prepared, badInput, workspacePath } from './tool';
import { AppError } from '../base/errors';
import { localizedText, dollarsText } from '../base/format';
import { estimatePrice } from '../catalog/priceEstimate';
import type { Budget } from '../testing/budget';

interface Input {
  readonly model: string;
  readonly text?: string;
  readonly files?: readonly string[];
  readonly outputTokens?: number;
  readonly exact?: boolean;
}

const MAX_BYTES = 10 * 1024 * 1024;

export async function estimateCost(
  { model, text = '', files = [], outputTokens: output = 0, exact = false }: Input,
  context: ToolContext,
): Promise<Prepared> {
  const texts = [...(text === '' ? [] : [text]), ...(await readFiles(files, context))];
  if (texts.length === 0) {
    throw badInput('There is nothing to count.', 'Pass “text” or “files”.');
  }
  const name = modelName(model);
  if (!exact) {
    const input = Math.ceil(estimatedTokens(texts.join('')));
    return { run: () => Promise.resolve(resultOf(name, { input, output }, false, context.now())) };
  }
  const { isLive, name: connection } = context.connection();
  const what = [...(text === '' ? [] : [l10n.t('the text')]), ...files].join(', ');
  return {
    ...(isLive && {
      question: {
        title: l10n.t('Count Tokens'),
        message: l10n.t('Send {0} to “{1}” to count tokens? This is free.', what, connection),
        needs: ['money', ...(files.length > 0 ? (['attachments'] as const) : [])],
        key: texts.map((one) => one.length).join(),
      },
    }),
    run: async ({ signal }) => {
      const client = await context.client();
      const contents = [{ role: 'user', parts: texts.map((one) => ({ text: one })) }];
      const input = { model: name, body: { contents } };
      const { totalTokens = 0 } = await client.call('models.countTokens', input, { signal });
      return resultOf(name, { input: totalTokens, output }, true, context.now());
    },
  };
}

function resultOf(model: string, tokens: Tokens, exact: boolean, now: number): ToolResult {
  const { input, output } = tokens;
  const dollars = priceOf(model, tokens, now);
  const { inputTokenLimit: limit } = packedModel(model) ?? {};
  const prices = pricesOn(model, now);
  const lines = [
    `${exact ? '' : 'About '}${input} input tokens${output > 0 ? ` and up to ${output} output tokens` : ''} with ${model}. Estimated cost: ${shownPrice(dollars)}.`,
    ...(prices?.input === undefined || prices.output === undefined
      ? []
      : [`Published prices per million tokens: input $${prices.input}, output $${prices.output}.`]),
    ...(limit !== undefined && input > limit ? [`This exceeds the limit of ${limit} tokens.`] : []),
  ];
  const data = { model, inputTokens: input, outputTokens: output, exact };
  return { text: lines.join('\n'), data: { ...data, ...(dollars !== undefined && { dollars }) } };
}

async function readFiles(
  paths: readonly string[],
  context: ToolContext,
): Promise<readonly string[]> {
  let room = MAX_BYTES;
  const texts: string[] = [];
  for (const name of paths) {
    const { path } = workspacePath(name, context);
    room -= (await stat(path)).size;
    if (room < 0) throw badInput('The files are larger than 10 MB.', 'Pass fewer files.');
    const text = readPlainFileSync(path).toString('utf8');
    if (text.includes('\0')) throw badInput(`${name} isn’t text.`, 'Pass text files only.');
    texts.push(text);
  }
  return texts;
}

interface Tokens {
  readonly input: number;
  readonly output: number;
}

/** Returns the price in US dollars. Undefined if unknown. */
export function priceOf(model: string, { input, output }: Tokens, now: number): number | undefined {
  const usage = { promptTokenCount: input, candidatesTokenCount: output };
  return estimatePrice({ models: [model], usage }, now)?.total;
}

/** Returns the price for confirmations and results, as the value of a label. */
export function shownPrice(dollars: number | undefined): string {
  return dollars === undefined ? l10n.t('unknown') : localizedText(dollarsText(dollars));
}

/** Throws `AppError` (`budget`) if an estimated price doesn’t fit the budget, or is unknown. */
export function requireBudget(dollars: number | undefined, { dollars: limit }: Budget): void {
  if (limit === undefined || (dollars !== undefined && dollars <= limit)) return;
  throw new AppError(
    'budget',
    dollars === undefined
      ? 'The cost of this call is unknown, so it could exceed the remaining budget.'
      : `This costs about ${shownPrice(dollars)}, more than the remaining budget.`,
    {
      hint: 'Nothing was sent. Ask the user to raise the budget, or use the emulator.',
    },
  );
}

/** Returns the newest stable model for text. */
export function defaultModel(): string {
  const found = packedModels().find(({ kind, stage }) => kind === 'text' && stage === 'stable');
  return `models/${found?.id ?? ''}`;
}

export function modelName(model: string): string {
  return model.includes('/') ? model : `models/${model}`;
}
