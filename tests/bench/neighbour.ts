import { loadRoster } from '#lib/employees/roster.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { sleep, timed } from './measures.ts'

const LOOPS = 12
const EDIT_EVERY_MS = 500
/** A refused script tries again after this pause; without it, the bench would measure the processor. */
const REST_MS = 20

type Neighbour = { waits: number[]; refused: number; greedyCalls: number }

/** An editor who reads and changes a person every half second for this time, alone or beside a greedy neighbour. */
export async function editBeside(
  as: (person: string) => PortraitClient,
  { greedy, ms }: { greedy: boolean; ms: number },
): Promise<Neighbour> {
  const editor = as('editor')
  const [edited, ...others] = await loadRoster(editor, LARGE_PROJECT.id)
  if (!edited) throw new Error('The project has nobody.')
  const ended = new AbortController()
  const neighbour = greedy ? refreshGreedily(as('greedy'), others, ended.signal) : 0
  const waits: number[] = []
  let refused = 0
  const begin = performance.now()
  for (let next = begin; next < begin + ms; next += EDIT_EVERY_MS) {
    await sleep(next - performance.now())
    const edit = async () => {
      await editor.getEmployee(edited.id, { fresh: true })
      await editor.updateEmployee(edited.id, { locale: 'de' })
    }
    try {
      waits.push(await timed(edit))
    } catch {
      refused += 1
    }
  }
  ended.abort()
  return { waits, refused, greedyCalls: await neighbour }
}

/** Runs twelve loops of forced refreshes, each of another person. Resolves to the number of answered ones. */
async function refreshGreedily(
  client: PortraitClient,
  people: readonly { id: number }[],
  ended: AbortSignal,
): Promise<number> {
  let answered = 0
  let asked = 0
  const loop = async () => {
    while (!ended.aborted) {
      const { id } = people[asked % people.length] ?? { id: 0 }
      asked += 1
      const answer = await client.getEmployee(id, { refresh: true }).catch(() => null)
      if (answer) answered += 1
      else await sleep(REST_MS)
    }
  }
  await Promise.all(Array.from({ length: LOOPS }, loop))
  return answered
}
