/** Placeholders of a file name template; the employee fields are named as in the API. */
const PERSON_PLACEHOLDERS = [
  'mitarbeiternummer',
  'first_name',
  'last_name',
  'email',
  'email_local',
  'id',
] as const
export const PLACEHOLDERS = [...PERSON_PLACEHOLDERS, 'project', 'project_name', 'date', 'edited'] as const

export type Placeholder = (typeof PLACEHOLDERS)[number]
export type TemplatePart<Name extends string = Placeholder> = { text: string } | { placeholder: Name }

export type TemplateFault =
  | { code: 'unknown_placeholder'; position: number; text: string }
  | { code: 'unclosed_brace'; position: number; text: string }
  | { code: 'forbidden_character'; position: number; text: string }
  | { code: 'nobody_named'; position: number; text: string }

/** A template that cannot be used; `fault.position` counts characters from 0, so that an input field can mark it. */
export class TemplateError extends Error {
  override name = 'TemplateError'
  readonly fault: TemplateFault

  constructor(fault: TemplateFault) {
    super(toSentence(fault))
    this.fault = fault
  }
}

const TOKEN = /\{([^{}]*)\}|[{}]|[^{}]+/g
/** Characters forbidden in file names are forbidden in templates too: folders are a separate option. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must be refused
const FORBIDDEN = /[<>:"/\\|?*\u0000-\u001f\u007f-\u009f]/

/** Splits a template of a file name into texts and placeholders. Throws TemplateError. */
export function parseTemplate(template: string): TemplatePart[] {
  const parts = splitTemplate(template, PLACEHOLDERS)
  const forbidden = FORBIDDEN.exec(template)
  if (forbidden)
    throw new TemplateError({ code: 'forbidden_character', position: forbidden.index, text: forbidden[0] })
  const persons: readonly string[] = PERSON_PLACEHOLDERS
  if (!parts.some(part => 'placeholder' in part && persons.includes(part.placeholder)))
    throw new TemplateError({ code: 'nobody_named', position: 0, text: template })
  return parts
}

/** Splits a template for any set of placeholders, such as those of a manifest's column. Throws TemplateError. */
export function splitTemplate<Name extends string>(
  template: string,
  placeholders: readonly Name[],
): TemplatePart<Name>[] {
  return Array.from(template.matchAll(TOKEN), ({ 0: token, 1: name, index: position }) => {
    if (name === undefined) {
      if (token === '{' || token === '}')
        throw new TemplateError({ code: 'unclosed_brace', position, text: token })
      return { text: token }
    }
    const placeholder = placeholders.find(known => known === name)
    if (!placeholder) throw new TemplateError({ code: 'unknown_placeholder', position, text: token })
    return { placeholder }
  })
}

export function fillTemplate<Name extends string>(
  parts: TemplatePart<Name>[],
  toValue: (placeholder: Name) => string,
): string {
  return parts.map(part => ('text' in part ? part.text : toValue(part.placeholder))).join('')
}

function toSentence({ code, position, text }: TemplateFault): string {
  const at = `at character ${position + 1}`
  if (code === 'unknown_placeholder') return `${text} ${at} is no placeholder.`
  if (code === 'unclosed_brace') return `${text} ${at} has no counterpart.`
  if (code === 'forbidden_character') return `${JSON.stringify(text)} ${at} cannot stand in a file name.`
  return `The name needs at least one of ${PERSON_PLACEHOLDERS.map(name => `{${name}}`).join(', ')}.`
}

/** Returns the error in a template and its position, for the input field; null when the template is valid. */
export function findTemplateFault(template: string): TemplateFault | null {
  try {
    parseTemplate(template)
    return null
  } catch (error) {
    if (error instanceof TemplateError) return error.fault
    throw error
  }
}
