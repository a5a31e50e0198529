/** A model as the host describes it. */
export const model = {
  name: 'models/gemini-2.5-flash',
  displayName: 'Gemini 2.5 Flash',
  inputTokenLimit: 1048576,
  outputTokenLimit: 65536,
  temperature: 1,
  maxTemperature: 2,
  topP: 0.95,
  topK: 64,
  thinking: true,
};
