import assert from 'node:assert/strict';
import { findType, messages } from '../../../src/api/schema/messages';
import type { FieldRow, TypeRow } from '../../../src/api/schema/row';

const rows = Object.entries<TypeRow>(messages).filter(([name]) => name.startsWith('interactions.'));

function fieldsOf(name: string): { readonly [field: string]: FieldRow } {
  const row = findType(`interactions.${name}`);
  assert.ok(row && 'fields' in row, name);
  return row.fields;
}

function membersOf(name: string): readonly string[] {
  const row = findType(`interactions.${name}`);
  assert.ok(row && 'oneOf' in row, name);
  return row.oneOf.flatMap((one) => (typeof one === 'string' ? [one] : []));
}

/** The words of a union, each from the member that has it. */
function wordsOf(name: string, by: string): readonly string[] {
  const found = membersOf(name).map((member) => {
    const row = findType(member);
    assert.ok(row && 'fields' in row, member);
    return row.fields[by]?.const ?? `${member} has no word`;
  });
  return found.toSorted();
}

/** Fields of a message that have a flag. */
function flagged(name: string, flag: 'outputOnly' | 'inputOnly' | 'required'): readonly string[] {
  return Object.entries(fieldsOf(name)).flatMap(([field, row]) => (row[flag] ? [field] : []));
}

// Tools of the service itself: each has a call and a result, as a step and as a delta.
const TOOLS = [
  'code_execution',
  'file_search',
  'google_maps',
  'google_search',
  'processing',
  'retrieval',
  'url_context',
];
const USES = TOOLS.flatMap((tool) => [`${tool}_call`, `${tool}_result`]);
const MCP = ['mcp_server_tool_call', 'mcp_server_tool_result'];

