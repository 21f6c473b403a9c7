/**
 * The state of a page as stored in its address, read and written by one table of fields. It does without zod,
 * because every page needs it before anything else. See docs/decisions/025-small-pages.md.
 */

/** One parameter of the address: how its text is read and written, and its value when it is missing or invalid. */
export type AddressField<Value> = {
  fallback: Value
  /** Returns `fallback` for text that is not a valid value; never throws. */
  read: (text: string) => Value
  write: (value: NonNullable<Value>) => string
}

export type SearchParams = Record<string, string | string[] | undefined>

type AddressState<State> = {
  /** Never throws: an invalid value counts as missing, and of repeated values the last one counts. */
  parse: (given: SearchParams | URLSearchParams) => State
  /** Returns the shortest query string; missing and default values are left out. */
  toSearch: (state: Partial<State>) => string
}

export function createAddressState<State extends object>(
  fields: {
    [Name in keyof State]: AddressField<State[Name]>
  },
): AddressState<State> {
  const names = Object.keys(fields) as (keyof State & string)[]

  function parse(given: SearchParams | URLSearchParams): State {
    const texts = given instanceof URLSearchParams ? Object.fromEntries(given) : given
    const entries = names.map(name => {
      const text = Object.hasOwn(texts, name) ? texts[name] : undefined
      const last = Array.isArray(text) ? text.at(-1) : text
      return [name, last === undefined ? fields[name].fallback : fields[name].read(last)]
    })
    return Object.fromEntries(entries) as State
  }

  function toSearch(state: Partial<State>): string {
    const search = new URLSearchParams()
    for (const name of names) {
      const value = state[name]
      if (value === undefined || value === null || value === fields[name].fallback) continue
      search.set(name, fields[name].write(value))
    }
    return search.toString()
  }

  return { parse, toSearch }
}
