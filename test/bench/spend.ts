/** What the measure of the spend guard needs of the sources. */
export { SpendGuard } from '../../src/catalog/spend/guard';
export { FileLedger } from '../../src/catalog/spend/ledger';
