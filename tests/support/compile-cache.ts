import { join } from 'node:path'

/** For programs that tests start again and again: what Node has compiled once is read the next time. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: join(import.meta.dirname, '../../node_modules/.cache/portrait-desk-tests'),
}
