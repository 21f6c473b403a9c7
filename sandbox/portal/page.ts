import type { Context } from 'hono'
import { html, raw } from 'hono/html'
import { IMAGE_SIZES_MAX } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import { listKeys } from '../state/keys.ts'
import {
  ACCOUNT_STATES,
  type CustomerRecord,
  type EmployeeRecord,
  type KeyRecord,
  type ProjectRecord,
  type ServiceState,
} from '../state/records.ts'
import { EMPLOYEE_STEPS, getRefusal } from '../state/take-step.ts'
import { VARIATION_NAMES, VARIATIONS, type VariationName } from '../variations/variations.ts'
import { pickCustomer } from './routes.ts'

const STYLE = raw(`
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1f2937; background: #f5f6f8 }
body { margin: 0 } header, main { max-width: 72rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.4rem; margin: 0 } h2 { font-size: 1.05rem; margin: 0 0 .5rem } p { margin: .25rem 0 .5rem; color: #4b5563 }
nav a { margin-right: 1rem } a { color: #1d4ed8 } a[aria-current] { font-weight: 600; color: inherit; text-decoration: none }
section { background: #fff; border: 1px solid #e2e5ea; border-radius: 8px; padding: 1rem; margin-bottom: 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .3rem .6rem .3rem 0; border-top: 1px solid #edf0f3; vertical-align: middle }
th { font-weight: 600; border-top: 0; white-space: nowrap } form { display: inline-flex; gap: .35rem; align-items: center; margin: 0 }
button, input, select { font: inherit; padding: .15rem .55rem; border: 1px solid #b9c0ca; border-radius: 5px; background: #fff; color: inherit }
button { cursor: pointer } button:hover { background: #eef2f7 } button:disabled { opacity: .35; cursor: default }
:focus-visible { outline: 2px solid #1d4ed8; outline-offset: 1px } code { overflow-wrap: anywhere } small { color: #6b7280 }
input[type=number] { width: 5.5rem }
`)

const PER_PAGE = 50

const SHOWN_MAX = 50

