import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ServiceState } from './contract.ts'

/** Who asks whether the service answers is told of an answer that is no older than this. */
const LATELY_MS = 3_000
/** A refusal that somebody looks at is as old as this at most. */
const REFUSAL_MS = 15_000
/** A page waits so long for the one call that asks whether a trouble is over. */
const LOOK_WAIT_MS = 2_000

/**
 * How the way to the service is, from what the last calls have met. Costs nothing. While it does not answer, nobody knows
 * whether it would still refuse the key.
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
 * The same for whoever keeps looking. While all is well, what people do shows how it is, and nothing is asked. In a trouble nobody
 * may do anything any more: then the service is asked for them, by one call for everybody who looks, as often as the breaker lets
 * one try, or so often whether it takes the key again.
 */
export function watchService(client: PortraitClient): ServiceState {
  const state = getServiceState(client)
  const isRefusalOld = state.refused !== null && (client.keyStatus.shownMs ?? 0) >= REFUSAL_MS
  if (isRefusalOld || (state.down && state.nextTryMs === 0))
    void client.listProjects({ lane: 'background', fresh: true }).catch(() => {})
  return state
}

/**
 * The same for the page about the connection, where people look whether it works: unless the service has answered just now, it is
 * asked once, in one call with the header, which may want the projects too. So is what is wrong as far as the desk knows, or as a
 * link `says`. While the window is used up, that is the answer.
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
