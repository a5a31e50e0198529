import * as l10n from '@vscode/l10n';
import { readFile, stat } from 'node:fs/promises';
import { packedModel, pricesAt } from '../api/modelPack';
import type { JsonObject } from '../base/json';
import { canBeInline, inlinePart } from '../conversation/attachments/loadAttachment';
import { mimeTypeOf } from '../files/mimeType';
import { requirePlainFile } from '../platform/safeFiles';
import { estimatedTokens, modelName, priceOf, shownPrice } from './money';
import { badInput, type Prepared, type Question, type ToolContext } from './tool';
import { workspacePath } from './workspace';

interface Input {
  readonly model: string;
  readonly text?: string;
  readonly files?: readonly string[];
  readonly outputTokens?: number;
  readonly exact?: boolean;
}

interface InputFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Buffer;
}

const MAX_BYTES = 10 * 1024 * 1024;

export async function estimateCost(
  { model, text = '', files = [], outputTokens = 0, exact = false }: Input,
  context: ToolContext,
): Promise<Prepared> {
  const read = await readFiles(files, context);
  const media = read.filter(({ type }) => !isText(type));
  if (text === '' && read.length === 0) {
    throw badInput('There is nothing to count.', 'Pass “text” or “files”.');
  }
  if (!exact && media.length > 0) {
    throw badInput(
      `Tokens of ${media.map(({ name }) => name).join(', ')} can’t be estimated offline.`,
      'Set “exact” to let the API count them.',
    );
  }
  const name = modelName(model);
  const { isLive, name: connection } = context.connection();
  const parts = [...(text === '' ? [] : [{ text }]), ...read.map(partOf)];
  return {
    ...(exact && isLive && { question: question(connection, read, text) }),
    run: async ({ signal }) => {
      const input = exact
        ? await counted(name, parts, context, signal)
        : estimatedTokens([text, ...read.map(({ bytes }) => bytes.toString('utf8'))].join(''));
      return result({ model: name, input, output: outputTokens, exact }, context.now());
    },
  };
}

async function counted(
  model: string,
  parts: readonly JsonObject[],
  context: ToolContext,
  signal: AbortSignal,
): Promise<number> {
  const client = await context.client();
  const body = { contents: [{ role: 'user', parts }] };
  const { totalTokens = 0 } = await client.call('models.countTokens', { model, body }, { signal });
  return totalTokens;
}

function result(
  { model, input, output, exact }: { model: string; input: number; output: number; exact: boolean },
  now: number,
): { text: string; data: JsonObject } {
  const dollars = priceOf(model, { input, output }, now);
  const { inputTokenLimit: limit } = packedModel(model) ?? {};
  const prices = pricesAt(model, now);
  const lines = [
    `${exact ? '' : 'About '}${input} input tokens${output > 0 ? ` and up to ${output} output tokens` : ''} with ${model}: ${shownPrice(dollars)}.`,
    ...(prices?.input === undefined
      ? ['The price of this model is unknown.']
      : [
          `Published prices per million tokens: input $${prices.input}, output $${prices.output ?? '?'}.`,
        ]),
    ...(limit !== undefined && input > limit ? [`This exceeds the limit of ${limit} tokens.`] : []),
  ];
  const data = { model, inputTokens: input, outputTokens: output, exact };
  return { text: lines.join('\n'), data: { ...data, ...(dollars !== undefined && { dollars }) } };
}

function question(connection: string, files: readonly InputFile[], text: string): Question {
  const names = files.map(({ name }) => name).join(', ');
  const what = [...(text === '' ? [] : [l10n.t('the text')]), ...(names === '' ? [] : [names])];
  return {
    title: l10n.t('Count Tokens'),
    message: l10n.t(
      'Send {0} to “{1}” to count tokens? Counting is free.',
      what.join(', '),
      connection,
    ),
    needs: ['money', ...(files.length > 0 ? (['attachments'] as const) : [])],
    key: JSON.stringify(files.map(({ bytes }) => bytes.length)),
  };
}

async function readFiles(
  paths: readonly string[],
  context: ToolContext,
): Promise<readonly InputFile[]> {
  let room = MAX_BYTES;
  const read: InputFile[] = [];
  for (const name of paths) {
    const { path } = workspacePath(name, context);
    await requirePlainFile(path);
    room -= (await stat(path)).size;
    if (room < 0)
      throw badInput('The files are larger than 10 MB.', 'Pass fewer or smaller files.');
    const bytes = await readFile(path);
    const type = mimeTypeOf(name, undefined, bytes.subarray(0, 4096));
    if (type === undefined || !canBeInline(type)) {
      throw badInput(`${name} has a type that can’t be sent.`, 'Pass text or media files.');
    }
    read.push({ name, type, bytes });
  }
  return read;
}

function partOf({ type, bytes }: InputFile): JsonObject {
  return isText(type)
    ? { text: bytes.toString('utf8') }
    : inlinePart(type, bytes.toString('base64'));
}

function isText(type: string): boolean {
  return type.startsWith('text/') || type === 'application/json';
}