/** The portal as a page: all functions of the control API as plain forms. */
export function showPage({ store, faults, variations }: SandboxContext) {
  return function handle(c: Context) {
    const { state } = store
    const customer = pickCustomer(c, state)
    const own = state.projects.filter(({ customer_id }) => customer_id === customer.id)
    const project = own.find(({ id }) => String(id) === c.req.query('project')) ?? null
    const page = Math.max(1, Number.parseInt(c.req.query('page') ?? '1', 10) || 1)
    return c.html(html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sandbox portal – ${customer.name}</title><style>${STYLE}</style></head>
<body>
<header><h1>Sandbox portal</h1><p>The portrait service's own side, with made-up people. Nothing here leaves this machine.</p>
<nav>${state.customers.map(
      ({ id, name }) =>
        html`<a href="/portal?customer=${id}" ${id === customer.id ? html`aria-current="page"` : ''}>${name}</a> `,
    )}</nav></header>
<main>
${troubleSection(state, customer, faults.list().length)}
${projectSection(state, customer, own)}
${project ? employeeSection(state, project, page) : ''}
${accountSection(customer)}
${keySection(state, customer)}
${sizeSection(customer)}
${variationSection(variations.names())}
${outboxSection(state, customer)}
<section><h2>Start again</h2><form method="post" action="/portal/reset"><button>Reset to the seed</button></form></section>
</main></body></html>`)
  }
}

/**
 * Lists the obstacles of the desk, with a button that removes them and keeps the practice data. Empty without
 * obstacles.
 */
function troubleSection(state: ServiceState, customer: CustomerRecord, faults: number) {
  const troubles = [
    ...(customer.account === 'active' ? [] : [`The account is ${customer.account}.`]),
    ...(listKeys(state, customer)[0]?.revoked_at ? ['The first key is revoked.'] : []),
    ...(faults > 0 ? [`Faults that wait for requests: ${faults}.`] : []),
  ]
  if (troubles.length === 0) return ''
  return html`<section><h2>The desk is kept out</h2><p>${troubles.join(' ')}</p>
<form method="post" action="/portal/let-in?customer=${customer.id}"><button>Let the desk in again</button></form></section>`
}

function accountSection(customer: CustomerRecord) {
  return html`<section><h2>Account</h2>
<form method="post" action="/portal/account?customer=${customer.id}"><input type="hidden" name="_method" value="PUT">
<label>State <select name="state">${ACCOUNT_STATES.map(
    state => html`<option ${state === customer.account ? 'selected' : ''}>${state}</option>`,
  )}</select></label> <button>Set</button></form></section>`
}

function keySection(state: ServiceState, customer: CustomerRecord) {
  return html`<section><h2>API access</h2>
<table><tr><th>Id</th><th>Label</th><th>Created</th><th></th></tr>
${listKeys(state, customer).map(
  key =>
    html`<tr><td>${key.id}</td><td>${key.label}</td><td>${key.created_at}</td><td>${action(key)}</td></tr>`,
)}</table>
<form method="post" action="/portal/keys?customer=${customer.id}"><label>Label <input name="label" value="API key"></label>
<button>Create a key</button></form></section>`
}

function action({ id, customer_id, revoked_at }: KeyRecord) {
  if (revoked_at !== null) return html`<small>revoked ${revoked_at}</small>`
  return html`<form method="post" action="/portal/keys/${id}?customer=${customer_id}">
<input type="hidden" name="_method" value="DELETE"><button>Revoke</button></form>`
}

function outboxSection(state: ServiceState, customer: CustomerRecord) {
  const mails = state.outbox.filter(({ customer_id }) => customer_id === customer.id)
  return html`<section><h2>Outbox</h2><p>${mails.length} mails, the last ${SHOWN_MAX} are shown.</p>
<table><tr><th>Sent</th><th>To</th><th>Kind</th><th>Language</th></tr>
${mails
  .slice(-SHOWN_MAX)
  .reverse()
  .map(
    ({ sent_at, to, kind, locale }) =>
      html`<tr><td>${sent_at}</td><td>${to}</td><td>${kind}</td><td>${locale}</td></tr>`,
  )}</table></section>`
}

function projectSection(state: ServiceState, customer: CustomerRecord, projects: ProjectRecord[]) {
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

function sizeSection(customer: CustomerRecord) {
  const rows = Array.from({ length: IMAGE_SIZES_MAX }, (_, index) => ({
    index,
    size: customer.image_sizes[index],
  }))
  return html`<section><h2>Image sizes</h2><p>A row without a label is left out.</p>
<form method="post" action="/portal/image-sizes?customer=${customer.id}" style="display:block">
<input type="hidden" name="_method" value="PUT">
<table><tr><th>Index</th><th>Label</th><th>Width</th><th>Height</th></tr>
${rows.map(
  ({ index, size }) => html`<tr><td>${index}</td>
<td><input name="sizes.${index}.label" aria-label="Label ${index}" value="${size?.label ?? ''}"></td>
<td><input name="sizes.${index}.width" aria-label="Width ${index}" type="number" value="${size?.width ?? 600}"></td>
<td><input name="sizes.${index}.height" aria-label="Height ${index}" type="number" value="${size?.height ?? 800}"></td></tr>`,
)}</table><button>Save the sizes</button></form></section>`
}

function variationSection(on: readonly VariationName[]) {
  return html`<section><h2>Variations</h2>
<p>What another service of the same specification may do, for all customers of this sandbox. ${on.length} of
${VARIATION_NAMES.length} are on; a reset goes back to those of the start.</p>
<form method="post" action="/portal/variations" style="display:block"><input type="hidden" name="_method" value="PUT">
<details ${on.length > 0 ? 'open' : ''}><summary>All variations</summary>
<table><tr><th>On</th><th>Name</th><th>The service …</th><th>Source</th></tr>
${VARIATION_NAMES.map(name => {
  const { does, source, manner } = VARIATIONS[name]
  return html`<tr><td><input type="checkbox" name="on.${name}" aria-label="${name}" ${on.includes(name) ? 'checked' : ''}></td>
<td><code>${name}</code></td><td>${does}</td><td><small>${manner}. ${source}</small></td></tr>`
})}</table><button>Set the variations</button></details></form></section>`
}

function employeeSection(state: ServiceState, project: ProjectRecord, page: number) {
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
