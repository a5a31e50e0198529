import * as l10n from '@vscode/l10n';
import type { Message } from '../../../api/schema/infer';
import { estimatedTokens } from '../../../base/tokens';
import {
  DEFAULT_MODE,
  type ModelTurn,
  type Turn,
  type UserTurn,
} from '../../../conversation/model/conversation';
import { MODES } from '../../../conversation/model/modes';
import type { Spending } from '../../../conversation/model/protocol';
import { bareType, mediaKind } from '../contentTypes';
import type { Format } from '../format';
import { type Segment, segments } from '../segments';

export interface TokenRow {
  readonly label: string;
  /** Undefined if unknown. */
  readonly tokens?: number;
  readonly isEstimate?: boolean;
  /** Whether this row is part of the last row without this flag. */
  readonly isPart?: boolean;
}

type Modality = NonNullable<Message<'ModalityTokenCount'>['modality']>;
type Counts = readonly Message<'ModalityTokenCount'>[];

/**
 * Returns the tokens of a response and its message by part: API counts if exact, otherwise estimates.
 * @param before previous turns, from the first
 */
export function tokenUse(turn: ModelTurn, before: readonly Turn[]): readonly TokenRow[] {
  const { outcome } = turn;
  const usage = outcome?.usage ?? {};
  const { promptTokenCount, cachedContentTokenCount, toolUsePromptTokenCount } = usage;
  const { candidatesTokenCount, thoughtsTokenCount, totalTokenCount } = usage;
  const isContinued = turn.continuation !== undefined;
  return [
    ...counted(
      isContinued ? l10n.t('Prompts of all requests') : l10n.t('Prompt'),
      promptTokenCount,
    ),
    ...byModality(usage.promptTokensDetails),
    ...counted(l10n.t('cached'), cachedContentTokenCount, true),
    ...byModality(usage.cacheTokensDetails, (kind) => l10n.t('cached: {0}', kind)),
    ...(isContinued ? [] : messageRows(turn, before)),
    ...counted(l10n.t('Added by tools'), toolUsePromptTokenCount),
    ...byModality(usage.toolUsePromptTokensDetails),
    ...counted(l10n.t('Thoughts'), thoughtsTokenCount),
    ...counted(l10n.t('Response'), candidatesTokenCount),
    ...answerRows(turn),
    ...counted(l10n.t('Total'), totalTokenCount),
  ];
}

/** Explains an estimate, which isn't firm if the prices may have changed. */
export function priceNote(asOf: string, outdated: string | boolean | undefined): string {
  return outdated
    ? l10n.t('Estimate based on the last known paid-tier prices, as of {0}.', asOf)
    : l10n.t('Estimate based on paid-tier prices as of {0}.', asOf);
}

/** Returns a text such as `1,234 tokens, about $0.012, price unknown for 2 responses`. */
export function totalText({ tokens, price, unknown }: Spending, format: Format): string {
  const unpriced =
    unknown === 1
      ? l10n.t('price unknown for 1 response')
      : l10n.t('price unknown for {0} responses', format.count(unknown));
  return [
    format.tokens(tokens),
    ...(price === undefined ? [] : [format.aboutDollars(price)]),
    ...(unknown === 0 ? [] : [unpriced]),
  ].join(', ');
}

function counted(label: string, tokens: number | undefined, isPart = false): readonly TokenRow[] {
  return tokens ? [{ label, tokens, ...(isPart && { isPart }) }] : [];
}

/** Returns rows by modality. Empty if there is only one. */
function byModality(
  details: Counts = [],
  label: (kind: string) => string = (kind) => kind,
): readonly TokenRow[] {
  if (details.length < 2) return [];
  return details.flatMap(({ modality = 'MODALITY_UNSPECIFIED', tokenCount }) =>
    counted(label(modalityLabel(modality)), tokenCount, true),
  );
}

