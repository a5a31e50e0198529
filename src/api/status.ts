import type { Version } from './versions';

/**
 * Lifecycle stage. `unconfirmed`: undocumented, but called by an official client. `unsupported`: only in old docs,
 * current state unknown. `gone`: removed.
 */
export type Stage = 'stable' | 'preview' | 'unconfirmed' | 'deprecated' | 'unsupported' | 'gone';

export interface Status {
  readonly stage: Stage;
  readonly checked: string;
  readonly source: string;
  readonly since?: string;
  readonly successor?: string;
  readonly documents?: string;
}

export type StatusColumn = Status | { readonly [V in Version]?: Status };

export const CHECKED = '2026-11-22';

const FROZEN: Status = {
  stage: 'unsupported',
  checked: CHECKED,
  source: 'protos of v1beta3, frozen; no discovery document of it is served',
  successor: 'v1beta',
};

/** Undocumented in this version, but called by Google's JavaScript SDK. */
export const UNCONFIRMED: Status = {
  stage: 'unconfirmed',
  checked: CHECKED,
  source: '@google/genai 3.1.0, which calls v1 by default',
};

/** In the discovery documents of v1beta and v1. */
export const STABLE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source: 'discovery documents of the living versions: v1beta (2026-09), v1 (2026)',
};

/** In v1beta's discovery document; in v1 only named on the API versions page. */
export const DOCUMENTED_ROUTE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source:
    'discovery document of v1beta (2026-09); routes of v1 at ai.google.dev/gemini-api/docs/api-versions',
};

/** In v1beta's discovery document; in v1 only called by @google/genai 3.1.0. */
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

export const IN_ALL_VERSIONS: StatusColumn = { v1beta: STABLE, v1: STABLE, v1beta3: FROZEN };

/** PaLM methods, whose models were shut down on 2024-08-15. */
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

export const OLD_TUNING: StatusColumn = {
  v1beta: TUNING_ENDED,
  v1beta3: { ...FROZEN, successor: 'tuning in Vertex AI' },
  v1: {
    ...UNCONFIRMED,
    documents: 'The discovery documents list it in v1beta only, as deprecated.',
  },
};

export const TUNED_USE: StatusColumn = { v1beta: STABLE, v1: STABLE, v1beta3: FROZEN };

export const CORPORA: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09)',
  successor: 'fileSearchStores',
};

export const CORPORA_CONTENT: Status = {
  stage: 'unsupported',
  checked: CHECKED,
  source: 'OpenAPI document of v1beta (2025-10-06)',
  successor: 'fileSearchStores',
  documents:
    'Missing from the 2026-09 discovery document, but others report that it still responds.',
};

export const AQA: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09)',
  successor: 'generateContent with the file search tool',
};

/** Imagen and Veo methods: still listed, but their last models were shut down. */
export const PREDICT: Status = {
  stage: 'deprecated',
  checked: CHECKED,
  source: 'discovery document of v1beta (2026-09); ai.google.dev/gemini-api/docs/deprecations',
  since: '2026-08-17',
  successor: 'models.generateContent',
};

/** Documented only in guides. */
export const GUIDE: Status = {
  stage: 'stable',
  checked: CHECKED,
  source: 'guides of the Gemini API; @google/genai 3.1.0',
  documents: 'The 2026-09 discovery document doesn’t list it.',
};

export const INTERACTIONS: Status = {
  stage: 'stable',
  checked: CHECKED,
  source:
    'ai.google.dev/gemini-api/docs/interactions-overview and api-versions; @google/genai 3.1.0',
  since: '2026-06',
};

export const AGENTS: Status = {
  stage: 'preview',
  checked: CHECKED,
  source: 'ai.google.dev/gemini-api/docs/api-versions; @google/genai 3.1.0',
};

export const SANDBOXES: StatusColumn = {
  v1beta: {
    stage: 'preview',
    checked: CHECKED,
    source: 'guides of agents, their environments and credentials; @google/genai 3.1.0',
  },
  v1: { ...UNCONFIRMED, documents: 'The guides list it in v1beta only.' },
};

export const VOICES: StatusColumn = {
  v1beta: {
    stage: 'stable',
    checked: CHECKED,
    source: 'guides of voice design and voice replication; @google/genai 3.1.0',
  },
  v1: { ...UNCONFIRMED, documents: 'The guides list it in v1beta only.' },
};

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

export const WEBHOOKS: StatusColumn = {
  v1: WEBHOOKS_IN_V1,
  v1beta: { ...UNCONFIRMED, documents: 'The documentation lists it in v1 only.' },
};

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

export function deprecated(successor?: string): Status {
  return {
    stage: 'deprecated',
    checked: CHECKED,
    source: 'discovery document of v1beta (2026-08-22)',
    ...(successor === undefined ? {} : { successor }),
  };
}

export function statusIn({ status }: { readonly status: StatusColumn }, version: Version): Status {
  return 'stage' in status ? status : (status[version] ?? STABLE);
}
