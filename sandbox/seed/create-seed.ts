import { createRandom, type Random } from '../people/random.ts'
import { hashKey } from '../state/keys.ts'
import type { EmployeeRecord, KeyRecord, ServiceState } from '../state/records.ts'
import { createPeople } from './create-people.ts'
import { OTHER_SANDBOX_KEY } from './keys.ts'
import {
  CUSTOMERS,
  FIRST_CUSTOMER_ID,
  OTHER_CUSTOMER_ID,
  PROJECT_PLANS,
  type ProjectPlan,
} from './projects.ts'
import { MIXED_SITUATIONS, toProgress } from './situations.ts'
import { SPECIAL_NUMBERS } from './special-people.ts'

let made: { key: string; seed: ServiceState } | undefined

const FIRST_EMPLOYEE_ID = 1001
const DOMAINS = new Map([
  [FIRST_CUSTOMER_ID, 'musterwerk.example'],
  [OTHER_CUSTOMER_ID, 'beispiel-soehne.example'],
])

/** The initial state of every sandbox, always the same. */
export function createSeed(key: string): ServiceState {
  let nextEmployeeId = FIRST_EMPLOYEE_ID
  const employees = PROJECT_PLANS.flatMap(plan => {
    const added = createEmployees(plan, nextEmployeeId)
    nextEmployeeId += added.length
    return added
  })
  const keys = [
    createKeyRecord(1, FIRST_CUSTOMER_ID, key),
    createKeyRecord(2, OTHER_CUSTOMER_ID, OTHER_SANDBOX_KEY),
  ]
  return {
    customers: structuredClone([...CUSTOMERS]),
    keys,
    projects: PROJECT_PLANS.map(({ employees: _, situation: __, special: ___, ...project }) => ({
      ...project,
      next_number: 1,
    })),
    employees,
    outbox: [],
    next_id: { key: keys.length + 1, employee: nextEmployeeId, mail: 1 },
  }
}

function createEmployees(plan: ProjectPlan, firstId: number): EmployeeRecord[] {
  // Each project has its own random numbers, so that a change to one leaves the others unchanged.
  const random = createRandom(plan.id)
  const domain = DOMAINS.get(plan.customer_id)
  return createPeople(random, plan.employees, plan.special).map(({ mailbox, ...person }, index) => ({
    id: firstId + index,
    project_id: plan.id,
    mitarbeiternummer: toNumber(plan, index),
    ...person,
    email: `${mailbox}@${domain}`,
    locale: pickLocale(random),
    ...toProgress(pickSituation(plan, index), random, plan.start_date ?? plan.deadline),
  }))
}

/** Six digits, some with leading zeros. Every ninth number in a special project is one that careless code spoils. */
function toNumber({ id, special }: ProjectPlan, index: number): string {
  const spoiler = special && index % 9 === 4 ? SPECIAL_NUMBERS[(index - 4) / 9] : undefined
  return spoiler ?? String((id - 100) * 10_000 + index * 7 + 123).padStart(6, '0')
}

function pickSituation({ situation }: ProjectPlan, index: number) {
  if (situation !== 'mixed') return situation
  // Seven and the length have no common divisor, so each round visits every place once, in a mixed order.
  return MIXED_SITUATIONS[(index * 7) % MIXED_SITUATIONS.length] ?? 'approved'
}

function pickLocale(random: Random): EmployeeRecord['locale'] {
  const roll = random.next()
  if (roll < 0.1) return null
  return roll < 0.8 ? 'de' : 'en'
}

function createKeyRecord(id: number, customer_id: number, key: string): KeyRecord {
  const created_at = '2026-09-01T09:00:00+02:00'
  return { id, customer_id, label: 'Portrait Desk', sha256: hashKey(key), created_at, revoked_at: null }
}

/**
 * A copy of the seed, which its owner may change. A copy takes a tenth of the time of a new seed. See
 * docs/decisions/003-how-the-tests-are-built.md.
 */
export function copySeed(key: string): ServiceState {
  if (made?.key !== key) made = { key, seed: createSeed(key) }
  const { employees, ...others } = made.seed
  // Most of the state is a thousand flat records, for which `structuredClone` takes five times as long.
  return { ...structuredClone(others), employees: employees.map(record => ({ ...record })) }
}
