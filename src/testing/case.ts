import type { PlaygroundSettings } from '../conversation/model/conversation';
import {
  attachmentShape,
  type PromptAttachment,
  relativePath,
} from '../conversation/model/promptFile';
import { settingsShape } from '../conversation/model/settings';
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

/** A path from the folder of the file that names it, with `/`. */
export type RelativePath = string;

/** One example that a prompt is tried with, and what is expected of the answer. */
export interface PromptCase {
  /** Told apart from the others of its file by it. */
  readonly name: string;
  /** Values of the prompt's variables; those without one have what the prompt proposes. */
  readonly variables?: { readonly [name: string]: string };
  /** Go with the last message, after what the prompt itself attaches to it. */
  readonly attachments?: readonly PromptAttachment[];
  /** Resource name; in place of the prompt's, and of those of a matrix. */
  readonly model?: string;
  /** Over those of the prompt, field by field. */
  readonly settings?: PlaygroundSettings;
  readonly tags?: readonly string[];
  /** How often it is asked; once where absent. */
  readonly repeat?: number;
  /** Share of the repeats that have to pass, up to 1; all where absent. */
  readonly passAt?: number;
  readonly expect: readonly Check[];
}

/** Where a case stands. */
export interface CasePlace {
  /** Address of its file. */
  readonly uri: string;
  /** Counted from 1. */
  readonly line: number;
  readonly column: number;
}

/** A case that was read. */
export interface FoundCase {
  readonly case: PromptCase;
  readonly place: CasePlace;
}

/** What in a file could not be read; the rest of it was. */
export interface CaseProblem extends CasePlace {
  /** A sentence. */
  readonly message: string;
  /** UTF-16 units from the start, where the file was read as a whole. */
  readonly offset?: number;
  readonly length?: number;
}

/** The same cases with other models, settings, or versions of the prompt: each with each. */
export interface Matrix {
  /** Resource names. */
  readonly models?: readonly string[];
  /** Each goes over the settings of the prompt. */
  readonly settings?: readonly NamedSettings[];
  /** Paths of other prompt files; the file itself is the first version. */
  readonly prompts?: readonly RelativePath[];
}

export interface NamedSettings {
  readonly name: string;
  readonly settings: PlaygroundSettings;
}

/** Most repeats of a case: a mistyped number would be dear. */
export const MOST_REPEATS = 1000;
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

/** Checks what a file says of a case. A name is given to it where it has none. */
export const caseShape = object(
  { expect: list(checkShape, 1000) },
  {
    name: line,
    variables: record(value),
    attachments: list(attachmentShape, 100),
    model,
    settings: settingsShape,
    tags: list(line, 100),
    repeat: integer(1, MOST_REPEATS),
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
