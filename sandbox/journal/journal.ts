type Outcome = 'answered' | 'limited' | 'dropped' | 'cut' | 'aborted'

/** One request to the API. A key is recorded by its id, never by its text. */
export type JournalEntry = {
  id: number
  /** Milliseconds of the sandbox's clock. */
  time: number
  ended: number | null
  key_id: number | null
  method: string
  /** Path below `/api/v1`, with its query. */
  path: string
  status: number | null
  /** The id of the fault that was applied, if any. */
  fault: number | null
  /** Null while the request is open. */
  outcome: Outcome | null
  open: boolean
}

export type Journal = {
  open(start: Pick<JournalEntry, 'key_id' | 'method' | 'path' | 'fault'>): JournalEntry
  /** The first outcome counts; a connection that breaks after the last byte changes nothing. */
  close(entry: JournalEntry, outcome: Outcome): void
  list(): JournalEntry[]
  clear(): void
}

const ENTRIES_MAX = 20_000

export function createJournal(now: () => number): Journal {
  let entries: JournalEntry[] = []
  let nextId = 1
  return {
    open(start) {
      const rest = { time: now(), ended: null, status: null, outcome: null, open: true }
      const entry: JournalEntry = { id: nextId++, ...start, ...rest }
      entries.push(entry)
      if (entries.length > ENTRIES_MAX) entries.shift()
      return entry
    },
    close(entry, outcome) {
      if (!entry.open) return
      Object.assign(entry, { outcome, open: false, ended: now() })
    },
    list: () => entries.map(entry => ({ ...entry })),
    clear() {
      entries = []
    },
  }
}
