import { CHECKED, type Status } from '../../status';
import { NEW } from '../../versions';
import type { FieldRow } from '../row';

/** What every message of the Interactions API has in common: both living versions, names in snake case. */
export const SNAKE = { versions: NEW, case: 'snake' } as const;

/** A page of a list: its items, and what the next page is asked for with. */
export function page<const Items extends string, const Item extends string>(
  items: Items,
  item: Item,
) {
  const fields = {
    [items]: { type: item, repeated: true },
    next_page_token: { type: 'string' },
  };
  // A computed name is any text to the compiler.
  return { ...SNAKE, fields: fields as PageFields<Items, Item> } as const;
}

type PageFields<Items extends string, Item extends string> = {
  readonly [N in Items]: { readonly type: Item; readonly repeated: true };
} & { readonly next_page_token: { readonly type: 'string' } };

/** The field that says which member of its union a message is. */
export function kind<const Word extends string>(word: Word) {
  return {
    type: 'string',
    const: word,
    required: true,
    doc: 'Says which of its kind it is.',
  } as const satisfies FieldRow;
}

/** Taken still, with something else to use instead or nothing at all. */
export function outdated(successor?: string): Status {
  return {
    stage: 'deprecated',
    checked: CHECKED,
    source: 'typings of @google/genai 3.1.0 (2026-11)',
    ...(successor === undefined ? {} : { successor }),
  };
}

/** A guide has it, and Google's own client does not. */
export function inGuideOnly(page: string): Status {
  return {
    stage: 'preview',
    checked: CHECKED,
    source: `ai.google.dev/gemini-api/docs/${page} (2026-11)`,
    documents: '@google/genai 3.1.0 does not know it.',
  };
}

/** Words of an enumeration that has no numbers and takes others. */
export function words<const Word extends string>(...all: readonly Word[]) {
  const values = Object.fromEntries(all.map((word) => [word, null]));
  return { ...SNAKE, open: true, values: values as { readonly [W in Word]: null } } as const;
}

export const SIGNATURE = {
  type: 'string',
  doc: 'The seal of the service. It goes back byte for byte where the client keeps the history.',
} as const satisfies FieldRow;

export const STEP_ID = {
  type: 'string',
  required: true,
  doc: 'What the result of this call names it by.',
} as const satisfies FieldRow;

export const CALL_ID = {
  type: 'string',
  required: true,
  doc: 'The id of the call that this is the result of.',
} as const satisfies FieldRow;

export const IS_ERROR = {
  type: 'bool',
  doc: 'Whether the tool failed.',
} as const satisfies FieldRow;

export const SERVER_NAME = {
  type: 'string',
  doc: 'The name that the tools of this request give the MCP server.',
} as const satisfies FieldRow;

/** Media travel in the message or by their address. */
export const MEDIA = {
  data: { type: 'bytes', doc: 'The content itself. Only it or an address is set.' },
  uri: {
    type: 'string',
    reaches: 'address',
    doc: 'Where the content is: a file of the Files API, or an address.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

export const RESOLUTION = {
  type: 'interactions.MediaResolution',
  doc: 'How closely it is looked at, and so what it costs in tokens.',
} as const satisfies FieldRow;

export const SOUND = {
  channels: { type: 'int32', doc: 'Channels of raw sound.' },
  sample_rate: { type: 'int32', doc: 'Samples in a second of raw sound.' },
} as const satisfies { readonly [name: string]: FieldRow };

/** The part of a text that is meant, in bytes of UTF-8. */
export const SPAN = {
  start_index: { type: 'int32', doc: 'First byte of the text that is meant.' },
  end_index: { type: 'int32', doc: 'Byte after the text that is meant.' },
} as const satisfies { readonly [name: string]: FieldRow };

export const PLACE = {
  place_id: { type: 'string', doc: 'places/{id} in Google Maps.' },
  name: { type: 'string', doc: 'What the place is called.' },
  url: { type: 'string', doc: 'Its page in Google Maps.' },
  review_snippets: {
    type: 'interactions.ReviewSnippet',
    repeated: true,
    doc: 'Reviews that the answer rests on.',
  },
} as const satisfies { readonly [name: string]: FieldRow };

export const TOP_K = {
  type: 'int32',
  doc: 'How many passages are taken.',
} as const satisfies FieldRow;

export const METADATA_FILTER = {
  type: 'string',
  doc: 'Only what has metadata such as this: an expression.',
} as const satisfies FieldRow;

export const USAGE = {
  type: 'interactions.Usage',
  doc: 'What it cost so far, in tokens.',
} as const satisfies FieldRow;

export const THINKING_SUMMARIES = {
  type: 'interactions.ThinkingSummaries',
  doc: 'Whether summaries of thoughts are part of the answer.',
} as const satisfies FieldRow;

export const DIARIZATION = {
  type: 'string',
  doc: 'Who speaks: speaker tells speakers apart.',
} as const satisfies FieldRow;

export const TIMESTAMPS = {
  type: 'string',
  repeated: true,
  doc: 'What gets a time: word, or nothing.',
} as const satisfies FieldRow;

export const NAME_OF_FUNCTION = {
  type: 'string',
  doc: 'The function that was called. The service has been seen to refuse results without.',
} as const satisfies FieldRow;
