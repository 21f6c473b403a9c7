'use client'

/** The states that a person brings about. All others a primitive is told. */
export const SHOWN_STATES = ['hover', 'active', 'focus-visible'] as const

const FOCUSABLE = ':is(a, button, input, select, textarea, [tabindex])'

/**
 * Lets a specimen stand still in a state: the page's own style rules once more, in which `:hover` and its like also mean
 * whatever is inside `[data-shown="hover"]`. The components and the styles that a production desk sends know nothing of
 * it. Answers what takes the rules away again.
 */
export function showStates(): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(toShownRules([...document.styleSheets].map(readRules).join('\n')))
  document.adoptedStyleSheets.push(sheet)
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter(other => other !== sheet)
  }
}

/** A name of a class has its colon escaped and is left alone. Both selectors weigh the same, so nothing else changes. */
export function toShownRules(rules: string): string {
  return rules.replaceAll(/(?<!\\):(hover|active|focus-visible)(?![\w-])/g, (pseudo, state: string) => {
    const inside = state === 'focus-visible' ? FOCUSABLE : '*'
    return `:is(${pseudo}, [data-shown="${state}"] :where(${inside}))`
  })
}

/** Without the fonts: they are there already, and their addresses count from where the sheet came from. */
function readRules(sheet: CSSStyleSheet): string {
  return [...sheet.cssRules]
    .filter(rule => !(rule instanceof CSSFontFaceRule))
    .map(rule => rule.cssText)
    .join('\n')
}
