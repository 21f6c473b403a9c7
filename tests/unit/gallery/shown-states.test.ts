import { describe, expect, it } from 'vitest'
import { toShownRules } from '#components/gallery/parts/shown-states.ts'

describe('the rules of a specimen that stands still', () => {
  it('mean the state and whatever is shown in it', () => {
    expect(toShownRules('.row:hover { color: red }')).toBe(
      '.row:is(:hover, [data-shown="hover"] :where(*)) { color: red }',
    )
    expect(toShownRules('a:active:not(b) {}')).toBe(
      'a:is(:active, [data-shown="active"] :where(*)):not(b) {}',
    )
  })

  it('give the focus only to what can have it', () => {
    expect(toShownRules(':focus-visible {}')).toBe(
      ':is(:focus-visible, [data-shown="focus-visible"] :where(:is(a, button, input, select, textarea, [tabindex]))) {}',
    )
  })

  it('leave names, media features and longer words alone', () => {
    const rules = String.raw`.hover\:bg-hover {} @media (hover: hover) {} :focus-within {} :hover-tip {}`
    expect(toShownRules(rules)).toBe(rules)
  })

  it('change a class that has its state in its name only where the state stands', () => {
    expect(toShownRules(String.raw`.hover\:bg-hover:hover {}`)).toBe(
      String.raw`.hover\:bg-hover:is(:hover, [data-shown="hover"] :where(*)) {}`,
    )
  })
})
