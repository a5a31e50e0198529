import type { Message } from '../../api/schema/infer';
import { jsonObject } from '../../webview/jsonShape';
import {
  flag,
  integer,
  list,
  object,
  oneOf,
  record,
  ShapeError,
  text,
  type Shape,
} from '../../webview/shape';
import { settingsShape } from '../calls/settings';
import { MAX_PROMPT } from '../limits';
import { PLAYGROUND_MODES } from '../modes';
import type { PromptFile } from './promptFile';

const MANY = 100_000;
const line = text(MANY);
const long = text(MAX_PROMPT);
const lines = list(long, MANY);

/** A text, or its lines one by one. */
const words: Shape<string> = {
  parse: (value, path) =>
    Array.isArray(value) ? lines.parse(value, path).join('\n') : long.parse(value, path),
};

/** From the folder of the prompt file: a file may move with its folder, and nothing of a machine stands in it. */
const path: Shape<string> = {
  parse(value, at = '') {
    const found = text(4096).parse(value, at);
    if (found !== '' && !/^([/\\]|[a-z][\w+.-]*:)/i.test(found)) return found;
    throw new ShapeError(at, 'a path from the folder of this file, such as ./kite.png');
  },
};

const sha256: Shape<string> = {
  parse(value, at = '') {
    if (typeof value === 'string' && /^[0-9a-f]{64}$/i.test(value)) return value;
    throw new ShapeError(at, '64 hexadecimal digits');
  },
};

const message = object(
  { role: oneOf('user', 'model') },
  {
    author: line,
    text: words,
    parts: list(jsonObject() as Shape<Message<'Part'>>, MANY),
    attachments: list(object({ path }, { mimeType: line, sha256 }), 100),
  },
);

const shape = object(
  { format: integer(1, 1), model: line, messages: list(message, MANY) },
  {
    name: line,
    mode: oneOf(...PLAYGROUND_MODES),
    oneText: flag,
    version: line,
    settings: settingsShape,
    variables: record(object({}, { description: line, default: long, multiline: flag })),
  },
);

/** A parsed file as a prompt. Throws `ShapeError` with the path of what it can't be. */
export function promptOf(value: unknown): PromptFile {
  const { settings = {}, ...rest } = shape.parse(value);
  return { ...rest, format: 1, settings };
}
