/** Finds ports for servers of tests, so that two runs on one machine do not collide. */
import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'

/** The range ends below the ports that systems use for outgoing connections. */
const FIRST = 10_000
const LAST = 30_000
const TRIES = 100
/** The tests use ports up to 200 above the first one, and those of their sandboxes 1,000 above these. */
const OFFSETS = [0, 1000].flatMap(base => Array.from({ length: 200 }, (_, index) => base + index))

/** Returns the first port of a range that is free on all addresses of the machine. */
export async function findFreePorts() {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const first = randomInt(FIRST, LAST)
    const free = await Promise.all(OFFSETS.map(offset => isFree(first + offset)))
    if (free.every(Boolean)) return first
  }
  throw new Error('No free range of ports was found for the tests.')
}

/**
 * @param {number} port
 * @returns {Promise<boolean>}
 */
function isFree(port) {
  return new Promise(resolve => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, () => server.close(() => resolve(true)))
  })
}
