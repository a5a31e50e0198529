import type { Wire } from './example';

/** A request that makes what examples speak of, typed by hand as they are. */
export interface Step {
  /** `METHOD /path`. */
  readonly request: string;
  /** JSON text of the body. */
  readonly body: string;
  /**
   * The name that the examples use for what this makes, where the service chooses the real one and
   * answers it as `name`; without a slash an id, which it answers as `id`.
   */
  readonly standsFor?: string;
}

/** What must be there before an example can succeed, besides what the demo seed has, in this order. */
export const preparation: readonly Step[] = [
  {
    request: 'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions',
    body: '{"granteeType":"USER","emailAddress":"hanna@example.com","role":"READER"}',
    standsFor: 'corpora/field-notes-4k2vq8x1m7zd/permissions/112400871556093218845',
  },
  {
    request: 'POST /v1beta/corpora/field-notes-4k2vq8x1m7zd/permissions',
    body: '{"granteeType":"GROUP","emailAddress":"wardens@example.org","role":"READER"}',
    standsFor: 'corpora/field-notes-4k2vq8x1m7zd/permissions/105318660247719038265',
  },
  {
    request: 'POST /v1beta/cachedContents',
    // The service caches nothing that is shorter.
    body: `{"model":"models/emulator-flash","ttl":"86400s","contents":[{"role":"user","parts":[{"text":"${'tide '.repeat(1200)}"}]}]}`,
    standsFor: 'cachedContents/n5r2w8y1k4mj',
  },
  {
    request: 'POST /v1beta/models/emulator-flash:batchGenerateContent',
    body: '{"batch":{"displayName":"Tides","inputConfig":{"requests":{"requests":[{"request":{"contents":[{"parts":[{"text":"When is high tide?"}]}]},"metadata":{"key":"high"}},{"request":{"contents":[{"role":"captain","parts":[{"text":"And low?"}]}]},"metadata":{"key":"low"}}]}}}}',
    standsFor: 'batches/k3t8w1x6b9q2r7m4c5v0n8h2j6d1s9f3g7za',
  },
  {
    request: 'POST /v1beta/models/emulator-embedding:asyncBatchEmbedContent',
    body: '{"batch":{"displayName":"Kites","inputConfig":{"requests":{"requests":[{"request":{"content":{"parts":[{"text":"A kite is tethered."}]}}}]}}}}',
    standsFor: 'batches/p5y0d4u7e2i9o3a8l6z1x4c7v2b5n9m0q3wt',
  },
  {
    request: 'POST /v1beta/agents',
    body: '{"id":"harbour-clerk","base_agent":"antigravity-preview-09-2026","system_instruction":"List the boats."}',
    standsFor: 'harbour-clerk',
  },
  {
    request: 'POST /v1beta/environments',
    body: '{"sources":[{"type":"inline","content":"High water at six.","target":"notes/tide.txt"},{"type":"inline","content":"{}","target":"notes/gauge.json"}],"network":"disabled"}',
    standsFor: 'e8k2w5x1q9zd',
  },
  {
    request: 'POST /v1beta/triggers',
    body: '{"schedule":"0 6 * * 1-5","time_zone":"Europe/Amsterdam","interaction":{"agent":"antigravity-preview-09-2026","input":"Note the tide of today."}}',
    standsFor: 't4n7c2v9y1ml',
  },
  { request: 'POST /v1beta/triggers/t4n7c2v9y1ml/executions', body: '' },
  {
    request: 'POST /v1beta/credentials',
    body: '{"type":"bearer_token","id":"harbour-key","token":"canary-token-of-yesterday"}',
    standsFor: 'harbour-key',
  },
  {
    request: 'POST /v1beta/voices',
    body: '{"voice":{"type":"prompted","prompted":{"input":"A calm pilot."}},"store":true}',
    standsFor: 'voice_k2m8x4w1',
  },
  {
    request: 'POST /v1/webhooks',
    body: '{"uri":"https://tides.example.com/done","subscribed_events":["interaction.completed"],"name":"Tides"}',
    standsFor: 'w6r3q9k1b8td',
  },
  {
    request: 'POST /v1beta/interactions',
    body: '{"model":"emulator-flash","input":"When are neap tides?"}',
    standsFor: 'v1_Q2hkQk1h',
  },
  {
    request: 'POST /v1beta/interactions',
    body: '{"agent":"deep-research-preview-04-2026","input":"Spring tides","background":true}',
    standsFor: 'v1_YmFja2dy',
  },
];

/** Those that a request speaks of by their names, as all do that work on one resource. */
export function preparationOf({
  request,
  body = '',
}: Pick<Wire, 'request' | 'body'>): readonly Step[] {
  const isNamed = ({ standsFor }: Step): boolean =>
    standsFor !== undefined && `${request} ${body}`.includes(standsFor);
  return preparation.filter(isNamed);
}
