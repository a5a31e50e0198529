/* `Promise.withResolvers` for Node.js 20. The build injects it into `dist/api.js` only, with no global polyfill. */
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
