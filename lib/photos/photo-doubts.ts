import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { isPassing } from '#lib/portrait-api/passing.ts'

/** One that has come before. */
type KnownPhoto = { employee_id: number; variant: PhotoVariant }

/** How long to wait for a service that gives none of the photos that it gave before. */
const WAIT_SECONDS = 15

/**
 * Whose photos a job has asked for in vain. A few in a row look like a service that is down, and the job waits for it; but it may be
 * these photos alone that cannot be had, for ever. So they come last from then on, and once the service gives a photo again that it
 * gave before, the next failure of theirs is their own.
 */
export class PhotoDoubts {
  readonly #doubted = new Set<number>()
  readonly #asked = new Set<number>()
  #areTheirOwn = false

  /** Those without a doubt first. Throws what lets the job wait on: the service gives none at all. */
  async sort<Task>(
    tasks: Task[],
    toPerson: (task: Task) => number,
    run: Service,
    known: KnownPhoto | undefined,
  ): Promise<Task[]> {
    const isDoubted = (task: Task) => this.#doubted.has(toPerson(task))
    const doubted = tasks.filter(isDoubted)
    this.#areTheirOwn = known !== undefined && doubted.length > 0 && (await gives(run, known))
    return [...tasks.filter(task => !isDoubted(task)), ...doubted]
  }

  /** For the call for somebody's photo, when it sets off. */
  whenAsked(employeeId: number, begun: () => void): () => void {
    return () => {
      this.#asked.add(employeeId)
      begun()
    }
  }

  /** Notes that it did not come. Whether that is the photo's own, and neither the service's nor its way's. */
  judge(employeeId: number, thrown: unknown): boolean {
    // Of a call that was made, and failed as those of a service do that is down.
    const isInVain = this.#asked.delete(employeeId) && isPassing(toDeskError(thrown).code)
    const isTheirOwn = isInVain && this.#areTheirOwn && this.#doubted.has(employeeId)
    if (isInVain) this.#doubted.add(employeeId)
    return isTheirOwn
  }
}

type Service = { client: PortraitClient; signal: AbortSignal }

async function gives({ client, signal }: Service, { employee_id, variant }: KnownPhoto): Promise<boolean> {
  try {
    const options = { signal, lane: 'background' } as const
    const { body } = await client.downloadPhoto(employee_id, { variant, size: null }, options)
    await body.cancel()
    return true
  } catch (cause) {
    const { code, retryAfterSeconds = WAIT_SECONDS } = toDeskError(cause)
    if (!isPassing(code)) return false
    throw new DeskError('service_unreachable', { retryAfterSeconds, cause })
  }
}
