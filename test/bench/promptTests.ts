/** What the measure of prompt tests needs of the sources. */
export { planTests } from '../../src/testing/host/plannedTest';
export { TestRows } from '../../src/testing/host/testRows';
export { NodeTestFiles } from '../../src/testing/nodeFiles';
