import type { Version } from './versions';

/**
 * How far something of the service can be relied on. `preview`: may change or end without notice. `unconfirmed`: an
 * official client calls it, and no document has it. `deprecated`: works, and is to be replaced. `unsupported`: in the
 * documents of an earlier time alone; whether it is answered is not known. `gone`: known to be answered no more.
 */
export type Stage = 'stable' | 'preview' | 'unconfirmed' | 'deprecated' | 'unsupported' | 'gone';

/** What is known of an operation in a version, or of a field, with where and when it was read. */
export interface Status {
  readonly stage: Stage;
  /** Day on which it was checked. */
  readonly checked: string;
  readonly source: string;
  /** Day since which it is so, where that is published. */
  readonly since?: string;
  /** What to use instead. */
  readonly successor?: string;
  /** What the documents of its version say, where the service of today does otherwise. */
  readonly documents?: string;
}

/** The status of an operation: the same in all its versions, or by version. */
export type StatusColumn = Status | { readonly [V in Version]?: Status };

export const CHECKED = '2026-11-22';

const FROZEN: Status = {
  stage: 'unsupported',
  checked: CHECKED,
  source: 'protos of v1beta3, frozen; no discovery document of it is served',
  successor: 'v1beta',
};

/** What the documents of a version leave out, and Google's JavaScript SDK sends there all the same. */
export const UNCONFIRMED: Status = {
  stage: 'unconfirmed',
  checked: CHECKED,
  source: '@google/genai 3.1.0, which calls v1 by default',
};

/** Listed by the discovery documents of both living versions. */
export const STABLE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source: 'discovery documents of the living versions: v1beta (2026-09), v1 (2026)',
};

/** In v1beta listed, in v1 a route that the page on the versions of the API names. */
export const DOCUMENTED_ROUTE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source:
    'discovery document of v1beta (2026-09); routes of v1 at ai.google.dev/gemini-api/docs/api-versions',
};

/** Listed in v1beta; in v1 only @google/genai 3.1.0 calls it. */
export const SDK_IN_V1: StatusColumn = {
  v1beta: { stage: 'stable', checked: CHECKED, source: 'discovery document of v1beta (2026-09)' },
  v1: {
    ...UNCONFIRMED,
    documents: 'The API versions page lists it in v1beta only.',
  },
  v1alpha: {
    stage: 'preview',
    checked: CHECKED,
    source: 'guides of ephemeral tokens and Live Music',
  },
};

/** What v1 and v1beta have, and the frozen v1beta3 had. */
export const LIVING: StatusColumn = { v1beta: STABLE, v1: STABLE, v1beta3: FROZEN };

/** The PaLM methods: their models ended on 2024-08-15. */
export function palm(successor: string): StatusColumn {
  const v1beta: Status = {
    stage: 'deprecated',
    checked: CHECKED,
    source: 'discovery document of v1beta (2026-09); ai.google.dev/palm_docs/deprecation',
    since: '2024-08-15',
    successor,
    documents: 'Listed as deprecated, but its models were shut down on 2024-08-15.',
  };
  return { v1beta, v1beta3: { ...FROZEN, successor } };
}

const TUNING_ENDED: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09); ai.google.dev/gemini-api/docs/model-tuning',
  since: '2025-05',
  successor: 'tuning in Vertex AI',
  documents: 'Listed as deprecated. Tuning has been unavailable since May 2025.',
};

/** Tuned models themselves: no model can be tuned any more. */
export const OLD_TUNING: StatusColumn = {
  v1beta: TUNING_ENDED,
  v1beta3: { ...FROZEN, successor: 'tuning in Vertex AI' },
  v1: {
    ...UNCONFIRMED,
    documents: 'The discovery documents list it in v1beta only, as deprecated.',
  },
};

/** What tuned models generate, and who may use them: listed, and not marked as deprecated. */
export const TUNED_USE: StatusColumn = { v1beta: STABLE, v1: STABLE, v1beta3: FROZEN };

/** Corpora themselves. */
export const CORPORA: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09)',
  successor: 'fileSearchStores',
};

