/*
 * `Promise.withResolvers` for Node.js 20, which has all else that the client needs. The build puts it in
 * place of each use within `dist/api.js`; nothing changes for the process that loads it.
 */
function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve: PromiseWithResolvers<T>['resolve'] = never;
  let reject: PromiseWithResolvers<T>['reject'] = never;
  const promise = new Promise<T>((resolveIt, rejectIt) => {
    resolve = resolveIt;
    reject = rejectIt;
  });
  return { promise, resolve, reject };
}

function never(): never {
  throw new Error('A promise calls its executor at once.');
}

export { withResolvers as 'Promise.withResolvers' };
