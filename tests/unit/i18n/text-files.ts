import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser'
import de from '#lib/i18n/de.json' with { type: 'json' }
import en from '#lib/i18n/en.json' with { type: 'json' }

type Texts = { [key: string]: string | Texts }

export const DE = new Map(flatten(de))
export const EN = new Map(flatten(en))
/** All texts as `[language, key, text]`. */
export const ALL = [
  ...[...DE].map(([key, text]) => ['de', key, text] as const),
  ...[...EN].map(([key, text]) => ['en', key, text] as const),
]

export function flatten(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, value]) =>
    typeof value === 'string' ? [[path + name, value]] : flatten(value, `${path}${name}.`),
  )
}

export function parseText(text: string): MessageFormatElement[] {
  return parse(text, { requiresOtherClause: true })
}

/** Returns each parameter of a text with its kind, and each tag. */
export function listParameters(elements: MessageFormatElement[]): string[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.literal || element.type === TYPE.pound) return []
    if (element.type === TYPE.tag) return [`<${element.value}>`, ...listParameters(element.children)]
    const own = `${element.value}: ${TYPE[element.type]}`
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return [own]
    return [own, ...Object.values(element.options).flatMap(({ value }) => listParameters(value))]
  })
}

/** Returns the branches of each choice in a text: `count: one other`. */
export function listBranches(elements: MessageFormatElement[]): string[] {
  return elements.flatMap(element => {
    if (element.type === TYPE.tag) return listBranches(element.children)
    if (element.type !== TYPE.plural && element.type !== TYPE.select) return []
    const inner = Object.values(element.options).flatMap(({ value }) => listBranches(value))
    return [`${element.value}: ${Object.keys(element.options).sort().join(' ')}`, ...inner]
  })
}

/** Returns the readable words of a text: one line for each combination of its choices, with 0 for each parameter. */
export function listWords(text: string): string {
  return readVariants(parseText(text)).join('\n')
}

function readVariants(elements: MessageFormatElement[]): string[] {
  return elements
    .map(readElement)
    .reduce((heads, tails) => heads.flatMap(head => tails.map(tail => head + tail)), [''])
}

function readElement(element: MessageFormatElement): string[] {
  if (element.type === TYPE.literal) return [element.value]
  if (element.type === TYPE.tag) return readVariants(element.children)
  if (element.type !== TYPE.plural && element.type !== TYPE.select) return ['0']
  return Object.values(element.options).flatMap(({ value }) => readVariants(value))
}
