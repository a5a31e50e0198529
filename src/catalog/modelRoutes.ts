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
