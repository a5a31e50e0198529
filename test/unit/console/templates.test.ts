import assert from 'node:assert/strict';
import {
  type OperationId,
  operationIds,
  operationRow,
  versionsOf,
} from '../../../src/api/operations';
import type { PlainRequest } from '../../../src/api/request';
import type { WireAnswer } from '../../../src/api/transport';
import type { Version } from '../../../src/api/versions';
import { parseRequestFile } from '../../../src/console/requestFile';
import { requestOf } from '../../../src/console/requestSource';
import { needsDocument, runOperation } from '../../../src/console/runOperation';
import type { Emulator } from '../../../src/emulator/options';
import type { InputOptions, PickItem } from '../../../src/platform/prompts';
import { EmulatorControl } from '../../host/support/consoleEmulator';
import { english } from '../../fakes/l10n';
import { FakePrompts } from '../../fakes/prompts';
import { usePrepared } from '../wire/prepared';
import { clientOf, openConsole } from './sending';

/** What is refused for what is there, or is not, and not for how it is asked. */
const refused: { readonly [id: string]: string } = {
  // Its content is too short.
  'cachedContents.create': 'INVALID_ARGUMENT',
  // Nothing is asked for yet.
  'models.predict': 'INVALID_ARGUMENT',
  'models.predictLongRunning': 'INVALID_ARGUMENT',
  'files.register': 'INVALID_ARGUMENT',
  'fileSearchStores.delete': 'FAILED_PRECONDITION',
  'fileSearchStores.documents.delete': 'FAILED_PRECONDITION',
  // Its file is a placeholder.
  'fileSearchStores.importFile': 'INVALID_ARGUMENT',
  // What somebody uploaded is not given back.
  'files.download': 'INVALID_ARGUMENT',
  // The first file is there already.
  'environments.files.upload': 'aborted',
  // Its base is a legacy model.
  'tunedModels.batchGenerateContent': 'NOT_FOUND',
  'tunedModels.asyncBatchEmbedContent': 'NOT_FOUND',
  // The first batch is one of answers.
  'batches.updateEmbedContentBatch': 'INVALID_ARGUMENT',
  // The first ones are of the service itself.
  'voices.delete': 'permission_denied',
  'corpora.delete': 'FAILED_PRECONDITION',
  'corpora.documents.delete': 'FAILED_PRECONDITION',
  'corpora.documents.chunks.batchUpdate': 'NOT_FOUND',
  'corpora.documents.chunks.batchDelete': 'NOT_FOUND',
};

interface Sent {
  readonly request: PlainRequest;
  readonly status: number;
  readonly text: string;
}

async function textOf({ body }: WireAnswer): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of body) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

/** Runs the command against an emulator, and sends the document that it opens as it is. */
async function runFirst(
  emulator: Emulator,
  operation: OperationId,
  version: Version,
): Promise<Sent> {
  const client = await clientOf(emulator);
  try {
    const sent: Sent[] = [];
    const exchange = async (request: PlainRequest): Promise<WireAnswer> => {
      const answer = await client.exchange(request);
      const text = await textOf(answer);
      sent.push({ request, status: answer.status, text });
      return { ...answer, body: bytes(text) };
    };
    const { parts, editor } = openConsole({ exchange });
    const clients = {
      get: () => Promise.resolve({ ...client, call: client.call.bind(client), exchange }),
    };
    const own = await begun[operation]?.(new EmulatorControl(emulator));
    const prompts = new FirstPrompts(operation, version, own);
    await runOperation({ ...parts, clients, prompts });
    assert.equal(editor.opened.length, needsDocument(operation, version) ? 1 : 0);
    for (const text of editor.opened) await exchange(requestOf(parseRequestFile(text, english)));
    const [only, ...others] = sent;
    assert.ok(only);
    assert.equal(others.length, 0);
    return only;
  } finally {
    await client.close();
  }
}

async function* bytes(text: string): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(Buffer.from(text));
}

