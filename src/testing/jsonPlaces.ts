import * as l10n from '@vscode/l10n';
import { isObject, type JsonObject, type TextPlaces, textPlaces, tryParse } from '../base/json';
import {
  type JsonPath,
  nearestPath,
  type ParsedJson,
  parseJson,
  rangeOfPath,
} from '../platform/jsonPath';
import { ShapeError } from '../webview/shape';
import type { CasePlace, CaseProblem } from './case';

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
