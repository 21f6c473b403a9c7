import { html } from 'hono/html'
import { ACCOUNT_STATES, type CustomerRecord } from '../state/records.ts'

export function accountSection(customer: CustomerRecord) {
  return html`<section><h2>Account</h2>
<form method="post" action="/portal/account?customer=${customer.id}"><input type="hidden" name="_method" value="PUT">
<label>State <select name="state">${ACCOUNT_STATES.map(
    state => html`<option ${state === customer.account ? 'selected' : ''}>${state}</option>`,
  )}</select></label> <button>Set</button></form></section>`
}
