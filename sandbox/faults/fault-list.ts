import type { Fault, FaultInput } from './fault-input.ts'
import { matchesPath } from './matches-path.ts'

type FaultyRequest = { method: string; path: string; body: string }

export type FaultList = {
  add(input: FaultInput): Fault
  /** The faults that still wait, with what is left of `times` and `skip`. */
  list(): Fault[]
  clear(): void
  /** The first waiting fault for this request; one of its times is then used up. */
  take(request: FaultyRequest): Fault | null
  /** Whether a body must be known to tell. */
  readsBodies(): boolean
}

export function createFaultList(): FaultList {
  let faults: Fault[] = []
  let nextId = 1
  return {
    add(input) {
      const fault = { ...input, id: nextId++ }
      faults.push(fault)
      return { ...fault }
    },
    list: () => faults.map(fault => ({ ...fault })),
    clear() {
      faults = []
    },
    readsBodies: () => faults.some(({ contains }) => contains !== undefined),
    take(request) {
      for (const fault of faults.filter(candidate => fits(candidate, request))) {
        if (fault.skip > 0) {
          fault.skip -= 1
          continue
        }
        fault.times -= 1
        faults = faults.filter(({ times }) => times > 0)
        return fault
      }
      return null
    },
  }
}

function fits(fault: Fault, { method, path, body }: FaultyRequest): boolean {
  if (fault.method !== undefined && fault.method !== method) return false
  return matchesPath(fault.path, path) && (fault.contains === undefined || body.includes(fault.contains))
}
