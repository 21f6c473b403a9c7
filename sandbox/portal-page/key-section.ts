import { html } from 'hono/html'
import { listKeys } from '../state/keys.ts'
import type { CustomerRecord, KeyRecord, ServiceState } from '../state/records.ts'

export function keySection(state: ServiceState, customer: CustomerRecord) {
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
