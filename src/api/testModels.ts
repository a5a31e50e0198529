/** Start of the names of the emulator's own models. The live API has no such models. */
export const TEST_MODEL_PREFIX = 'models/emulator-';
