import { EqualityFilter, type Filter } from 'ldapts'

/** Identities of entries that outlive renames and moves: RFC 4530, and Active Directory's. */
export const IDENTITIES = ['entryUUID', 'objectGUID'] as const

/** Returns the identity with its attribute: `entryUUID=…`, or `objectGUID=` and hexadecimal digits. */
export function toId(entry: Record<string, unknown>): string | null {
  for (const name of IDENTITIES) {
    const [, value] = Object.entries(entry).find(([key]) => key.toLowerCase() === name.toLowerCase()) ?? []
    if (Buffer.isBuffer(value) && value.length > 0) return `${name}=${value.toString('hex')}`
    if (typeof value === 'string' && value !== '') return `${name}=${value}`
  }
  return null
}

/** Returns the filter for the entry with this identity. */
export function toIdFilter(id: string): Filter {
  const [attribute = '', value = ''] = id.split('=', 2)
  return new EqualityFilter({
    attribute,
    value: attribute === 'objectGUID' ? Buffer.from(value, 'hex') : value,
  })
}
