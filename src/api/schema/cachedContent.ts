import { NEW } from '../versions';
import type { MessageFamily } from './row';

/** Cached contents: what requests of one model begin with. */
export const cachedContentMessages = {
  /** A beginning of prompts that is kept for a while. Of what is in it only the size can be read again. */
  CachedContent: {
    versions: NEW,
    fields: {
      name: {
        type: 'string',
        outputOnly: true,
        presence: true,
        doc: 'cachedContents/{id}; the service makes it.',
      },
      model: {
        type: 'string',
        required: true,
        immutable: true,
        presence: true,
        doc: 'models/{id}: only requests of this model can use it.',
      },
      displayName: {
        type: 'string',
        immutable: true,
        presence: true,
        limits: { maxLength: 128 },
        doc: 'Name for people, at most 128 characters.',
      },
      systemInstruction: {
        type: 'Content',
        inputOnly: true,
        immutable: true,
        presence: true,
        doc: 'Steers the model in every request. Text only.',
      },
      contents: {
        type: 'Content',
        repeated: true,
        inputOnly: true,
        immutable: true,
        doc: 'What every request begins with.',
      },
      tools: {
        type: 'Tool',
        repeated: true,
        inputOnly: true,
        immutable: true,
        doc: 'What the model may use in every request.',
      },
      toolConfig: {
        type: 'ToolConfig',
        inputOnly: true,
        immutable: true,
        presence: true,
        doc: 'How the tools may be used.',
      },
      createTime: { type: 'timestamp', outputOnly: true, doc: 'When it was created.' },
      updateTime: { type: 'timestamp', outputOnly: true, doc: 'When it was changed last.' },
      usageMetadata: {
        type: 'CachedContent.UsageMetadata',
        outputOnly: true,
        doc: 'How large it is.',
      },
      expireTime: {
        type: 'timestamp',
        oneof: 'expiration',
        doc: 'When the service deletes it; an hour after it came where neither this nor ttl is sent.',
      },
      ttl: {
        type: 'duration',
        oneof: 'expiration',
        inputOnly: true,
        doc: 'For how long it is kept from now on, such as 3600s.',
      },
    },
  },
  'CachedContent.UsageMetadata': {
    versions: NEW,
    fields: { totalTokenCount: { type: 'int32', doc: 'Tokens of all that is cached.' } },
  },
  ListCachedContentsResponse: {
    versions: NEW,
    fields: {
      cachedContents: { type: 'CachedContent', repeated: true },
      nextPageToken: { type: 'string' },
    },
  },
} as const satisfies MessageFamily;
