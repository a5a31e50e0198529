/** What the measure of the runs needs of the sources. */
export { digest } from '../../src/traffic/runs/digest';
export { RunBook } from '../../src/traffic/runs/runBook';
export { findingsOf } from '../../src/traffic/runs/findings';
