import type { Context } from 'hono'
import { html } from 'hono/html'
import type { SandboxContext } from '../context.ts'
import { pickCustomer } from '../portal/pick-customer.ts'
import { accountSection } from './account-section.ts'
import { employeeSection } from './employee-section.ts'
import { keySection } from './key-section.ts'
import { outboxSection } from './outbox-section.ts'
import { projectSection } from './project-section.ts'
import { sizeSection } from './size-section.ts'
import { STYLE } from './style.ts'
import { variationSection } from './variation-section.ts'

/** The portal for a person: everything that the control API does, as plain forms. */
export function showPage({ store, variations }: SandboxContext) {
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
