const KB = 1024;
const MB = 1_000_000;

/**
 * A stream that the server sends, and who is measured on it.
 * @typedef {object} StreamCase
 * @property {string} title
 * @property {number} events Small ones; 0 for a single large one.
 * @property {number} imageBytes Size of the large one.
 * @property {number} chunk Bytes of an HTTP chunk; 0 for one chunk per event.
 * @property {number} runs In each process.
 * @property {readonly string[] | 'all'} clients
 */

const OURS = ['ours', 'limitBytes'];

/**
 * Name of the model that stands for the case → the case.
 * @type {{ readonly [name: string]: StreamCase }}
 */
export const CASES = {
  events: {
    title: '20 000 events, one HTTP chunk each',
    events: 20_000,
    imageBytes: 0,
    chunk: 0,
    runs: 12,
    clients: 'all',
  },
  events16k: {
    title: '20 000 events in 16 KiB chunks',
    events: 20_000,
    imageBytes: 0,
    chunk: 16 * KB,
    runs: 12,
    clients: 'all',
  },
  interaction: {
    title: '20 000 events of an interaction, as long as those of an answer',
    events: 20_000,
    imageBytes: 0,
    chunk: 0,
    runs: 12,
    clients: [
      'drain',
      'limitText',
      'ours',
      'eventsourceParser',
      'oursInteraction',
      'genaiInteraction',
    ],
  },
  image5: {
    title: 'one event of 5 MB in 16 KiB chunks',
    events: 0,
    imageBytes: 5 * MB,
    chunk: 16 * KB,
    runs: 24,
    clients: 'all',
  },
  image20: {
    title: 'one event of 20 MB in 16 KiB chunks',
    events: 0,
    imageBytes: 20 * MB,
    chunk: 16 * KB,
    runs: 16,
    clients: OURS,
  },
  image5k: {
    title: 'one event of 5 MB in 1 KiB chunks',
    events: 0,
    imageBytes: 5 * MB,
    chunk: KB,
    runs: 24,
    clients: OURS,
  },
  image20k: {
    title: 'one event of 20 MB in 1 KiB chunks',
    events: 0,
    imageBytes: 20 * MB,
    chunk: KB,
    runs: 16,
    clients: OURS,
  },
};
