import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { batchEnd } from '../batches';
import { videoEnd } from '../generatedMedia';
import { interactionEnd } from '../interactions';
import type { JobWatch } from '../jobWatches';
import type { HandlerContext } from '../handlerContext';
import type { WebhookEvent } from './deliveries';

type Data = Message<'interactions.WebhookEventData'>;

type WatchState =
  | { readonly kind: 'gone' }
  /** @property at expected end in ms since 1970. */
  | { readonly kind: 'running'; readonly at: number }
  | { readonly kind: 'ended'; readonly event: WebhookEvent };

export function watchState(
  world: HandlerContext,
  { kind, name }: JobWatch,
  origin: string,
): WatchState {
  const end = ends[kind](world, name, origin);
  if (!end) return { kind: 'gone' };
  return 'type' in end ? { kind: 'ended', event: end } : { kind: 'running', ...end };
}

type End = WebhookEvent | { readonly at: number } | undefined;

const ends: {
  readonly [K in JobWatch['kind']]: (world: HandlerContext, name: string, origin: string) => End;
} = {
  interactions: (world, name) => {
    const end = interactionEnd(world, name);
    if (!end?.status) return end;
    const { at, status, id, error } = end;
    const data: Data = {
      id,
      ...(error && { error_code: error.code, error_message: error.message }),
    };
    return { type: `interaction.${interactionEvents[status] ?? 'completed'}`, at, data };
  },
  batches: (world, name, origin) => {
    const end = batchEnd(world, name);
    if (!end?.state) return end;
    const { at, state, error, file } = end;
    const type = `batch.${state.replace('BATCH_STATE_', '').toLowerCase()}`;
    const data: Data = {
      id: name,
      ...(error && { error_code: batchErrors[error.code] ?? 'api_error' }),
      ...(error && { error_message: error.message }),
      ...(file !== undefined && { output_file_uri: addressOf(origin, file) }),
    };
    return { type, at, data };
  },
  operations: (world, name) => {
    const end = videoEnd(world, name);
    if (!end?.response) return end;
    const uri = firstVideo(end.response);
    const data: Data = { id: name, ...(uri !== '' && { output_file_uri: uri }) };
    return { type: 'video.generated', at: end.at, data };
  },
};

/** Error codes as strings, as the Interactions API uses them. */
const batchErrors: { readonly [code: number]: string } = {
  ...{ 1: 'cancelled', 3: 'invalid_request', 4: 'deadline_exceeded' },
};

const interactionEvents: { readonly [status: string]: string } = {
  ...{ requires_action: 'requires_action', failed: 'failed', cancelled: 'cancelled' },
};

function addressOf(origin: string, file: string): string {
  return `${origin}/v1beta/${file}:download?alt=media`;
}

function firstVideo({ generateVideoResponse: answer }: JsonObject): string {
  const [first] = isObject(answer) ? items(answer.generatedSamples) : [];
  const video = isObject(first) ? first.video : undefined;
  return isObject(video) ? textAt(video, 'uri') : '';
}
