import { callExample, type Example } from './example';

export const answerExamples: readonly Example[] = [
  callExample(
    'models.generateAnswer',
    {
      model: 'models/aqa',
      body: {
        inlinePassages: {
          passages: [
            { id: 'kites', content: { parts: [{ text: 'Kites are tethered.' }] } },
            {
              id: 'wind 2',
              content: { parts: [{ text: 'Wind lifts.' }, { text: 'It needs no motor.' }] },
            },
          ],
        },
        contents: [{ role: 'user', parts: [{ text: 'How does a kite fly?' }] }],
        answerStyle: 'ABSTRACTIVE',
        safetySettings: [
          { category: 'HARM_CATEGORY_DANGEROUS_CONTENT', threshold: 'BLOCK_LOW_AND_ABOVE' },
        ],
        temperature: 0.2,
      },
    },
    'POST /v1beta/models/aqa:generateAnswer',
    // The index of a passage's first part is 0 and so left out.
    '{"answer":{"content":{"parts":[{"text":"The wind lifts it on its tether."}],"role":"model"},"finishReason":"STOP","groundingAttributions":[{"sourceId":{"groundingPassage":{"passageId":"kites"}},"content":{"parts":[{"text":"Kites are tethered."}]}},{"sourceId":{"groundingPassage":{"passageId":"wind 2","partIndex":1}},"content":{"parts":[{"text":"It needs no motor."}]}}]},"answerableProbability":0.9375,"inputFeedback":{"safetyRatings":[{"category":"HARM_CATEGORY_DANGEROUS_CONTENT","probability":"NEGLIGIBLE"}]}}',
  ),
];
