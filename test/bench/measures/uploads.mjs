import { UPLOAD_CLIENTS } from '../upload/clients/table.mjs';
import { emptyFile, fullFile } from '../upload/localFile.mjs';
import { checkContent, compare } from '../upload/speed.mjs';
import { withSink } from '../upload/withSink.mjs';

/** @typedef {import('../upload/speed.mjs').UploadFigures} UploadFigures */

/** In MiB. With more time, those that the goals were set with. */
const SIZES = { small: 64, usual: 256, large: 256 };
const HEAVY_SIZES = { small: 64, usual: 1024, large: 2047 };

/** An odd number of bytes, more than four pieces of the yardstick. */
const ODD = 33 * 1024 ** 2 + 12_345;

/** Those whose bytes are checked: the hand-made ones, for which nobody else vouches, and ours. */
const CHECKED = ['chunked', 'streamed', 'ours'];

/**
 * @typedef {object} SpeedFigures
 * @property {number} mib Size of what everybody sends.
 * @property {{ [client: string]: UploadFigures }} clients
 * @property {UploadFigures} small Ours, with 64 MiB.
 * @property {UploadFigures} large Ours, with the largest file of the run.
 */

/**
 * @param {import('./table.mjs').Context} context
 * @returns {Promise<SpeedFigures>}
 */
export const measureUploadSpeed = ({ heavy, rounds, progress }) =>
  withSink(async (sink, folder, reader) => {
    const { small, usual, large } = heavy ? HEAVY_SIZES : SIZES;
    await checkContent(sink, await fullFile(folder, ODD, reader), CHECKED);
    const everybody = Object.entries(UPLOAD_CLIENTS).map(([client, one]) => ({
      client,
      rounds: one.once === true && !heavy ? 1 : rounds * (one.repeats ?? 1),
    }));
    const ours = everybody.filter(({ client }) => client === 'ours');
    /** @param {number} mib @param {typeof ours} clients */
    const withFile = async (mib, clients) =>
      compare(sink, await emptyFile(folder, mib, reader), clients, progress);
    const clients = await withFile(usual, everybody);
    const [smallest, largest] = [await withFile(small, ours), await withFile(large, ours)];
    return { mib: usual, clients, small: ownOf(smallest), large: ownOf(largest) };
  });

/** @param {{ [client: string]: UploadFigures }} clients @returns {UploadFigures} */
function ownOf({ ours }) {
  if (ours === undefined) throw new Error('The client itself errored.');
  return ours;
}
