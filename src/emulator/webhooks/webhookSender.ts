import type { Message } from '../../api/schema/infer';
import type { JsonObject } from '../../api/schema/row';
import { isObject, items, textAt } from '../../base/json';
import { batchEnd } from '../batches/batches';
import { catchUp } from '../batches/batchWorker';
import { videoEnd } from '../generatedMedia';
import { interactionEnd } from '../interactions/index';
import type { Stored } from '../state';
import { type JobWatch, onJobChange, pendingWatches, removeWatch } from '../jobs';
import type { HandlerContext } from '../handlerContext';
import {
  changeDelivery,
  deliveries,
  type Delivery,
  deliveryOf,
  findDelivery,
  queueEvent,
  recordAttempt,
  startAttempt,
  type WebhookEvent,
} from './deliveries';
import { addressesOf, post, type PostResult } from './post';
import { secretsOf, signatureOf, tokenFor, type WebhookHidden } from './signatures';

type Webhook = Message<'webhooks.Webhook'>;

interface SendPlan {
  readonly due: readonly Stored[];
  readonly next: number;
}

interface OutgoingEvent {
  readonly stored: Stored;
  readonly delivery: Delivery;
  readonly uri: string;
  readonly headers: { readonly [name: string]: string };
}

/** Retry delay if another process locks the database. */
const AFTER_ERROR_MS = 60_000;
/** Number of consecutive failed events after which a webhook is disabled. */
const MAX_FAILED_EVENTS = 3;
const REFUSED = 'The emulator sends webhooks only to this machine.';

/** Sends webhook events on the emulator clock, when a job ends or a retry is due. */
export class WebhookSender {
  readonly #world: HandlerContext;
  readonly #origin: string;
  readonly #onError: (error: unknown) => void;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** @param origin base URL of the emulator, which is the issuer of tokens. */
  constructor(world: HandlerContext, origin: string, onError: (error: unknown) => void) {
    this.#world = world;
    this.#origin = origin;
    this.#onError = onError;
  }