describe('messages of the Interactions API', () => {
  it('has 21 kinds of steps', () => {
    const others = ['function_call', 'function_result', 'model_output', 'thought', 'user_input'];
    assert.deepEqual(wordsOf('Step', 'type'), [...USES, ...MCP, ...others].toSorted());
    assert.equal(membersOf('Step').length, 21);
  });

  it('has 26 kinds of deltas', () => {
    const words = [...USES, ...MCP, 'arguments_delta', 'audio', 'document', 'function_result'];
    words.push('image', 'text', 'text_annotation_delta', 'thought_signature', 'thought_summary');
    words.push('video');
    assert.deepEqual(wordsOf('StepDeltaData', 'type'), words.toSorted());
    assert.equal(words.length, 26);
  });

  it('has the words of events, contents, annotations, tools and agents', () => {
    assert.deepEqual(wordsOf('InteractionSSEEvent', 'event_type'), [
      'error',
      'interaction.completed',
      'interaction.created',
      'interaction.status_update',
      'step.delta',
      'step.start',
      'step.stop',
    ]);
    assert.deepEqual(wordsOf('Content', 'type'), ['audio', 'document', 'image', 'text', 'video']);
    assert.deepEqual(wordsOf('Annotation', 'type'), [
      'file_citation',
      'place_citation',
      'speech_metadata',
      'url_citation',
      'word_info',
    ]);
    assert.deepEqual(wordsOf('Tool', 'type'), [
      'bash',
      'code_execution',
      'computer_use',
      'file_search',
      'filesystem',
      'function',
      'google_maps',
      'google_search',
      'mcp_server',
      'retrieval',
      'url_context',
    ]);
    assert.deepEqual(wordsOf('AgentConfig', 'type'), [
      'antigravity',
      'code-mender',
      'deep-research',
      'dynamic',
    ]);
  });

  it('takes an input as a text, a block, blocks or steps', () => {
    const row = findType('interactions.InteractionsInput');
    assert.ok(row && 'oneOf' in row);
    assert.deepEqual(row.oneOf, [
      'string',
      'interactions.Content',
      { list: 'interactions.Content' },
      { list: 'interactions.Step' },
    ]);
  });

  it('tells a request to a model from one to an agent by what it names', () => {
    const row = findType('interactions.CreateInteractionBody');
    assert.ok(row && 'oneOf' in row);
    const { has = [], oneOf } = row;
    assert.deepEqual(has, ['model', 'agent']);
    for (const [index, field] of has.entries()) {
      const member = oneOf[index];
      const type = typeof member === 'string' ? findType(member) : undefined;
      assert.ok(type && 'fields' in type && type.fields[field]?.required === true, field);
      const other: string = has[1 - index] ?? '';
      assert.equal(other in type.fields, false, `${field} excludes ${other}`);
    }
  });

  it('sends what says how a request is carried out, and never gets it back', () => {
    const way = ['store', 'background', 'stream'];
    assert.deepEqual(flagged('CreateModelInteraction', 'inputOnly'), way);
    assert.deepEqual(flagged('CreateAgentInteraction', 'inputOnly'), way);
    for (const field of way) assert.equal(field in fieldsOf('Interaction'), false, field);
  });

  it('knows what only the service sets', () => {
    assert.deepEqual(flagged('Interaction', 'outputOnly').toSorted(), [
      'created',
      'environment_id',
      'errors',
      'id',
      'object',
      'status',
      'steps',
      'updated',
    ]);
    const set = rows.filter(
      ([, row]) =>
        'fields' in row && Object.values(row.fields).some((field: FieldRow) => field.outputOnly),
    );
    assert.deepEqual(
      set.map(([name]) => name),
      ['interactions.Interaction', 'interactions.InteractionSseEventInteraction'],
    );
  });

  it('needs of a step what the service refuses it without', () => {
    const call = ['type', 'id', 'name', 'arguments'];
    assert.deepEqual(flagged('FunctionCallStep', 'required'), call);
    assert.deepEqual(flagged('FunctionResultStep', 'required'), ['type', 'result', 'call_id']);
    assert.deepEqual(flagged('MCPServerToolCallStep', 'required').toSorted(), [
      'arguments',
      'id',
      'name',
      'server_name',
      'type',
    ]);
    // A delta of places may bring none.
    assert.deepEqual(flagged('GoogleMapsResultDelta', 'required'), ['type']);
    assert.deepEqual(flagged('GoogleMapsResultStep', 'required'), ['type', 'call_id', 'result']);
  });

  it('keeps a signature wherever the service puts one, and nowhere else', () => {
    const sealed = rows.flatMap(([name, row]) =>
      'fields' in row && 'signature' in row.fields ? [name.slice('interactions.'.length)] : [],
    );
    // A call and a result of each tool of the service, as step and as delta; a thought, as step and as delta.
    assert.equal(sealed.length, TOOLS.length * 4 + 2);
    assert.ok(sealed.includes('ThoughtStep') && sealed.includes('ThoughtSignatureDelta'));
    assert.equal(sealed.includes('FunctionCallStep'), false);
  });

  it('names all fields as they are on the wire', () => {
    assert.equal(rows.length, 201);
    for (const [name, row] of rows) {
      assert.equal('case' in row ? row.case : undefined, 'snake', name);
      if (!('fields' in row)) continue;
      for (const field of Object.keys(row.fields)) assert.match(field, /^[a-z]+(_[a-z]+)*$/, name);
    }
  });

  it('lets other words through wherever it lists some', () => {
    for (const [name, row] of rows) {
      if (!('values' in row)) continue;
      assert.equal(row.open, true, name);
      for (const [word, number] of Object.entries(row.values)) assert.equal(number, null, word);
    }
  });

  it('says what replaces a field that is on its way out', () => {
    const found = rows.flatMap(([name, row]) =>
      'fields' in row
        ? Object.entries(row.fields).flatMap(([field, { status }]: [string, FieldRow]) =>
            status?.stage === 'deprecated' ? [`${name.slice(13)}.${field}`] : [],
          )
        : [],
    );
    assert.deepEqual(found.toSorted(), [
      'AudioDelta.rate',
      'CreateAgentInteraction.response_mime_type',
      'CreateAgentInteraction.response_modalities',
      'CreateModelInteraction.cached_content',
      'CreateModelInteraction.response_mime_type',
      'CreateModelInteraction.response_modalities',
      'GenerationConfig.image_config',
      'GenerationConfig.temperature',
      'GenerationConfig.top_p',
      'Interaction.cached_content',
      'Interaction.response_mime_type',
      'Interaction.response_modalities',
      'RagStoreConfig.similarity_top_k',
      'RagStoreConfig.vector_distance_threshold',
      'TranscriptionConfig.adaptation_phrases',
      'TranscriptionConfig.diarization_mode',
      'TranscriptionConfig.language_hints',
      'TranscriptionConfig.timestamp_granularities',
    ]);
  });
});
