import { html } from 'hono/html'
import { EMPLOYEE_STEPS } from '#sandbox/state/employee-steps.ts'
import { getRefusal } from '../state/get-refusal.ts'
import type { EmployeeRecord, ProjectRecord, ServiceState } from '../state/records.ts'

const PER_PAGE = 50

export function employeeSection(state: ServiceState, project: ProjectRecord, page: number) {
  const all = state.employees.filter(({ project_id }) => project_id === project.id)
  const last = Math.max(1, Math.ceil(all.length / PER_PAGE))
  const current = Math.min(page, last)
  const shown = all.slice((current - 1) * PER_PAGE, current * PER_PAGE)
  const href = (to: number) => `/portal?customer=${project.customer_id}&project=${project.id}&page=${to}`
  return html`<section><h2>${project.name}</h2>
<p>Page ${current} of ${last}, ${all.length} employees.
${current > 1 ? html`<a href="${href(current - 1)}">Previous</a>` : ''}
${current < last ? html`<a href="${href(current + 1)}">Next</a>` : ''}</p>
<table><tr><th>Id</th><th>Number</th><th>Name</th><th>Email</th><th>Status</th><th>Possible steps</th></tr>
${shown.map(
  employee => html`<tr><td>${employee.id}</td><td><code>${employee.mitarbeiternummer}</code></td>
<td>${employee.first_name} ${employee.last_name}</td><td>${employee.email}</td><td>${toSituation(employee)}</td>
<td>${toButtons(employee)}</td></tr>`,
)}</table></section>`
}

function toButtons(employee: EmployeeRecord) {
  const possible = EMPLOYEE_STEPS.filter(step => getRefusal(step, employee) === null)
  const action = `/portal/employees/${employee.id}`
  return possible.map(
    step => html`<form method="post" action="${action}/${step}"><button>${step}</button></form> `,
  )
}

function toSituation(employee: EmployeeRecord): string {
  if (employee.status === 'pending')
    return employee.invited_at === null ? 'pending, not invited' : 'pending, invited'
  if (employee.status !== 'edited') return employee.status
  if (!employee.standard_finished) return 'edited, nothing finished'
  const files = employee.transparent_finished ? '' : ', no cut-out yet'
  return `edited, ${employee.approved ? 'approved' : 'not approved'}${files}`
}
