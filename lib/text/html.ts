import { escapeInvisible } from '#lib/text/invisible.ts'

/** Text that is already markup. Only `html` creates it, so nothing reaches a page unescaped by accident. */
export class Html {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}

type Value = string | number | Html | false | null | undefined | readonly Value[]

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
/** Characters that HTML forbids, except spaces. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
const NO_TEXT = /[\u0000-\u0008\u000b\u000e-\u001f\u007f-\u009f\ufdd0-\ufdef\ufffe\uffff]/g

/**
 * Builds a piece of a page. Every value is escaped, with invisible characters written out, except markup made by `html`
 * itself.
 */
export function html(strings: TemplateStringsArray, ...values: Value[]): Html {
  return new Html(strings.reduce((text, string, index) => text + toMarkup(values[index - 1]) + string))
}

function toMarkup(value: Value): string {
  if (value === false || value === null || value === undefined) return ''
  if (value instanceof Html) return value.text
  if (typeof value === 'object') return value.map(toMarkup).join('')
  return escapeText(String(value))
}

function escapeText(text: string): string {
  return escapeInvisible(text.toWellFormed().replaceAll(NO_TEXT, '\ufffd')).replaceAll(
    /[&<>"']/g,
    character => ESCAPES[character] ?? '',
  )
}