describe('templates of requests', () => {
  const withPrepared = usePrepared();

  for (const operation of operationIds()) {
    for (const version of versionsOf(operationRow(operation))) {
      it(`can be sent as they are: ${operation} in ${version}`, async () => {
        const { request, status, text } = await withPrepared(operation, ({ emulator }) =>
          runFirst(emulator, operation, version),
        );
        assert.deepEqual([request.operation, request.version], [operation, version]);
        const reason = status === 200 ? undefined : statusIn(text);
        assert.equal(reason, refused[operation], text);
      });
    }
  }
});

function statusIn(text: string): unknown {
  const { error } = JSON.parse(text) as {
    readonly error: { readonly status?: string; readonly code: unknown };
  };
  return error.status ?? error.code;
}

const STORE = 'fileSearchStores/harbour-library-3k8w1z6q0xnd';

/** Of what no list shows: the demo seed has them. */
const unlisted: { readonly [id: string]: string } = {
  'corpora.operations.get': 'corpora/field-notes-4k2vq8x1m7zd/operations/index-3',
  'fileSearchStores.media.download': `${STORE}/media/chart-of-the-mole-png-q4h8x2c6v0my`,
  'fileSearchStores.operations.get': `${STORE}/operations/tide-reader-txt-b1y6d3n8u4wk`,
  'fileSearchStores.upload.operations.get': `${STORE}/upload/operations/pilot-book-pdf-z7p2f9s5e1gj`,
  'dynamic.generateContent': 'dynamic/auto',
  'dynamic.streamGenerateContent': 'dynamic/auto',
  'generatedFiles.operations.get': 'generatedFiles/h4w9k2v7m1xd/operations/b8n3q6z0t5cr',
};

const begin =
  (background: boolean) =>
  (emulator: EmulatorControl): Promise<string> =>
    emulator.make('interactions', { model: 'emulator-flash', input: 'tide', background });

/** Of what only who began it knows. */
const begun: { readonly [id: string]: (emulator: EmulatorControl) => Promise<string> } = {
  'interactions.get': begin(false),
  'interactions.delete': begin(false),
  'interactions.cancel': begin(true),
};

/** Of what is in an environment. */
const filesWithin: { readonly [id: string]: string } = {
  'environments.files.list': '',
  'environments.files.download': 'notes/tide.txt',
  'environments.files.upload': 'notes/new.txt',
};

// Has permissions besides its owner’s; its base is a legacy model.
const SHARED = 'tunedModels/sentence-translator-u3b7m';

/** Chooses one operation of the list of all, the first resource of every list that can be changed, and yes. */
class FirstPrompts extends FakePrompts {
  readonly #operation: OperationId;
  readonly #version: Version;

  constructor(operation: OperationId, version: Version, name = unlisted[operation]) {
    super(...(name === undefined ? [] : [name]));
    this.#operation = operation;
    this.#version = version;
  }

  override async pick<T>(
    _options: { readonly title: string },
    items: readonly PickItem<T>[] | Promise<readonly PickItem<T>[]>,
  ): Promise<T | undefined> {
    const rows = await items;
    const start = `${this.#version} · `;
    const isWanted = ({ label, description }: PickItem<T>): boolean => {
      if (label === SHARED)
        return !/^tunedModels\.(generate|streamGenerate)Content$/.test(this.#operation);
      return label === this.#operation && description?.startsWith(start) === true;
    };
    const chosen = rows.find(isWanted);
    // What the owner may do can't be changed.
    const others = rows.filter(({ description }) => !description?.startsWith('OWNER'));
    return (chosen ?? others[0])?.value;
  }

  /** Below what was chosen. */
  override async input(options: InputOptions): Promise<string | undefined> {
    const within = filesWithin[this.#operation];
    if (within !== undefined) this.answer(`${options.value ?? ''}${within}`);
    return await super.input(options);
  }

  override confirm<A extends string>(
    _message: string,
    { actions }: { readonly actions: readonly A[] },
  ): Promise<A | undefined> {
    return Promise.resolve(actions[0]);
  }
}
