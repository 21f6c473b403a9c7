/** The domain with at least this many addresses, and this share of all, is the company's. */
const [ADDRESSES_MIN, SHARE_MIN] = [3, 0.66]

/** Counts the domains of email addresses, to find the one that nearly all have. */
export class DomainCounts {
  readonly #counts = new Map<string, number>()
  #total = 0

  /** `by`: 1 adds an address, -1 removes it. */
  count(email: string, by: 1 | -1): void {
    const domain = toDomain(email)
    if (domain === '') return
    this.#counts.set(domain, (this.#counts.get(domain) ?? 0) + by)
    this.#total += by
  }

  /** Null while no domain has nearly all addresses. */
  usual(): string | null {
    for (const [domain, count] of this.#counts)
      if (count >= ADDRESSES_MIN && count >= this.#total * SHARE_MIN) return domain
    return null
  }
}

/**
 * True when the domain of an address is a slip of the usual one: one letter added, missing, replaced, or swapped with
 * its neighbour. An invitation to it does not reach the employee.
 */
export function hasSlip(email: string, usual: string | null): boolean {
  const domain = toDomain(email)
  if (usual === null || domain === '' || domain === usual) return false
  if (Math.abs(domain.length - usual.length) > 1) return false
  let begin = 0
  while (begin < domain.length && domain[begin] === usual[begin]) begin += 1
  const [rest, wanted] = [domain.slice(begin), usual.slice(begin)]
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2)
  return (
    isSwapped || rest.slice(1) === wanted.slice(1) || rest.slice(1) === wanted || rest === wanted.slice(1)
  )
}

function toDomain(email: string): string {
  const at = email.lastIndexOf('@')
  return at < 1
    ? ''
    : email
        .slice(at + 1)
        .trim()
        .toLowerCase()
}

/** Returns the domain that nearly all others have, when this address differs from it by one slip; else null. */
export function findMeantDomain(email: string, others: readonly string[]): string | null {
  const domains = new DomainCounts()
  for (const other of others) domains.count(other, 1)
  const usual = domains.usual()
  return hasSlip(email, usual) ? usual : null
}
