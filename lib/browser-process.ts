/**
 * What a browser gets for Node's `process` (`next.config.ts`): React asks it for `emit` before it reports an error in the way of browsers,
 * and for that alone each page would bring a copy of Node's own.
 */
const process = { env: {} }

export default process
