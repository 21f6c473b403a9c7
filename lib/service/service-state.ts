import 'server-only'
import { setTimeout as wait } from 'node:timers/promises'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { ServiceState } from './contract.ts'

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
  return { free, limit, nextFreeMs, down: away, nextTryMs, answered: keyStatus.isAnswered, refused }
}

/**
 * The same for the page about the connection, where people look whether it works: what is wrong as far as the desk knows,
 * or as a link `says`, is asked of the service once, and so is a service that has not answered yet; that in one call with
 * the header, which wants the projects too.
 */
export async function lookAtService(
  client: PortraitClient,
  { says }: { says: boolean },
): Promise<ServiceState> {
  const known = getServiceState(client)
  const isTroubled = says || known.down || known.refused !== null
  if (!isTroubled && known.answered) return known
  const asked = client.listProjects({ fresh: isTroubled }).catch(() => {})
  await Promise.race([asked, wait(LOOK_WAIT_MS)])
  return getServiceState(client)
}
