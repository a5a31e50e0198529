export { Guard } from './guard';
export { isLoopback, listen, namesOf } from './listeners';
export {
  isTooDeep,
  jsonIn,
  parseJson,
  readBytes,
  readJson,
  readText,
  rejectDeep,
} from './jsonBody';
export { type Route, Router, type Target, baseOf, parseTarget, readQuery } from './routing';
export { due, type SendOptions, send } from './send';
export { readFields, selectFields, toWire } from './wire';
