import { CHECKED, type Status } from '../../status';
import { NEW } from '../../versions';
import type { FieldRow } from '../row';

/** Common to all Interactions API messages: v1beta and v1, snake_case. */
export const SNAKE = { versions: NEW, case: 'snake' } as const;

export function page<const Items extends string, const Item extends string>(
  items: Items,
  item: Item,
) {
  const fields = {
    [items]: { type: item, repeated: true },
    next_page_token: { type: 'string' },
  };
  return { ...SNAKE, fields: fields as PageFields<Items, Item> } as const;
}

type PageFields<Items extends string, Item extends string> = {
  readonly [N in Items]: { readonly type: Item; readonly repeated: true };
} & { readonly next_page_token: { readonly type: 'string' } };

export function kind<const Word extends string>(word: Word) {
  return {
    type: 'string',
    const: word,
    required: true,
    doc: 'Type of the object.',
  } as const satisfies FieldRow;
}

export function outdated(successor?: string): Status {
  return {
    stage: 'deprecated',
    checked: CHECKED,
    source: 'typings of @google/genai 3.1.0 (2026-11)',
    ...(successor === undefined ? {} : { successor }),
  };
}

/** Documented in a guide, but missing in Google's client. */
export function inGuideOnly(page: string): Status {
  return {
    stage: 'preview',
    checked: CHECKED,
    source: `ai.google.dev/gemini-api/docs/${page} (2026-11)`,
    documents: 'Not supported by @google/genai 3.1.0.',
  };
}

export function words<const Word extends string>(...all: readonly Word[]) {
  const values = Object.fromEntries(all.map((word) => [word, null]));
  return { ...SNAKE, open: true, values: values as { readonly [W in Word]: null } } as const;
}

export const SIGNATURE = {
  type: 'string',
  doc: 'Signature from the server. Clients that store the history must return it unchanged.',
} as const satisfies FieldRow;

export const STEP_ID = {
  type: 'string',
  required: true,
  doc: 'ID of the call, referenced by its result.',
} as const satisfies FieldRow;

export const CALL_ID = {
  type: 'string',
  required: true,
  doc: 'ID of the call that this result belongs to.',
} as const satisfies FieldRow;

export const IS_ERROR = {
  type: 'bool',
  doc: 'Whether the tool failed.',
} as const satisfies FieldRow;

export const SERVER_NAME = {
  type: 'string',
  doc: 'Name of the MCP server, as declared in the request’s tools.',
} as const satisfies FieldRow;

export const MEDIA = {
  data: { type: 'bytes', doc: 'Content bytes. Mutually exclusive with the URI.' },
  uri: {
    type: 'string',
    reaches: 'address',
    doc: 'URI of the content: a file in the Files API or a URL.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

export const RESOLUTION = {
  type: 'interactions.MediaResolution',
  doc: 'Processing resolution, which determines the number of tokens used.',
} as const satisfies FieldRow;

export const SOUND = {
  channels: { type: 'int32', doc: 'Number of channels in raw audio.' },
  sample_rate: { type: 'int32', doc: 'Sample rate of raw audio in samples per second.' },
} as const satisfies { readonly [name: string]: FieldRow };

/** Text range in UTF-8 bytes. */
export const SPAN = {
  start_index: { type: 'int32', doc: 'Index of the first byte of the text segment.' },
  end_index: { type: 'int32', doc: 'Index of the byte after the text segment.' },
} as const satisfies { readonly [name: string]: FieldRow };

export const PLACE = {
  place_id: { type: 'string', doc: 'Google Maps place ID, in the format places/{id}.' },
  name: { type: 'string', doc: 'Name of the place.' },
  url: { type: 'string', doc: 'Google Maps URL.' },
  review_snippets: {
    type: 'interactions.ReviewSnippet',
    repeated: true,
    doc: 'Reviews that support the response.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

export const TOP_K = {
  type: 'int32',
  doc: 'Number of passages to return.',
} as const satisfies FieldRow;

export const METADATA_FILTER = {
  type: 'string',
  doc: 'Filter expression for metadata.',
} as const satisfies FieldRow;

export const USAGE = {
  type: 'interactions.Usage',
  doc: 'Token usage so far.',
} as const satisfies FieldRow;

export const THINKING_SUMMARIES = {
  type: 'interactions.ThinkingSummaries',
  doc: 'Whether the response includes thought summaries.',
} as const satisfies FieldRow;

export const DIARIZATION = {
  type: 'string',
  doc: 'Speaker diarization. speaker distinguishes between speakers.',
} as const satisfies FieldRow;

export const TIMESTAMPS = {
  type: 'string',
  repeated: true,
  doc: 'Timestamp granularity: word, or none if omitted.',
} as const satisfies FieldRow;

export const NAME_OF_FUNCTION = {
  type: 'string',
  doc: 'Name of the called function. The API may reject results without it.',
} as const satisfies FieldRow;
