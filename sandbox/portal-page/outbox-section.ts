import { html } from 'hono/html'
import type { CustomerRecord, ServiceState } from '../state/records.ts'

const SHOWN_MAX = 50

export function outboxSection(state: ServiceState, customer: CustomerRecord) {
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
