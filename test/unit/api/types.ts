import type { CallOutput, PagedId, StreamId } from '../../../src/api/call';
import type { CallInput } from '../../../src/api/request';
import type { LongRunningId, OperationState, PollId } from '../../../src/api/operationWatcher';
import type { OperationId } from '../../../src/api/operations';
import type { BodyInput, Message, MessageInput } from '../../../src/api/schema/infer';

/*
 * What the compiler infers from the tables. Nothing here runs: a line that no longer holds is an error of
 * the type check.
 */

type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
type Fits<Value, Type> = Value extends Type ? true : false;
type Not<A extends boolean> = A extends true ? false : true;
/** Whether a key is there and may be left out. */
type Optional<T, K extends keyof T> = Record<never, never> extends Pick<T, K> ? true : false;
type Has<T, K> = K extends keyof T ? true : false;
type AllOf<Checks extends readonly true[]> = Checks;

type Corpus = { readonly displayName: string };
type Ask = { readonly contents: readonly [{ readonly parts: readonly [{ readonly text: 'Hi' }] }] };

export type Inputs = AllOf<
  [
    // Path variables by their name in the template, dots included.
    Equal<CallInput<'models.get'>['name'], string>,
    Fits<{ name: 'models/x' }, CallInput<'models.get'>>,
    Not<Fits<Record<never, never>, CallInput<'models.get'>>>,
    Not<Fits<{ name: 7 }, CallInput<'models.get'>>>,
    Fits<{ name: 'operations/a/b' }, CallInput<'operations.delete'>>,
    Has<CallInput<'corpora.patch'>, 'corpus.name'>,
    Not<Has<CallInput<'corpora.patch'>, 'name'>>,

    // Query parameters: optional, unless their row says otherwise.
    Optional<CallInput<'models.list'>, 'pageSize'>,
    Equal<CallInput<'models.list'>['pageSize'], number | undefined>,
    Equal<CallInput<'corpora.delete'>['force'], boolean | undefined>,
    Not<Optional<CallInput<'corpora.patch'>, 'updateMask'>>,
    Fits<
      { 'corpus.name': 'corpora/x'; updateMask: 'displayName'; body: Corpus },
      CallInput<'corpora.patch'>
    >,
    Not<Fits<{ 'corpus.name': 'corpora/x'; body: Corpus }, CallInput<'corpora.patch'>>>,
    Not<Has<CallInput<'models.get'>, 'pageSize'>>,

    // Bodies: where the row has one, and then required.
    Fits<{ model: 'models/x'; body: Ask }, CallInput<'models.generateContent'>>,
    Not<Fits<{ model: 'models/x' }, CallInput<'models.generateContent'>>>,
    Not<Fits<{ name: 'models/x'; body: Ask }, CallInput<'models.get'>>>,

    // A patch may leave out what a create must have.
    Optional<CallInput<'tunedModels.patch'>['body'], 'tuningTask'>,
    Not<Optional<CallInput<'tunedModels.create'>['body'], 'tuningTask'>>,

    // Bytes: where the row uploads.
    Not<Optional<CallInput<'media.upload'>, 'media'>>,
    Equal<CallInput<'media.upload'>['media']['data'] extends Uint8Array ? true : false, true>,
    Not<Has<CallInput<'files.create'>, 'media'>>,
  ]
>;

export type Bodies = AllOf<
  [
    // What the URL carries is not in the body; within another message it is.
    Not<Has<BodyInput<'EmbedContentRequest'>, 'model'>>,
    Not<Optional<MessageInput<'EmbedContentRequest'>, 'model'>>,
    Not<Optional<NonNullable<BodyInput<'BatchEmbedContentsRequest'>['requests']>[number], 'model'>>,
    Not<Optional<BodyInput<'BatchCreateChunksRequest'>['requests'][number], 'parent'>>,

    // Required fields are; fields that only the service sets are not there, at any depth.
    Not<Optional<BodyInput<'GenerateContentRequest'>, 'contents'>>,
    Optional<BodyInput<'GenerateContentRequest'>, 'generationConfig'>,
    Not<
      Fits<{ model: 'models/x'; body: Record<never, never> }, CallInput<'models.countTextTokens'>>
    >,
    Not<Has<BodyInput<'Corpus'>, 'createTime'>>,
    Not<Has<BodyInput<'TunedModel'>['tuningTask'], 'snapshots'>>,
    Has<BodyInput<'TunedModel'>['tuningTask'], 'trainingData'>,

    // Scalars: 64-bit numbers and bytes are texts, enumerations stay open.
    Equal<NonNullable<BodyInput<'TunedModel'>['readerProjectNumbers']>, readonly string[]>,
    Fits<'READER', NonNullable<BodyInput<'Permission'>['role']>>,
    Fits<'A_ROLE_OF_TOMORROW', NonNullable<BodyInput<'Permission'>['role']>>,
    Not<Fits<7, NonNullable<BodyInput<'Permission'>['role']>>>,
  ]
>;

export type Outputs = AllOf<
  [
    // Every field of an answer is optional, those that only the service sets included.
    Equal<CallOutput<'models.get'>, Message<'Model'>>,
    Equal<CallOutput<'models.get'>['inputTokenLimit'], number | undefined>,
    Equal<CallOutput<'files.get'>['sizeBytes'], string | undefined>,
    Optional<CallOutput<'corpora.get'>, 'createTime'>,
    Equal<NonNullable<CallOutput<'models.list'>['models']>[number], Message<'Model'>>,
    Equal<CallOutput<'corpora.delete'>, Message<'Empty'>>,
    Not<Has<CallOutput<'models.get'>, 'nextPageToken'>>,

    Equal<
      StreamId,
      | 'models.streamGenerateContent'
      | 'dynamic.streamGenerateContent'
      | 'tunedModels.streamGenerateContent'
      | 'interactions.create'
      | 'interactions.get'
    >,
    Fits<'corpora.documents.chunks.list', PagedId>,
    Not<Fits<'models.get', PagedId>>,
    Not<Fits<'models.nothing', OperationId>>,
  ]
>;

export type LongRunning = AllOf<
  [
    Fits<'tunedModels.create', LongRunningId>,
    Fits<'fileSearchStores.importFile', LongRunningId>,
    Fits<'media.uploadToFileSearchStore', LongRunningId>,
    Not<Fits<'media.upload', LongRunningId>>,
    Fits<'fileSearchStores.operations.get', PollId>,
    Fits<'fileSearchStores.upload.operations.get', PollId>,
    Fits<'batches.get', PollId>,
    Not<Fits<'fileSearchStores.get', PollId>>,
    Equal<
      NonNullable<OperationState<'tunedModels.create'>['metadata']>['completedSteps'],
      number | undefined
    >,
    Equal<NonNullable<OperationState<'tunedModels.create'>['response']>, Message<'TunedModel'>>,
  ]
>;
