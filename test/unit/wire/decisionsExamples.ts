import { inBoth, type Example } from './example';

export const decisionsExamples: readonly Example[] = inBoth(
  'decisions.create',
  {
    body: {
      model: 'gemini-decision-1',
      input: [
        { type: 'text', text: 'Parcel arrived wet, the lamp flickers.' },
        { type: 'image', uri: 'https://example.org/lamp.jpg', mime_type: 'image/jpeg' },
      ],
      questions: {
        broken: {
          type: 'noul',
          instructions: 'Is the product defective?',
          criteria: { true_description: 'Fails' },
        },
      },
    },
  },
  'POST /v1beta/decisions',
  '{"answers":{"broken":{"type":"noul","noul":0.93,"confidence":0.93}},"usage":{"total_input_tokens":402,"total_output_tokens":0,"total_tokens":402,"input_tokens_by_modality":[{"modality":"text","tokens":144},{"modality":"image","tokens":258}]}}',
);
