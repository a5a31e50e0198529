import { GEMINI } from '../../api/versions';
import type { ModelSeed } from './model';

/** `count` models named `models/numbered-0001` and on, for lists of many pages. */
export function numberedModels(count: number): readonly ModelSeed[] {
  return Array.from({ length: count }, (_unused, index) => {
    const number = String(index + 1).padStart(4, '0');
    return {
      versions: GEMINI,
      model: {
        name: `models/numbered-${number}`,
        version: '001',
        displayName: `Numbered ${number}`,
        description: 'One of many models of the same kind.',
        inputTokenLimit: 32_768,
        outputTokenLimit: 4096,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
        temperature: 1,
        topP: 0.95,
        topK: 40,
      },
    };
  });
}
