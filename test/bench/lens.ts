/** What the measure of the model lens needs of the sources. */
export { packedModels } from '../../src/api/modelPack';
export { hoverFacts } from '../../src/lens/hoverFacts';
export { scan } from '../../src/lens/scan';
