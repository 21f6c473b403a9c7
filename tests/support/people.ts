import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'

const EDITED_AT = '2026-10-07T14:03:00+02:00'

/** An employee with a finished, approved photo in both variants. */
export function readyEmployee(changes: Partial<Employee> = {}): Employee {
  const id = changes.id ?? 1
  return {
    id,
    project_id: 7,
    mitarbeiternummer: String(id).padStart(6, '0'),
    first_name: 'Jörg',
    last_name: 'Groß',
    email: `person${id}@example.com`,
    locale: 'de',
    status: 'edited',
    invited_at: '2026-10-01T09:00:00+02:00',
    uploaded_at: '2026-10-05T09:00:00+02:00',
    photo: photoOf(id),
    ...changes,
  }
}

export function photoOf(id: number, changes: Partial<Employee['photo']> = {}): Employee['photo'] {
  return {
    approved: true,
    edited_at: EDITED_AT,
    standard_url: `https://service.example/api/v1/employees/${id}/photo?variant=standard`,
    transparent_url: `https://service.example/api/v1/employees/${id}/photo?variant=transparent`,
    ...changes,
  }
}

/** The page `number` of `last`, with these people. */
export function pageOf(data: Employee[], number = 1, last = 1): EmployeePage {
  return {
    data,
    unreadable: 0,
    links: { next: number < last ? `https://service.example/?page=${number + 1}` : null },
    meta: { current_page: number, last_page: last, per_page: 200, total: data.length },
  }
}