  start(): void {
    onJobChange(this.#world, () => this.#world.time.wake());
    this.#running = this.#run(this.#stop.signal);
  }

  /** Aborts pending requests. Persistent deliveries are retried on the next start. */
  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { state, time } = this.#world;
    while (!this.#isStopped()) {
      try {
        if (this.#hasEndedBatch()) await catchUp(this.#world);
        if (this.#isStopped()) return;
        const { due, next } = state.transaction(() => this.#plan());
        // No `await` between plan and wait, so that no change is missed.
        if (due.length === 0) await time.until(next, signal);
        else await Promise.all(due.map((one) => this.#send(one, signal)));
      } catch (error) {
        if (this.#isStopped()) return;
        this.#onError(error);
        await time.until(time.now() + AFTER_ERROR_MS, signal).catch(() => undefined);
      }
    }
  }

  #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Whether a batch has ended, as its output must be written before its URI is sent. */
  #hasEndedBatch(): boolean {
    return pendingWatches(this.#world).some(
      (watch) =>
        watch.kind === 'batches' &&
        this.#isHeard(watch) &&
        batchEnd(this.#world, watch.name)?.state !== undefined,
    );
  }

  #isHeard({ targets }: JobWatch): boolean {
    return targets !== undefined || this.#world.state.count('webhooks', '') > 0;
  }

  #plan(): SendPlan {
    const world = this.#world;
    const now = world.time.now();
    let next = Infinity;
    for (const watch of pendingWatches(world)) {
      const outcome = watchState(world, watch, this.#origin);
      if (outcome.kind !== 'running') removeWatch(world, watch);
      else if (this.#isHeard(watch)) next = Math.min(next, outcome.at);
      if (outcome.kind === 'ended') this.#tell(watch, outcome.event);
    }
    const due: Stored[] = [];
    for (const stored of deliveries(world)) {
      const delivery = deliveryOf(stored);
      if (delivery.state !== 'waiting') continue;
      if (!this.#isOpen(delivery)) {
        if (delivery.until < now) changeDelivery(world, stored, { ...delivery, state: 'failed' });
        continue;
      }
      if (delivery.nextAt > now) {
        next = Math.min(next, delivery.nextAt);
        continue;
      }
      changeDelivery(world, stored, startAttempt(delivery, now));
      due.push(stored);
    }
    return { due, next };
  }

  #tell({ name, targets }: JobWatch, event: WebhookEvent): void {
    const world = this.#world;
    if (targets) {
      const { uris, metadata } = targets;
      const data = { ...event.data, ...(metadata && { user_metadata: metadata }) };
      for (const uri of uris) queueEvent(world, { uri }, { ...event, data }, name);
      return;
    }
    for (const { name: webhook, resource, hidden } of world.state.list('webhooks', '')) {
      const { state, subscribed_events: wanted = [] } = resource as Webhook;
      const { since } = hidden as unknown as WebhookHidden;
      if (state !== 'enabled' || since > event.at || !wanted.includes(event.type)) continue;
      queueEvent(world, { webhook }, event, name);
    }
  }

  #isOpen({ webhook }: Delivery): boolean {
    if (webhook === undefined) return true;
    const found = this.#world.state.find('webhooks', webhook)?.resource as Webhook | undefined;
    return found?.state === 'enabled';
  }

  async #send({ name }: Stored, signal: AbortSignal): Promise<void> {
    const letter = this.#letter(name);
    if (!letter) return;
    const { delivery, uri, headers } = letter;
    if (addressesOf(uri).length === 0) {
      changeDelivery(this.#world, letter.stored, {
        ...delivery,
        state: 'refused',
        problem: REFUSED,
      });
      return;
    }
    const { body } = delivery;
    const sent = { ...headers, 'content-type': 'application/json' };
    const answered = await post({ uri, headers: sent, body }, signal);
    if (signal.aborted) return;
    this.#world.state.transaction(() => this.#note(name, headers, answered));
  }

  #letter(name: string): OutgoingEvent | undefined {
    const world = this.#world;
    const stored = findDelivery(world, name);
    if (!stored) return undefined;
    const delivery = deliveryOf(stored);
    const { id, body } = delivery;
    const timestamp = String(Math.floor(world.time.now() / 1000));
    const head = { 'webhook-id': id, 'webhook-timestamp': timestamp };
    if (delivery.uri !== undefined) {
      const { uri } = delivery;
      const token = tokenFor(world, { issuer: this.#origin, uri, id, body });
      return { stored, delivery, uri, headers: { ...head, 'webhook-signature': token } };
    }
    const webhook = world.state.find('webhooks', delivery.webhook ?? '');
    if (!webhook) return undefined;
    const secrets = secretsOf(world, webhook.hidden as unknown as WebhookHidden);
    const signature = signatureOf(secrets, { id, timestamp, body });
    const { uri = '' } = webhook.resource as Webhook;
    return { stored, delivery, uri, headers: { ...head, 'webhook-signature': signature } };
  }

  #note(name: string, headers: OutgoingEvent['headers'], answered: PostResult): void {
    const world = this.#world;
    const stored = findDelivery(world, name);
    if (!stored) return;
    const after = recordAttempt(deliveryOf(stored), { headers, ...answered }, world.time.now());
    changeDelivery(world, stored, after);
    const webhook = world.state.find('webhooks', after.webhook ?? '');
    if (!webhook || after.state === 'waiting') return;
    const { givenUp: before = 0, ...hidden } = webhook.hidden as unknown as WebhookHidden;
    const givenUp = after.state === 'failed' ? before + 1 : 0;
    const isOff = givenUp >= MAX_FAILED_EVENTS;
    world.state.update('webhooks', webhook.name, {
      hidden: { ...hidden, givenUp } as unknown as Stored['hidden'],
      ...(isOff && {
        resource: { ...webhook.resource, state: 'disabled_due_to_failed_deliveries' },
      }),
    });
  }
}

type Data = Message<'interactions.WebhookEventData'>;

type WatchState =
  | { readonly kind: 'gone' }
  /** @property at expected end in ms since 1970. */
  | { readonly kind: 'running'; readonly at: number }
  | { readonly kind: 'ended'; readonly event: WebhookEvent };

function watchState(world: HandlerContext, { kind, name }: JobWatch, origin: string): WatchState {
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
  1: 'cancelled',
  3: 'invalid_request',
  4: 'deadline_exceeded',
};

const interactionEvents: { readonly [status: string]: string } = {
  requires_action: 'requires_action',
  failed: 'failed',
  cancelled: 'cancelled',
};

function addressOf(origin: string, file: string): string {
  return `${origin}/v1beta/${file}:download?alt=media`;
}

function firstVideo({ generateVideoResponse: answer }: JsonObject): string {
  const [first] = isObject(answer) ? items(answer.generatedSamples) : [];
  const video = isObject(first) ? first.video : undefined;
  return isObject(video) ? textAt(video, 'uri') : '';
}
