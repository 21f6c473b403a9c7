import { expect, test } from 'vitest'
import { findTemplateFault } from '#lib/exports/naming/template.ts'

test('a usable template has no fault', () => {
  expect(findTemplateFault('{last_name}_{id}')).toBeNull()
})

test.each([
  ['{last_name}_{nummer}', { code: 'unknown_placeholder', position: 12, text: '{nummer}' }],
  ['{id', { code: 'unclosed_brace', position: 0, text: '{' }],
  ['{id}/x', { code: 'forbidden_character', position: 4, text: '/' }],
  ['', { code: 'nobody_named', position: 0, text: '' }],
])('the template %j has a fault with reason and place', (template, fault) => {
  expect(findTemplateFault(template)).toEqual(fault)
})
