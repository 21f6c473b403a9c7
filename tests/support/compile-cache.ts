import { join } from 'node:path'

/** Keeps Node's compiled code for programs that tests start many times. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/portrait-desk-tests'),
}
