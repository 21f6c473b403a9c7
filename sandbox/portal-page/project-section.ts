import { html } from 'hono/html'
import type { CustomerRecord, ProjectRecord, ServiceState } from '../state/records.ts'

export function projectSection(state: ServiceState, customer: CustomerRecord, projects: ProjectRecord[]) {
  return html`<section><h2>Projects</h2>
<table><tr><th>Id</th><th>Number</th><th>Name</th><th>Status</th><th>Employees</th><th>Not invited</th><th></th></tr>
${projects.map(({ id, projektnummer, name, status }) => {
  const employees = state.employees.filter(({ project_id }) => project_id === id)
  const waiting = employees.filter(({ invited_at }) => invited_at === null).length
  return html`<tr><td>${id}</td><td>${projektnummer}</td>
<td><a href="/portal?customer=${customer.id}&amp;project=${id}">${name}</a></td><td>${status}</td>
<td>${employees.length}</td><td>${waiting}</td>
<td><form method="post" action="/portal/projects/${id}/send-invitations">
<button ${waiting === 0 || status !== 'active' ? 'disabled' : ''}>Send invitations</button></form></td></tr>`
})}</table></section>`
}
