import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { AppError, errorMessage } from '../base/errors';
import type { ModelSeed } from './seeds/model';

const FILE = 'models.json';

/**
 * The models kept in a data folder, or undefined where there are none yet. Throws `AppError` where the
 * folder can't be used or the file can't be read; the file is left as it is.
 */
export function loadModels(folder: string): readonly ModelSeed[] | undefined {
  const file = join(folder, FILE);
  try {
    makeFolder(folder);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new AppError('dataUnusable', `Cannot write to ${folder}: ${errorMessage(error)}.`, {
      hint: 'Choose another folder with --data.',
      cause: error,
    });
  }
  if (!existsSync(file)) return undefined;
  try {
    const json = JSON.parse(readFileSync(file, 'utf8')) as { readonly models?: unknown };
    if (!Array.isArray(json.models)) throw new Error('it has no list of models');
    const strange = json.models.findIndex((entry: unknown) => !isSeed(entry));
    if (strange >= 0) throw new Error(`model ${strange + 1} of it is none`);
    return json.models as readonly ModelSeed[];
  } catch (error) {
    throw new AppError('dataUnreadable', `Cannot read ${file}: ${errorMessage(error)}.`, {
      hint: 'Choose another folder with --data, or move the file away.',
      cause: error,
    });
  }
}

/**
 * Makes a folder and those above it. By hand: Node's own `recursive` never returns where the system
 * takes no folder and calls that a missing one, as below `/proc`.
 */
function makeFolder(folder: string): void {
  if (existsSync(folder) && statSync(folder).isDirectory()) return;
  const parent = dirname(folder);
  if (parent !== folder && !existsSync(parent)) makeFolder(parent);
  mkdirSync(folder);
}

/** Whether the emulator can serve it: what it reads of a model must be there. */
function isSeed(entry: unknown): entry is ModelSeed {
  const { model, versions } = (entry ?? {}) as Partial<ModelSeed>;
  return (
    Array.isArray(versions) &&
    typeof model?.name === 'string' &&
    Number.isFinite(model.inputTokenLimit) &&
    Number.isFinite(model.outputTokenLimit) &&
    Array.isArray(model.supportedGenerationMethods)
  );
}

/** Replaces the file as a whole, so that a reader never sees half of it. */
export function saveModels(folder: string, models: readonly ModelSeed[]): void {
  const file = join(folder, FILE);
  const next = `${file}.next`;
  writeFileSync(next, JSON.stringify({ models }, undefined, 2));
  renameSync(next, file);
}
