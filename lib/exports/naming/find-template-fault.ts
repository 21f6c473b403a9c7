import { parseTemplate, TemplateError, type TemplateFault } from './template.ts'

/** What is wrong with a template and where, for the field in which it is written; null when it can be used. */
export function findTemplateFault(template: string): TemplateFault | null {
  try {
    parseTemplate(template)
    return null
  } catch (error) {
    if (error instanceof TemplateError) return error.fault
    throw error
  }
}
