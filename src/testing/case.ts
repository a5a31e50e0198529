import * as l10n from '@vscode/l10n';
import { isObject, type JsonObject, textPlaces, type TextPlaces, tryParse } from '../base/json';
import type { PlaygroundSettings } from '../conversation/model/conversation';
import {
  attachmentShape,
  type PromptAttachment,
  relativePath,
} from '../conversation/model/promptFile';
import { settingsShape } from '../conversation/model/settings';
import {
  type JsonPath,
  nearestPath,
  type ParsedJson,
  parseJson,
  rangeOfPath,
} from '../platform/jsonPath';
import {
  integer,
  jsonObject,
  list,
  number,
  object,
  record,
  type Shape,
  ShapeError,
  text,
} from '../webview/shape';
import { type Check, checkShape } from './checks';

export type RelativePath = string;

/** A test case: input of a prompt, and assertions on the response. */
export interface PromptCase {
  readonly name: string;
  /** Values of variables. Default: those of the prompt. */
  readonly variables?: { readonly [name: string]: string };
  readonly attachments?: readonly PromptAttachment[];
  /** Resource name. Overrides the prompt and the matrix. */
  readonly model?: string;
  /** Merged into the prompt's settings by field. */
  readonly settings?: PlaygroundSettings;
  readonly tags?: readonly string[];
  /** Text to check instead of a new response. The prompt isn't sent. */
  readonly response?: string;
  /** Number of requests. Default: 1. */
  readonly repeat?: number;
  /** Required share of passed repeats, up to 1. Default: all. */
  readonly passAt?: number;
  readonly expect: readonly Check[];
}

export interface CasePlace {
  readonly uri: string;
  readonly line: number;
  readonly column: number;
}

export interface FoundCase {
  readonly case: PromptCase;
  readonly place: CasePlace;
}

export interface CaseProblem extends CasePlace {
  readonly message: string;
  /** In UTF-16 units; only if the complete file was read. */
  readonly offset?: number;
  readonly length?: number;
}

export interface Matrix {
  readonly models?: readonly string[];
  /** Each is merged into the prompt's settings. */
  readonly settings?: readonly NamedSettings[];
  /** Paths of other prompt files. The file itself is the first version. */
  readonly prompts?: readonly RelativePath[];
}

export interface NamedSettings {
  readonly name: string;
  readonly settings: PlaygroundSettings;
}

/** Maximum number of repeats, since typos would be expensive. */
export const MAX_REPEATS = 1000;
const MANY = 100_000;
const LONG = 16 * 1024 * 1024;
const line = text(10_000);

const value: Shape<string> = {
  parse(given, path = '') {
    if (typeof given === 'number' || typeof given === 'boolean') return String(given);
    if (Array.isArray(given)) return list(text(LONG), MANY).parse(given, path).join('\n');
    return text(LONG).parse(given, path);
  },
};

const model: Shape<string> = {
  parse(given, path = '') {
    const name = line.parse(given, path);
    if (/^(models|tunedModels)\/[^\s/?#%:]+$/.test(name)) return name;
    throw new ShapeError(path, 'a name such as models/my-model');
  },
};

/** Validates a test case. The caller provides a missing name. */
export const caseShape = object(
  { expect: list(checkShape, 1000) },
  {
    name: line,
    variables: record(value),
    attachments: list(attachmentShape, 100),
    model,
    settings: settingsShape,
    tags: list(line, 100),
    response: text(LONG),
    repeat: integer(1, MAX_REPEATS),
    passAt: number(0.001, 1),
  },
);

const namedSettings: Shape<NamedSettings> = {
  parse(given, path = '') {
    const { name } = object({ name: line }).parse(given, path);
    const { name: _, ...settings } = jsonObject().parse(given, path);
    return { name, settings: settingsShape.parse(settings, path) };
  },
};

export const matrixShape: Shape<Matrix> = object(
  {},
  {
    models: list(model, 100),
    settings: list(namedSettings, 100),
    prompts: list(relativePath, 100),
  },
);

/** In UTF-16 units. */
export interface TextPlace {
  readonly offset: number;
  readonly length: number;
}

const START: TextPlace = { offset: 0, length: 1 };

/** Reads a JSON file part by part, so that errors in one part don't affect the others. */
export class JsonPlaces {
  readonly problems: CaseProblem[] = [];
  readonly #text: string;
  readonly #uri: string;
  readonly #parsed: ParsedJson;
  readonly #lineOf: TextPlaces;

  constructor(text: string, uri: string) {
    this.#text = text;
    this.#uri = uri;
    this.#parsed = parseJson(text);
    this.#lineOf = textPlaces(text);
  }

  /** Returns the JSON object. Undefined, with a problem, if invalid. */
  object(): JsonObject | undefined {
    const file = tryParse(this.#text);
    if (isObject(file)) return file;
    const message =
      file === undefined
        ? l10n.t('This is not valid JSON.')
        : l10n.t('The file must contain a JSON object.');
    this.add(this.#parsed.mistake ?? START, message);
    return undefined;
  }

  /** Reads a part. Undefined, with a problem, if invalid. */
  attempt<T>(at: JsonPath, read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ShapeError)) throw error;
      const { path, message } = shapeMessage(error);
      this.add(this.#range(path) ?? this.#range(at) ?? START, message);
      return undefined;
    }
  }

  add({ offset, length }: TextPlace, message: string): void {
    this.problems.push({ uri: this.#uri, ...this.#lineOf(offset), offset, length, message });
  }

  /** Returns, but doesn't add, a problem in the first line of a part. */
  problemAt(at: JsonPath, message: string): CaseProblem {
    const { offset, length: all } = this.#range(at) ?? START;
    const [{ length }] = this.#text.slice(offset, offset + all).split(/[\r\n]/, 1) as [string];
    return { uri: this.#uri, ...this.#lineOf(offset), offset, length, message };
  }

  placeOf(at: JsonPath): CasePlace {
    return { uri: this.#uri, ...this.#lineOf(this.#range(at)?.offset ?? 0) };
  }

  #range(path: JsonPath): TextPlace | undefined {
    const known = nearestPath(this.#parsed.tree, path);
    const range = known && rangeOfPath(this.#parsed.tree, known);
    return range && { offset: range.offset, length: range.length };
  }
}

export function shapeMessage(error: ShapeError): {
  readonly path: JsonPath;
  readonly message: string;
} {
  const [path = '', expected = ''] = error.message.split(/: expected (.*)/s);
  const steps = path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  return { path: steps, message: l10n.t('“{0}” must be {1}.', path, expected) };
}
