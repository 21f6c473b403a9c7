import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ServiceState } from './contract.ts'

/** Maximum age in ms of an answer that counts as current on the page about the connection. */
const LATELY_MS = 3_000
/** Maximum age in ms of a refusal while a page polls the state. */
const REFUSAL_MS = 15_000
/** How long in ms a page waits for the one call that checks whether a problem is over. */
const LOOK_WAIT_MS = 2_000

/**
 * Returns the state of the connection from the results of the last calls, without any call. While the service does not
 * answer, it is unknown whether it would still refuse the key.
 */
export function getServiceState({ budget, breaker, keyStatus }: PortraitClient): ServiceState {
  const { free, limit, nextFreeMs } = budget.state()
  const { down, failing, nextTryMs } = breaker.state()
  const away = down || failing
  const refused = away ? null : keyStatus.refusal
  return {
    free,
    limit,
    nextFreeMs,
    down: away,
    nextTryMs,
    answered: keyStatus.isAnswered,
    heardMs: keyStatus.heardMs,
    refused,
  }
}

/**
 * Returns the same for pages that poll. While the service works, users' own calls show its state, so none is made here.
 * During a problem users cannot make calls, so one background call serves all pages: whenever the breaker allows a try,
 * or every REFUSAL_MS to check whether the key is accepted again.
 */
export function watchService(client: PortraitClient): ServiceState {
  const state = getServiceState(client)
  const isRefusalOld = state.refused !== null && (client.keyStatus.shownMs ?? 0) >= REFUSAL_MS
  if (isRefusalOld || (state.down && state.nextTryMs === 0))
    void client.listProjects({ lane: 'background', fresh: true }).catch(() => {})
  return state
}

/**
 * Returns the same for the page about the connection, where users check whether it works. Unless the service has just
 * answered, it is called once; the header shares that call and may need the projects too. The call is also made when
 * the desk knows of a problem, or a link `says` so. While the rate limit is used up, the known state is returned.
 */
export async function lookAtService(
  client: PortraitClient,
  { says }: { says: boolean },
): Promise<ServiceState> {
  const known = getServiceState(client)
  const isTroubled = says || known.down || known.refused !== null
  const isHeard = known.heardMs !== null && (known.heardMs <= LATELY_MS || known.free === 0)
  if (!isTroubled && isHeard) return known
  const newest = isTroubled ? { fresh: true } : { since: performance.now() - LATELY_MS }
  const asked = client.listProjects(newest).catch(() => {})
  await Promise.race([asked, wait(LOOK_WAIT_MS)])
  return getServiceState(client)
}
