import type { CustomerRecord, ProjectRecord } from '../state/records.ts'
import type { Situation } from './situations.ts'

export type ProjectPlan = Omit<ProjectRecord, 'next_number'> & {
  employees: number
  /** `mixed` contains every situation. */
  situation: Situation | 'mixed'
  /** True with special names and numbers among the others. */
  special: boolean
}

export const FIRST_CUSTOMER_ID = 1
export const OTHER_CUSTOMER_ID = 2

export const CUSTOMERS: readonly CustomerRecord[] = [
  {
    id: FIRST_CUSTOMER_ID,
    name: 'Musterwerk AG',
    account: 'active',
    locale: 'de',
    image_sizes: [
      { label: 'Intranet', width: 600, height: 800 },
      { label: 'Dienstausweis', width: 413, height: 531 },
      { label: 'Quadrat', width: 648, height: 648 },
      { label: 'Vorschau', width: 240, height: 240 },
    ],
  },
  {
    id: OTHER_CUSTOMER_ID,
    name: 'Beispiel & Söhne GmbH',
    account: 'active',
    locale: 'en',
    image_sizes: [{ label: 'Web', width: 400, height: 300 }],
  },
]

/** 700 employees, all approved. */
export const LARGE_PROJECT = { id: 101, name: 'Zentrale Köln – Herbst 2026' } as const
/** 240 employees in every state. */
export const MIXED_PROJECT = { id: 102, name: 'Werk Leipzig – Herbst 2026' } as const
/** Active, without employees. */
export const EMPTY_PROJECT = { id: 103, name: 'Neueintritte – Winter 2026' } as const
export const DRAFT_PROJECT = { id: 104, name: 'Ausbildungsjahrgang 2027' } as const
export const COMPLETED_PROJECT = { id: 105, name: 'Niederlassung München – Frühjahr 2026' } as const
export const ARCHIVED_PROJECT = { id: 106, name: 'Vertrieb Österreich & Schweiz 2025' } as const
/** Belongs to the second customer. */
export const OTHER_PROJECT = { id: 201, name: 'Team Hamburg' } as const

export const PROJECT_PLANS: readonly ProjectPlan[] = [
  {
    ...LARGE_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2026-0117',
    status: 'active',
    start_date: '2026-09-07',
    deadline: '2026-12-11',
    employees: 700,
    situation: 'approved',
    special: true,
  },
  {
    ...MIXED_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2026-0131',
    status: 'active',
    start_date: '2026-10-05',
    deadline: '2026-12-18',
    employees: 240,
    situation: 'mixed',
    special: true,
  },
  {
    ...EMPTY_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2026-0148',
    status: 'active',
    start_date: '2026-11-16',
    deadline: '2027-01-29',
    employees: 0,
    situation: 'notInvited',
    special: false,
  },
  {
    ...DRAFT_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2027-0003',
    status: 'draft',
    start_date: null,
    deadline: '2027-09-30',
    employees: 18,
    situation: 'notInvited',
    special: false,
  },
  {
    ...COMPLETED_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2026-0042',
    status: 'completed',
    start_date: '2026-03-02',
    deadline: '2026-05-29',
    employees: 36,
    situation: 'approved',
    special: false,
  },
  {
    ...ARCHIVED_PROJECT,
    customer_id: FIRST_CUSTOMER_ID,
    projektnummer: '2025-0009',
    status: 'archived',
    start_date: '2025-02-03',
    deadline: '2025-04-30',
    employees: 24,
    situation: 'approved',
    special: false,
  },
  {
    ...OTHER_PROJECT,
    customer_id: OTHER_CUSTOMER_ID,
    projektnummer: 'HH-1',
    status: 'active',
    start_date: '2026-10-01',
    deadline: '2026-12-01',
    employees: 12,
    situation: 'mixed',
    special: false,
  },
]
