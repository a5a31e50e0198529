/** A request that makes what examples speak of, typed by hand as they are. */
export interface Step {
  /** `METHOD /path`. */
  readonly request: string;
  /** JSON text of the body. */
  readonly body: string;
  /**
   * The name that the examples use for what this makes, where the service chooses the real one and
   * answers it as `name`.
   */
  readonly standsFor?: string;
}

/**
 * What must be there before an example can succeed, besides what the demo seed has, in this order. A step
 * whose operation is not served yet is passed over.
 */
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
];
