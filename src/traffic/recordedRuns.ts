import { Emitter } from '../base/event';
import { Yielder } from '../base/yielder';
import type { RecordingFolder } from '../recordings/store';
import { recordedRunExchange } from './runExchanges';
import type { RunSourceBook } from './runFeed';
import { digest, readRequest } from './runs/digest';
import { RunBook } from './runs/runBook';
import type { RunExchange } from './runs/runExchange';

/** Reads the runs of a folder with recordings, without those that are invalid. */
export async function recordedRuns(
  folder: RecordingFolder,
  redact: (text: string) => string,
): Promise<RunSourceBook & { readonly fileOf: (id: number) => string | undefined }> {
  const files = new Map<number, string>();
  const exchange = (id: number): RunExchange | undefined => {
    const file = files.get(id);
    if (file === undefined) return undefined;
    try {
      return recordedRunExchange(id, file, folder.read(file).exchange, redact);
    } catch {
      // Invalid or deleted. The preview of the file says why.
      return undefined;
    }
  };
  const book = new RunBook((id) => {
    const found = exchange(id);
    return found && readRequest(found);
  });
  const yielder = new Yielder();
  for (const [at, file] of folder.list().entries()) {
    files.set(at + 1, file);
    const found = exchange(at + 1);
    const read = found && digest(found);
    if (read) book.add(read);
    await yielder.yieldIfDue();
  }
  const changed = new Emitter<readonly number[]>();
  return {
    ...{ book, exchange, onDidChange: changed.event },
    readFully: (id) => {
      const found = exchange(id);
      const read = found && digest(found, Infinity);
      if (read) changed.fire(book.add(read));
    },
    fileOf: (id) => files.get(id),
  };
}
