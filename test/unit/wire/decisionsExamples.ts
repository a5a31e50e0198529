import { callExamples, type Example } from './example';

export const decisionsExamples: readonly Example[] = callExamples(
  'decisions.create',
  ['v1beta', 'v1'],
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
        desk: {
          type: 'choice',
          instructions: [{ type: 'text', text: 'Who handles it?' }],
          criteria: { carrier: 'Transport damage', returns: 'Exchange or refund', other: null },
        },
        heat: {
          type: 'score',
          instructions: 'How upset is the writer?',
          criteria: ['calm', 'annoyed', 'furious'],
        },
      },
    },
  },
  'POST /v1beta/decisions',
  '{"answers":{"broken":{"type":"noul","noul":0.93,"confidence":0.93},"desk":{"type":"choice","choice":"carrier","probabilities":{"carrier":0.61,"other":0.04,"returns":0.35},"confidence":0.61},"heat":{"type":"score","score":0.8,"probabilities":{"0":0.3,"1":0.6,"2":0.1},"legend":{"0":"calm","1":"annoyed","2":"furious"},"confidence":0.6}},"usage":{"total_input_tokens":402,"total_output_tokens":0,"total_tokens":402,"input_tokens_by_modality":[{"modality":"text","tokens":144},{"modality":"image","tokens":258}]}}',
);
