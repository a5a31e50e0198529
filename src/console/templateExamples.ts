import type { JsonValue } from '../api/schema/row';

export interface PathNames {
  readonly [name: string]: string;
}

/** A value, or a function of the path, because batch requests repeat the names in the URL. */
type Example = JsonValue | ((path: PathNames) => JsonValue);

const hello = { role: 'user', parts: [{ text: 'Hello' }] } as const;
const chunkData = { stringValue: 'A kite is tethered, and flies because of it.' } as const;

function chunkOf({ parent = '' }: PathNames): string {
  return `${parent}/chunks/my-chunk`;
}

export const messageExamples: { readonly [message: string]: JsonValue } = {
  Content: hello,
  TextPrompt: { text: 'Hello' },
  Message: { content: 'Hello' },
  ChunkData: chunkData,
};

/** Sample values by field, used even if optional. */
export const fieldExamples: { readonly [field: string]: Example } = {
  'CountTokensRequest.contents': [hello],
  'EmbedContentRequest.model': ({ model = '' }) => model,
  'EmbedTextRequest.text': 'Hello',
  'BatchEmbedTextRequest.texts': ['Hello', 'Goodbye'],
  'GenerateAnswerRequest.inlinePassages': {
    passages: [
      {
        id: '1',
        content: { parts: [{ text: 'The sky is blue because air scatters blue light.' }] },
      },
    ],
  },
  'GenerateAnswerRequest.contents': [{ role: 'user', parts: [{ text: 'Why is the sky blue?' }] }],
  'Corpus.displayName': 'My corpus',
  'Document.displayName': 'My document',
  'CreateChunkRequest.parent': ({ parent = '' }) => parent,
  'UpdateChunkRequest.chunk': (path) => ({ name: chunkOf(path), data: chunkData }),
  'UpdateChunkRequest.updateMask': 'data',
  'DeleteChunkRequest.name': chunkOf,
  'QueryCorpusRequest.query': 'What keeps a kite in the air?',
  'QueryCorpusRequest.resultsCount': 10,
  'QueryDocumentRequest.query': 'What keeps a kite in the air?',
  'QueryDocumentRequest.resultsCount': 10,
  'Permission.granteeType': 'USER',
  'Permission.emailAddress': 'somebody@example.com',
  'Permission.role': 'READER',
  'TransferOwnershipRequest.emailAddress': 'somebody@example.com',
  'CreateFileRequest.file': { displayName: 'Hello' },
  'CachedContent.model': 'models/gemini-3.5-flash',
  'CachedContent.displayName': 'My cached content',
  'CachedContent.contents': [hello],
  'CachedContent.ttl': '3600s',
  'GenerateContentBatch.displayName': 'My batch',
  'GenerateContentBatch.inputConfig': {
    requests: { requests: [{ request: { contents: [hello] }, metadata: { key: '1' } }] },
  },
  'EmbedContentBatch.displayName': 'My batch',
  'EmbedContentBatch.inputConfig': {
    requests: { requests: [{ request: { content: hello }, metadata: { key: '1' } }] },
  },
  'interactions.CreateModelInteraction.model': 'gemini-3.5-flash',
  'interactions.CreateModelInteraction.input': 'Hello',
  'interactions.CreateModelInteraction.store': false,
  'decisions.CreateDecisionRequest.model': 'gemini-decision-1',
  'decisions.CreateDecisionRequest.input': 'Hello',
  'decisions.CreateDecisionRequest.questions': {
    greeting: { type: 'noul', instructions: 'Is it a greeting?' },
  },
  'agents.Agent.id': 'my-agent',
  'agents.Agent.base_agent': 'antigravity-preview-09-2026',
  'environments.CreateEnvironmentRequest.sources': [
    { type: 'inline', content: 'Hello', target: 'hello.txt' },
  ],
  'triggers.TriggerCreateParams.schedule': '0 6 * * *',
  'triggers.TriggerCreateParams.time_zone': 'UTC',
  'triggers.TriggerCreateParams.interaction': {
    agent: 'antigravity-preview-09-2026',
    input: 'Hello',
  },
  'triggers.TriggerUpdate.status': 'paused',
  'credentials.HttpBearerConfig.id': 'my-credential',
  'voices.CreateVoiceRequest.store': true,
  'voices.CreateVoiceRequest.voice': {
    type: 'prompted',
    prompted: { input: 'A calm voice that reads slowly.' },
  },
  'webhooks.WebhookInput.uri': 'https://example.com/events',
  'webhooks.WebhookInput.subscribed_events': ['interaction.completed'],
  'webhooks.WebhookUpdate.name': 'My webhook',
  'TunedModel.displayName': 'My tuned model',
  'TunedModel.baseModel': 'models/gemini-1.5-flash-001-tuning',
  'TunedModel.tuningTask': {
    trainingData: {
      examples: {
        examples: [
          { textInput: 'one', output: 'two' },
          { textInput: 'seven', output: 'eight' },
          { textInput: 'eleven', output: 'twelve' },
        ],
      },
    },
  },
};

export const mediaExample = { contentType: 'text/plain', text: 'Hello' } as const;
