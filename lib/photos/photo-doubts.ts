import 'server-only'
import { DeskError, toDeskError } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { PhotoVariant } from '#lib/portrait-api/contract.ts'
import { isPassing } from '#lib/portrait-api/passing.ts'

/** A photo that was downloaded before. */
type KnownPhoto = { employee_id: number; variant: PhotoVariant }

/** Seconds to wait for a service that fails even for photos that it delivered before. */
const WAIT_SECONDS = 15

/**
 * The employees whose photos a job has requested in vain. Several failures in a row look like a service that is down,
 * so the job waits. But these photos alone may be permanently unavailable. So they are requested last from then on.
 * Once the service delivers a known photo again, their next failure counts as their own.
 */
export class PhotoDoubts {
  readonly #doubted = new Set<number>()
  readonly #asked = new Set<number>()
  #areTheirOwn = false

  /**
   * Sorts tasks, those without a doubt first. Throws an error that makes the job wait when the service fails to
   * deliver the known photo.
   */
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

  /** Wraps `begun` of a call for an employee's photo, to note that the call was made. */
  whenAsked(employeeId: number, begun: () => void): () => void {
    return () => {
      this.#asked.add(employeeId)
      begun()
    }
  }

  /**
   * Notes a failed photo. Returns true when the failure is the photo's own, not that of the service or the connection.
   */
  judge(employeeId: number, thrown: unknown): boolean {
    // Only calls that were made and failed as they do when a service is down.
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
