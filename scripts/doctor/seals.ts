import { unsealCompanyKey } from '#lib/session/connection/company-key.ts'
import { judgeSeal, type StoredSeal } from '#lib/session/connection/stored-seals.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { Finding } from './finding.ts'

const OTHER_SECRET = 'APP_SECRET is another one than when'
const NAME_IT = 'set APP_SECRET_PREVIOUS to the secret of before, or enter'

export type SealFacts = {
  unreadable: Record<StoredSeal['purpose'], number>
  /** The number of seals that only the previous secret opens. */
  previous: number
  companyKey: string | null
}

/** The company's key, if it opens, and whether the current secrets open the sealed values of the database. */
export async function readSealFacts(
  seals: AsyncIterable<StoredSeal> | readonly StoredSeal[],
): Promise<SealFacts> {
  const facts: SealFacts = {
    unreadable: { company: 0, delivery: 0, own_photo: 0 },
    previous: 0,
    companyKey: null,
  }
  for await (const seal of seals) {
    const opens = await judgeSeal(seal)
    if (opens === 'unreadable') facts.unreadable[seal.purpose] += 1
    if (opens === 'previous') facts.previous += 1
    if (seal.purpose === 'company') facts.companyKey = await unsealCompanyKey(seal.seal)
  }
  return facts
}

/** Returns the findings for the operator. */
export function toSealFindings({ unreadable, previous }: SealFacts): Finding[] {
  const findings: Finding[] = []
  if (unreadable.company > 0)
    findings.push({
      about: 'key',
      found: `the stored key cannot be opened: ${OTHER_SECRET} it was entered`,
      todo: `${NAME_IT} the key again on Connection`,
    })
  if (unreadable.delivery > 0)
    findings.push({
      about: 'deliveries',
      found: `the passwords of ${unreadable.delivery} cannot be opened: ${OTHER_SECRET} they were entered`,
      todo: `${NAME_IT} them again at those deliveries`,
    })
  if (unreadable.own_photo > 0)
    findings.push({
      about: 'deliveries',
      found: `${unreadable.own_photo} photos that deliveries have kept cannot be opened: ${OTHER_SECRET} they were kept`,
      todo: 'set APP_SECRET_PREVIOUS to the secret of before, or they are not put back',
    })
  if (getEnv().appSecretPrevious !== undefined) findings.push(toFinding(previous))
  return findings
}

/** `needed`: the number of stored values that only the previous secret opens. */
function toFinding(needed: number): Finding {
  const about = 'secret'
  if (needed === 0) return { about, found: 'nothing that is stored needs APP_SECRET_PREVIOUS: it may go' }
  return {
    about,
    found: `only APP_SECRET_PREVIOUS opens ${needed} of what is stored`,
    todo: 'start the desk once with both: what is stored is sealed anew',
  }
}