/** Documents, chunks and searches of corpora. */
export const CORPORA_CONTENT: Status = {
  stage: 'unsupported',
  checked: CHECKED,
  source: 'OpenAPI document of v1beta (2025-10-06)',
  successor: 'fileSearchStores',
  documents:
    'Missing from the 2026-09 discovery document, but others report that it still responds.',
};

/** Answers of models/aqa. */
export const AQA: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09)',
  successor: 'generateContent with the file search tool',
};

/** Imagen and Veo by their own methods: still listed, while the last models that they served have ended. */
export const PREDICT: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09); ai.google.dev/gemini-api/docs/deprecations',
  since: '2026-08-17',
  successor: 'models.generateContent',
};

/** Documented in guides alone. */
export const GUIDE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source: 'guides of the Gemini API; @google/genai 3.1.0',
  documents: 'The 2026-09 discovery document doesn’t list it.',
};

/** Interactions themselves: generally available in both living versions. */
export const INTERACTIONS: Status = {
  stage: 'stable',
  checked: CHECKED,
  source:
    'ai.google.dev/gemini-api/docs/interactions-overview and api-versions; @google/genai 3.1.0',
  since: '2026-06',
};

/** Agents of clients: the SDK calls them experimental. */
export const AGENTS: Status = {
  stage: 'preview',
  checked: CHECKED,
  source: 'ai.google.dev/gemini-api/docs/api-versions; @google/genai 3.1.0',
};

/** What belongs to agents and stands in guides for v1beta alone; the SDK calls it experimental. */
export const SANDBOXES: StatusColumn = {
  v1beta: {
    stage: 'preview',
    checked: CHECKED,
    source: 'guides of agents, their environments and credentials; @google/genai 3.1.0',
  },
  v1: { ...UNCONFIRMED, documents: 'The guides list it in v1beta only.' },
};

/** Voices: in guides for v1beta alone. */
export const VOICES: StatusColumn = {
  v1beta: {
    stage: 'stable',
    checked: CHECKED,
    source: 'guides of voice design and voice replication; @google/genai 3.1.0',
  },
  v1: { ...UNCONFIRMED, documents: 'The guides list it in v1beta only.' },
};

/** Decisions: documents have them for v1beta alone. */
export const DECISIONS: StatusColumn = {
  v1beta: {
    stage: 'preview',
    checked: '2026-11-28',
    source: 'codelab getting-started-with-gemini-decisions-api; @google/genai 3.3.0',
    since: '2026-11-11',
  },
  v1: {
    stage: 'unconfirmed',
    checked: '2026-11-28',
    source: '@google/genai 3.3.0, which calls v1 by default',
    documents: 'The documentation lists it in v1beta only.',
  },
};

const WEBHOOKS_IN_V1: Status = {
  stage: 'stable',
  checked: CHECKED,
  source: 'ai.google.dev/gemini-api/docs/webhooks and api-versions; @google/genai 3.1.0',
};

/** Webhooks: in documents for v1. */
export const WEBHOOKS: StatusColumn = {
  v1: WEBHOOKS_IN_V1,
  v1beta: { ...UNCONFIRMED, documents: 'The documentation lists it in v1 only.' },
};

/** How the secret of a webhook is replaced: the SDK's way differs from that of the guide. */
export const SECRET_ROTATION: StatusColumn = {
  v1: {
    ...WEBHOOKS_IN_V1,
    stage: 'preview',
    documents: 'The guide uses the path {name}/rotate_secret and uppercase values.',
  },
  v1beta: {
    ...UNCONFIRMED,
    documents: 'The guide lists it in v1 only, with the path {name}/rotate_secret.',
  },
};

/** The status of a field that the service's own document of v1beta flags as deprecated. */
export function deprecated(successor?: string): Status {
  return {
    stage: 'deprecated',
    checked: CHECKED,
    source: 'discovery document of v1beta (2026-08-22)',
    ...(successor === undefined ? {} : { successor }),
  };
}

/** The status of an operation in one of its versions. */
export function statusIn({ status }: { readonly status: StatusColumn }, version: Version): Status {
  return 'stage' in status ? status : (status[version] ?? STABLE);
}
