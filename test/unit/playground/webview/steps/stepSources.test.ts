import assert from 'node:assert/strict';
import type { JsonObject } from '../../../../../src/api/schema/row';
import type { Step } from '../../../../../src/conversation/model/conversation';
import {
  stepSources,
  contentSegments,
} from '../../../../../src/playground/webview/steps/stepSources';

const URL = 'https://kites.example/';

function cite(
  start: number,
  end: number,
  rest: JsonObject = { url: URL, title: 'Kites' },
): JsonObject {
  return { type: 'url_citation', start_index: start, end_index: end, ...rest };
}

function said(text: string, ...annotations: readonly JsonObject[]): Step {
  return { type: 'model_output', content: [{ type: 'text', text, annotations }] };
}

/** The blocks of a step that says something. */
function blocks({ content }: Step): readonly JsonObject[] {
  return content as readonly JsonObject[];
}

describe('the sources of steps', () => {
  it('are numbered over all steps, each once, with what rests on them', () => {
    const { list } = stepSources([
      said('They fly.', cite(0, 9)),
      { type: 'thought', summary: [] },
      said('In the wind.', cite(0, 11, { url: 'https://wind.example/' }), cite(7, 11)),
    ]);
    assert.deepEqual(list, [
      {
        title: 'Kites',
        uri: URL,
        note: '',
        quotes: [{ text: 'They fly.' }, { text: 'wind' }],
      },
      {
        title: '',
        uri: 'https://wind.example/',
        note: '',
        quotes: [{ text: 'In the wind' }],
      },
    ]);
  });

  it('count bytes, and name files with their pages and places', () => {
    const { list } = stepSources([
      said(
        'Über Kites.',
        {
          type: 'file_citation',
          file_name: 'kites.pdf',
          page_number: 4,
          start_index: 6,
          end_index: 11,
        },
        { type: 'place_citation', name: 'Up & Away', url: URL, start_index: 0, end_index: 5 },
        { type: 'word_info', text: 'Über' },
      ),
    ]);
    assert.deepEqual(list, [
      { title: 'kites.pdf', uri: '', note: 'p. 4', quotes: [{ text: 'Kites' }] },
      { title: 'Up & Away', uri: URL, note: '', quotes: [{ text: 'Über' }] },
    ]);
  });

  it('survive nonsense', () => {
    const annotations = ['x', null, { type: 'url_citation' }, cite(-3, 1e9), { type: 7 }];
    const odd = [{ type: 'model_output', content: [{ type: 'text', text: 7, annotations }] }, {}];
    assert.equal(stepSources(odd as unknown as readonly Step[]).list.length, 1);
  });

  it('are marked in the text at the end of what rests on them', () => {
    const step = said('They fly. Yes.', cite(0, 9));
    const [segment] = contentSegments(blocks(step), stepSources([step]));
    assert.deepEqual(segment, {
      kind: 'answer',
      text: 'They fly.\u2e281\u2e29 Yes.',
      marked: true,
    });
    assert.deepEqual(contentSegments(blocks(step), undefined), [
      { kind: 'answer', text: 'They fly. Yes.' },
    ]);
  });
});

describe('the content of a step', () => {
  it('is text, media and files in their order', () => {
    const shown = contentSegments(
      [
        { type: 'text', text: 'Look: ' },
        { type: 'text', text: 'there.' },
        { type: 'image', mime_type: 'image/png', data: 'AAAA' },
        { type: 'document', mime_type: 'application/pdf', uri: 'https://x.example/files/a' },
        { type: 'hologram', data: 'AAAA' },
      ],
      undefined,
    );
    assert.deepEqual(
      shown.map((segment) => [segment.kind, 'text' in segment ? segment.text : '']),
      [
        ['answer', 'Look: there.'],
        ['media', ''],
        ['file', ''],
      ],
    );
  });
});
