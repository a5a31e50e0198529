import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../src/base/json';
import { ResponseSources } from '../../../src/cli/responseSources';
import type { RecordingArguments } from '../../../src/emulator/commandLine';
import type { Emulator, EmulatorOptions } from '../../../src/emulator/options';
import { startEmulator } from '../../../src/emulator/server';
import { LiveServer } from '../../../src/live/liveServer';

export const MODEL = '/v1beta/models/emulator-flash';

export interface Got {
  readonly status: number;
  readonly type: string;
  readonly text: string;
}

/** What a client without any help gets. */
export async function ask(
  { baseUrl }: Pick<Emulator, 'baseUrl'>,
  path: string,
  body?: JsonObject,
  headers: { readonly [name: string]: string } = {},
  method = body ? 'POST' : 'GET',
): Promise<Got> {
  const response = await fetch(baseUrl + path, {
    method,
    ...(body ? { body: JSON.stringify(body) } : {}),
    headers: {
      'x-goog-api-key': 'a-made-up-key-1',
      'content-type': 'application/json',
      ...headers,
    },
  });
  const type = response.headers.get('content-type') ?? '';
  return { status: response.status, type, text: await response.text() };
}

/** What a model is asked. */
export const asked = (text: string, extra: JsonObject = {}): JsonObject => ({
  contents: [{ role: 'user', parts: [{ text }] }],
  ...extra,
});

/** An emulator with recordings. */
export interface Recording extends Emulator {
  readonly standIns: ResponseSources;
  /** What it has told its user. */
  readonly told: readonly string[];
}

/** A stage for the tests of one `describe`, empty at the beginning of each. */
export function useStage(): RecordingStage {
  const stage = new RecordingStage();
  beforeEach(() => stage.begin());
  afterEach(() => stage.end());
  return stage;
}

/** Starts emulators, and ends those of a test with it. */
export class RecordingStage {
  #folder = '';
  readonly #started: { close(): Promise<void> }[] = [];

  get folder(): string {
    return this.#folder;
  }

  async begin(): Promise<void> {
    this.#folder = await mkdtemp(join(tmpdir(), 'emulator-recordings-'));
  }

  async end(): Promise<void> {
    await Promise.all(this.#started.splice(0).map((one) => one.close()));
    await rm(this.#folder, { recursive: true, force: true });
  }

  /** The service that is recorded: another emulator, always the same one. */
  async upstream(options: EmulatorOptions = {}): Promise<Emulator> {
    const fixed = { randomSeed: 'upstream', fixedTime: Date.UTC(2026, 0, 31), ...options };
    const speed = { latency: 0, rate: 0 };
    const emulator = await startEmulator({ speed, ...fixed }, new LiveServer());
    return this.#kept(emulator);
  }

  async start(
    given: RecordingArguments,
    options: EmulatorOptions = {},
    environment: NodeJS.ProcessEnv = {},
    workingDirectory = this.#folder,
  ): Promise<Recording> {
    const told: string[] = [];
    const standIns = new ResponseSources({
      arguments: given,
      environment,
      workingDirectory,
      tell: (text) => void told.push(text),
    });
    const emulator = await startEmulator({ ...options, standIn: standIns.of }, new LiveServer());
    return { ...this.#kept(emulator), standIns, told };
  }

  /** Ends with the test, unless the test has ended it. */
  #kept(emulator: Emulator): Emulator {
    let ended: Promise<void> | undefined;
    const kept = { ...emulator, close: () => (ended ??= emulator.close()) };
    this.#started.push(kept);
    return kept;
  }

  /** The recordings of a session, their contents by their names. */
  async files(session = 'main'): Promise<{ readonly [name: string]: string }> {
    const folder = join(this.#folder, '.genlang', 'recordings', session);
    const names = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile());
    const contents = await Promise.all(
      files.map(async (entry) => {
        const path = join(entry.parentPath, entry.name);
        return [path.slice(folder.length + 1), await readFile(path, 'latin1')] as const;
      }),
    );
    return Object.fromEntries(contents.toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }
}
