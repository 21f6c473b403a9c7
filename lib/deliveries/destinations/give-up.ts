import 'server-only'
import { DestinationError, type Receipt } from './destination.ts'

/**
 * Takes a person's photo away from where an earlier call has put it, when they are found elsewhere now: else it stays with
 * whom the wrong number or e-mail address was of. Comes before it is put elsewhere, because that may fail. That it is not there
 * any more, or another one, is as good.
 */
export async function giveUp(
  before: Receipt | null,
  place: string,
  remove: (old: Receipt) => Promise<void>,
): Promise<void> {
  const places = before?.places.filter(one => one !== place) ?? []
  if (!before || places.length === 0) return
  await remove({ ...before, places }).catch((thrown: unknown) => {
    const isGone =
      thrown instanceof DestinationError && ['nobody_found', 'changed_there'].includes(thrown.code)
    if (!isGone) throw thrown
  })
}