/** Returns the parts of the prompt. Mostly estimates, because the API counts only the full prompt. */
function messageRows(turn: ModelTurn, before: readonly Turn[]): readonly TokenRow[] {
  const asked = before.at(-1);
  if (asked?.role !== 'user') return [];
  const isChat = MODES[turn.mode ?? DEFAULT_MODE].isChat && turn.mode !== 'prompt';
  const others = isChat ? before.slice(0, -1).flatMap(segmentsOf) : [];
  const { systemInstruction, tools, cachedContent } = turn.sent ?? {};
  const isBare = turn.sent !== undefined && !systemInstruction && !tools && !cachedContent;
  const own = segmentsOf(asked);
  const elsewhere = new Set(others.map(modalityOf));
  if (!isBare) elsewhere.add('TEXT');
  return own.map((segment) => {
    const modality = modalityOf(segment);
    const isAlone =
      !elsewhere.has(modality) &&
      own.every((other) => other === segment || modalityOf(other) !== modality);
    const tokens = isAlone
      ? countOf(turn.outcome?.usage?.promptTokensDetails, modality)
      : undefined;
    return part(l10n.t('Your message: {0}', segmentLabel(segment)), segment, tokens);
  });
}

function answerRows(turn: ModelTurn): readonly TokenRow[] {
  const { candidatesTokenCount: all, candidatesTokensDetails: details } = turn.outcome?.usage ?? {};
  const own = segmentsOf(turn).filter(
    ({ kind }) =>
      kind !== 'result' && (kind !== 'thought' || !turn.outcome?.usage?.thoughtsTokenCount),
  );
  if (turn.edited || (all !== undefined && own.length < 2)) return byModality(details);
  // The API counts all candidates together.
  const isShared = (turn.alternatives?.length ?? 0) > 1;
  return own.map((segment) => {
    const modality = modalityOf(segment);
    const alike = own.filter((other) => modalityOf(other) === modality);
    const kinds = new Set(own.map(modalityOf)).size;
    const sum = isShared
      ? undefined
      : (countOf(details, modality) ?? (kinds === 1 ? all : undefined));
    const label = segmentLabel(segment);
    if (sum === undefined || alike.length === 1) return part(label, segment, sum);
    const lengths = alike.map((other) => textOf(other)?.length ?? 1);
    const share = (textOf(segment)?.length ?? 1) / lengths.reduce((one, other) => one + other, 0);
    return { label, tokens: Math.round(sum * share), isEstimate: true, isPart: true };
  });
}

function part(label: string, segment: Segment, measured: number | undefined): TokenRow {
  if (measured !== undefined) return { label, tokens: measured, isPart: true };
  const text = textOf(segment);
  if (text === undefined) return { label, isPart: true };
  return { label, tokens: Math.ceil(estimatedTokens(text)), isEstimate: true, isPart: true };
}

function countOf(details: Counts = [], modality: Modality): number | undefined {
  return details.find((row) => row.modality === modality)?.tokenCount;
}

function segmentsOf({ role, content, ...turn }: Turn): readonly Segment[] {
  const { attached, leftOut } = turn as Partial<UserTurn>;
  const known = { now: 0, ...(attached && { attached }), ...(leftOut && { leftOut }) };
  const all = segments(content.parts ?? [], role === 'user' ? known : undefined);
  return all.filter(({ kind }) => kind !== 'speaker');
}

function textOf(segment: Segment): string | undefined {
  if (segment.kind === 'card') return segment.name + JSON.stringify(segment.json);
  return 'text' in segment ? segment.text : undefined;
}

function modalityOf(segment: Segment): Modality {
  if (segment.kind !== 'media' && segment.kind !== 'file') return 'TEXT';
  const kind = segment.kind === 'media' ? segment.media : mediaKind(segment.mimeType);
  if (kind !== undefined)
    return ({ image: 'IMAGE', audio: 'AUDIO', video: 'VIDEO' } as const)[kind];
  return bareType(segment.mimeType).startsWith('text/') ? 'TEXT' : 'DOCUMENT';
}

function modalityLabel(modality: Modality): string {
  switch (modality) {
    case 'TEXT':
      return l10n.t('text');
    case 'IMAGE':
      return l10n.t('images');
    case 'VIDEO':
      return l10n.t('videos');
    case 'AUDIO':
      return l10n.t('audio');
    case 'DOCUMENT':
      return l10n.t('documents');
    default:
      return l10n.t('other content');
  }
}

function segmentLabel(segment: Segment): string {
  switch (segment.kind) {
    case 'answer':
      return l10n.t('text');
    case 'thought':
      return l10n.t('thoughts');
    case 'code':
      return l10n.t('executable code');
    case 'result':
      return l10n.t('code execution result');
    case 'media':
    case 'file':
      return segment.name || modalityLabel(modalityOf(segment));
    case 'transcript':
      return l10n.t('transcript');
    case 'speaker':
      return segment.name;
    case 'card':
      return segment.name || l10n.t('part without text');
  }
}
