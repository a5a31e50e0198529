import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Client } from '../../../../src/api/call';
import { createClient } from '../../../../src/api/client';
import { parseEndpoint } from '../../../../src/api/endpoint';
import type { Exchange } from '../../../../src/api/transport';
import { UndiciTransport } from '../../../../src/api/undiciSenders';
import type { UploadContent, UploadOptions, UploadSource } from '../../../../src/api/upload/upload';
import type { Message } from '../../../../src/api/schema/infer';
import type { JsonObject } from '../../../../src/api/schema/row';
import type { Emulator } from '../../../../src/emulator/options';
import { EagerClock } from '../../../fakes/eagerClock';
import { Rigs, type RigOptions } from '../harness';
import { control, useEmulator } from '../../emulator/wire';

/** A granularity that small files can reach. */
export const GRANULE = 64 * 1024;

/** Bytes without a period that a granule could hide. */
export function bytesOf(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let index = 0; index < length; index += 1) bytes[index] = (index * 7 + (index >> 8)) % 251;
  return bytes;
}

/** As the service writes a digest: its hexadecimal text, encoded once more. */
export function hashOf(bytes: Uint8Array): string {
  return Buffer.from(createHash('sha256').update(bytes).digest('hex')).toString('base64');
}

export interface SourceOptions {
  /** Bytes of a piece. */
  readonly piece?: number;
  /** Called before each piece, with where it begins. */
  readonly onPiece?: (offset: number) => void | Promise<void>;
}

/** Bytes in memory as a source that uses the memory of its pieces again, and lets nobody read twice at once. */
export function sourceOf(bytes: Buffer, options: SourceOptions = {}): UploadSource {
  const { piece = 1000, onPiece } = options;
  const memory = Buffer.alloc(piece);
  let readers = 0;
  return {
    size: bytes.length,
    async *read(from) {
      readers += 1;
      try {
        assert.equal(readers, 1, 'one read at a time');
        for (let offset = from; offset < bytes.length; offset += piece) {
          await onPiece?.(offset);
          memory.fill(0xee);
          const copied = bytes.copy(memory, 0, offset, offset + piece);
          yield memory.subarray(0, copied);
        }
      } finally {
        memory.fill(0xee);
        readers -= 1;
      }
    },
  };
}

/** A request of an upload as the emulator saw it. */
export interface SeenCommand {
  readonly command: string;
  readonly offset: number;
  readonly length: number;
  readonly bodyBytes: number;
  readonly target: string;
}

export interface UploadRig {
  readonly emulator: () => Emulator;
  /** A client of the emulator; waits take no time. */
  connect(options?: RigOptions): {
    readonly client: Client;
    readonly exchanges: readonly Exchange[];
  };
  fault(body: object): Promise<unknown>;
  /** Takes back all faults. */
  clear(): Promise<unknown>;
  /** What came on the upload path since the test began. */
  seen(): Promise<readonly SeenCommand[]>;
  /** Names of the files of the project. */
  files(): Promise<readonly string[]>;
}

/** An emulator and its clients, for the tests of one `describe`. */
export function useUploads(): UploadRig {
  const emulator = useEmulator({ seed: 'empty', limits: { uploadGranularity: GRANULE } });
  const rigs = new Rigs();
  let before = 0;
  beforeEach(async () => {
    const entries = await logOf(emulator());
    before = Number(entries.at(-1)?.id ?? 0);
  });
  afterEach(async () => {
    await rigs.closeAll();
    await control(emulator(), 'DELETE', 'faults');
  });
  return {
    emulator,
    connect(options = {}) {
      const { baseUrl, apiKey } = emulator();
      return rigs.connect(baseUrl, {
        as: { kind: 'apiKey', key: apiKey },
        retry: { clock: new EagerClock(), random: () => 0 },
        ...options,
      });
    },
    fault: (body) => control(emulator(), 'POST', 'faults', body),
    clear: () => control(emulator(), 'DELETE', 'faults'),
    async seen() {
      const entries = await logOf(emulator());
      return entries
        .filter(({ id, target }) => Number(id) > before && textOf(target).includes('/upload/'))
        .map(seenCommand);
    },
    async files() {
      const { baseUrl, apiKey } = emulator();
      const { client } = rigs.connect(baseUrl, { as: { kind: 'apiKey', key: apiKey } });
      const { files = [] } = await client.call('files.list', {});
      return files.map(({ name }) => name ?? '');
    },
  };
}

async function logOf(emulator: Emulator): Promise<readonly JsonObject[]> {
  const { entries } = await control(emulator, 'GET', 'log');
  return entries as readonly JsonObject[];
}

function seenCommand({ headers, bodyBytes, target }: JsonObject): SeenCommand {
  const sent = headers as { readonly [name: string]: string };
  return {
    command: sent['x-goog-upload-command'] ?? '',
    offset: Number(sent['x-goog-upload-offset'] ?? -1),
    length: Number(sent['content-length'] ?? -1),
    bodyBytes: Number(bodyBytes ?? 0),
    target: textOf(target),
  };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The commands alone, in their order. */
export function commandsOf(seen: readonly SeenCommand[]): readonly string[] {
  return seen.map(({ command }) => command);
}

/** Uploads a file, and gives it as the service answered at the end. */
export async function uploadFile(
  client: Client,
  input: Pick<UploadContent, 'source' | 'session'> & {
    readonly file: {
      readonly name?: string;
      readonly displayName?: string;
      readonly mimeType: string;
    };
  },
  options?: UploadOptions,
): Promise<Message<'File'>> {
  const { file, ...content } = input;
  const { mimeType, ...described } = file;
  const whole = { ...content, mimeType, body: { file: described } };
  const answer = await client.upload('media.upload', whole, options);
  return answer.file ?? assert.fail('There is no file in the answer.');
}

/** The service has exactly these bytes. */
export function assertSame(file: Message<'File'>, bytes: Buffer): void {
  assert.equal(file.sha256Hash, hashOf(bytes));
  assert.equal(Number(file.sizeBytes ?? 0), bytes.length);
}

/** A client whose uploads go to another origin than its calls. */
export function connectApart(origins: {
  readonly calls: string;
  readonly uploads: string;
}): Client {
  const to = (origin: string): UndiciTransport =>
    new UndiciTransport({
      endpoint: parseEndpoint(origin),
      credential: () => Promise.resolve({ kind: 'none' }),
    });
  return createClient({
    transport: to(origins.calls),
    uploadTransport: () => to(origins.uploads),
    preferredVersion: 'v1beta',
  });
}
