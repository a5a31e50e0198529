/** API that serves a model. Each has its own end dates. */
export type ModelRoute = 'gemini' | 'agentPlatform' | 'reseller';

interface ModelForm {
  /** Matches the text between a delimiter, such as a quote, and the model ID. */
  readonly lead: RegExp;
  readonly route: ModelRoute;
}

/** Prefixes of model IDs in source code. The first match wins. */
export const modelForms: readonly ModelForm[] = [
  // Google's SDKs and REST, which leave folders and pages such as `docs/models/ID` alone.
  { lead: /(?:^|\/)publishers\/google\/models\/$/, route: 'agentPlatform' },
  { lead: /^(?:\/|[^/]*(?:\/.*)?\/v\d\w*\/)?models\/$/, route: 'gemini' },
  // LiteLLM, also through a gateway: `apigee/vertex_ai/ID`.
  { lead: /(?:^|\/)vertex_ai(?:_beta)?\/$/, route: 'agentPlatform' },
  { lead: /^gemini\/$/, route: 'gemini' },
  // Genkit.
  { lead: /^googleai\/$/, route: 'gemini' },
  { lead: /^vertexai\/$/, route: 'agentPlatform' },
  // Pydantic AI and LangChain.
  { lead: /^(?:google-gla|google_genai|google):$/, route: 'gemini' },
  { lead: /^(?:google-vertex|google_vertexai):$/, route: 'agentPlatform' },
  // OpenRouter and Vercel AI Gateway.
  { lead: /^(?:[\w-]+\/)?google\/$/, route: 'reseller' },
];

/** Signs that the model IDs of a file without a prefix belong to Agent Platform. */
export const AGENT_PLATFORM_FILE =
  /\bvertexai["']?\s*[=:]\s*["']?(?:true|1)\b|GENAI_USE_VERTEXAI["']?\s*[=:]\s*["']?(?:true|1)\b|\bChatVertexAI\b|\bVertexAI\(|\bvertexai\.init\b|@ai-sdk\/google-vertex|@google-cloud\/vertexai|\bvertexai\.generative_models\b|aiplatform\.googleapis\.com|\bgoogle-cloud-vertexai\b|com\.google\.cloud\.vertexai|spring\.ai\.vertex\.ai/i;

type Ecosystem = 'python' | 'npm' | 'go' | 'dart' | 'java';

export interface RetiredPackage {
  /** Name in a manifest, or of a module without a manifest entry. */
  readonly name: string;
  readonly ecosystem: Ecosystem;
  /** Last day of support, or of releases that contain the package. Undefined if not announced. */
  readonly end?: string;
  readonly successor: string;
  readonly link: string;
  /** Pattern of an import. Its first group is the marked text. */
  readonly imports: string;
  /** Whether manifests name the package; modules of a larger package aren't named. */
  readonly isInManifest: boolean;
}

/** Source files and manifests by ecosystem. */
export const ecosystems: {
  readonly [E in Ecosystem]: { readonly sources: RegExp; readonly manifests: RegExp };
} = {
  python: {
    sources: /\.(?:pyi?|ipynb)$/,
    manifests:
      /(?:^|\/)(?:requirements[^/]*\.(?:txt|in)|pyproject\.toml|setup\.(?:py|cfg)|Pipfile|environment\.ya?ml)$/,
  },
  npm: { sources: /\.(?:[cm]?[jt]sx?|vue|svelte)$/, manifests: /(?:^|\/)package\.json$/ },
  go: { sources: /\.go$/, manifests: /(?:^|\/)go\.mod$/ },
  dart: { sources: /\.dart$/, manifests: /(?:^|\/)pubspec\.yaml$/ },
  java: {
    sources: /\.(?:java|kts?|scala)$/,
    manifests: /(?:^|\/)(?:pom\.xml|build\.gradle(?:\.kts)?|libs\.versions\.toml)$/,
  },
};

/** Files with commands that install packages. */
export const INSTALL_FILES = /(?:^|\/)(?:Dockerfile[\w.-]*|[^/]+\.(?:ipynb|sh|ya?ml))$/;

const MIGRATE = 'https://ai.google.dev/gemini-api/docs/migrate';
/** Quotes the READMEs: support “ended permanently on November 30, 2025”. */
const LIBRARIES = 'https://ai.google.dev/gemini-api/docs/libraries';
const VERTEX_SDK =
  'https://docs.cloud.google.com/vertex-ai/generative-ai/docs/deprecations/genai-vertexai-sdk';

const VERTEX_MODULES = [
  'generative_models',
  'language_models',
  'vision_models',
  'caching',
  'tuning',
] as const;

const legacy = { end: '2025-11-30', link: LIBRARIES, isInManifest: true } as const;
const vertex = { end: '2026-06-24', link: VERTEX_SDK, isInManifest: true } as const;

/** Start of a line of Python, also inside the JSON of a notebook. */
const PYTHON_IMPORT = String.raw`^[ \t]*"?[ \t]*(?:from|import)[ \t]+`;
const NPM_IMPORT = String.raw`(?:from|import|require\()\s*`;

/** SDKs for Gemini that are no longer supported, read 2026-11-28. */
export const retiredPackages: readonly RetiredPackage[] = [
  {
    ...legacy,
    name: 'google-generativeai',
    ecosystem: 'python',
    successor: 'google-genai',
    link: MIGRATE,
    imports: String.raw`${PYTHON_IMPORT}(google(?:\.|[ \t]+import[ \t]+)generativeai)\b`,
  },
  ...VERTEX_MODULES.map((module) => ({
    ...vertex,
    name: `vertexai.${module}`,
    ecosystem: 'python' as const,
    successor: 'google-genai',
    imports: String.raw`${PYTHON_IMPORT}(vertexai(?:\.preview)?(?:\.|[ \t]+import[ \t]+)${module})\b`,
    isInManifest: false,
  })),
  {
    ...legacy,
    name: '@google/generative-ai',
    ecosystem: 'npm',
    successor: '@google/genai',
    link: MIGRATE,
    imports: String.raw`${NPM_IMPORT}["'](@google/generative-ai)(?:/server)?["']`,
  },
  {
    ...vertex,
    name: '@google-cloud/vertexai',
    ecosystem: 'npm',
    successor: '@google/genai',
    imports: String.raw`${NPM_IMPORT}["'](@google-cloud/vertexai)["']`,
  },
  {
    ...legacy,
    name: 'github.com/google/generative-ai-go',
    ecosystem: 'go',
    successor: 'google.golang.org/genai',
    imports: String.raw`"(github\.com/google/generative-ai-go)/genai"`,
  },
  {
    ...vertex,
    name: 'cloud.google.com/go/vertexai',
    ecosystem: 'go',
    successor: 'google.golang.org/genai',
    imports: String.raw`"(cloud\.google\.com/go/vertexai)/genai"`,
  },
  {
    name: 'google_generative_ai',
    ecosystem: 'dart',
    successor: 'firebase_ai',
    link: 'https://pub.dev/packages/google_generative_ai/changelog',
    imports: String.raw`["']package:(google_generative_ai)/`,
    isInManifest: true,
  },
  {
    ...vertex,
    name: 'google-cloud-vertexai',
    ecosystem: 'java',
    successor: 'google-genai',
    imports: String.raw`^\s*import\s+(?:static\s+)?(com\.google\.cloud\.vertexai)\.`,
  },
];
