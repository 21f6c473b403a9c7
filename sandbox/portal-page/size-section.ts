import { html } from 'hono/html'
import { IMAGE_SIZES_MAX } from '#lib/portrait-api/contract.ts'
import type { CustomerRecord } from '../state/records.ts'

export function sizeSection(customer: CustomerRecord) {
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
