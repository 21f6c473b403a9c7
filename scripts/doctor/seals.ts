import { unsealCompanyKey } from '#lib/session/connection/company-key.ts'
import { judgeSeal, type StoredSeal } from '#lib/session/connection/stored-seals.ts'
import { getEnv } from '#lib/settings/env.ts'
import type { Finding } from './finding.ts'

const OTHER_SECRET = 'APP_SECRET is another one than when'
const NAME_IT = 'set APP_SECRET_PREVIOUS to the secret of before, or enter'

/** The company's key, if it opens, and whether the secrets of now open what is sealed in the database. */
export async function lookAtSeals(
  seals: readonly StoredSeal[],
): Promise<{ findings: Finding[]; companyKey: string | null }> {
  const findings: Finding[] = []
  const judged = await Promise.all(seals.map(async seal => ({ ...seal, opens: await judgeSeal(seal) })))
  const unreadable = Object.groupBy(
    judged.filter(({ opens }) => opens === 'unreadable'),
    ({ purpose }) => purpose,
  )
  if (unreadable.company)
    findings.push({
      about: 'key',
      found: `the stored key cannot be opened: ${OTHER_SECRET} it was entered`,
      todo: `${NAME_IT} the key again on Connection`,
    })
  if (unreadable.delivery)
    findings.push({
      about: 'deliveries',
      found: `the passwords of ${unreadable.delivery.length} cannot be opened: ${OTHER_SECRET} they were entered`,
      todo: `${NAME_IT} them again at those deliveries`,
    })
  if (getEnv().appSecretPrevious !== undefined)
    findings.push(toFinding(judged.filter(({ opens }) => opens === 'previous').length))
  const company = seals.find(({ purpose }) => purpose === 'company')
  return { findings, companyKey: company ? await unsealCompanyKey(company.seal) : null }
}

/** `needed`: how much of what is stored only the secret before opens. */
function toFinding(needed: number): Finding {
  const about = 'secret'
  if (needed === 0) return { about, found: 'nothing that is stored needs APP_SECRET_PREVIOUS: it may go' }
  return {
    about,
    found: `only APP_SECRET_PREVIOUS opens ${needed} of what is stored`,
    todo: 'start the desk once with both: what is stored is sealed anew',
  }
}
