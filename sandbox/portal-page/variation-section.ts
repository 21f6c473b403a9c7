import { html } from 'hono/html'
import { VARIATION_NAMES, VARIATIONS, type VariationName } from '../variations/variations.ts'

export function variationSection(on: readonly VariationName[]) {
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
