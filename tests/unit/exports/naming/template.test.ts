import { describe, expect, test } from 'vitest'
import { namingSchema } from '#lib/exports/naming/naming.ts'
import { parseTemplate, TemplateError, type TemplateFault } from '#lib/exports/naming/template.ts'

function faultOf(template: string): TemplateFault {
  try {
    parseTemplate(template)
  } catch (error) {
    if (error instanceof TemplateError) return error.fault
    throw error
  }
  throw new Error('The template was accepted.')
}

test('a template is texts and placeholders in their order', () => {
  expect(parseTemplate('P-{mitarbeiternummer}_{last_name}')).toEqual([
    { text: 'P-' },
    { placeholder: 'mitarbeiternummer' },
    { text: '_' },
    { placeholder: 'last_name' },
  ])
})

describe('unusable templates', () => {
  test.each([
    ['{last_name}_{nummer}', 'unknown_placeholder', 12, '{nummer}'],
    ['{}{id}', 'unknown_placeholder', 0, '{}'],
    ['{id}{Email}', 'unknown_placeholder', 4, '{Email}'],
    ['{id', 'unclosed_brace', 0, '{'],
    ['{id}}', 'unclosed_brace', 4, '}'],
    ['{id}{{id}', 'unclosed_brace', 4, '{'],
    ['fotos/{id}', 'forbidden_character', 5, '/'],
    ['{id}\\x', 'forbidden_character', 4, '\\'],
    ['{id}\n', 'forbidden_character', 4, '\n'],
    ['{date}', 'nobody_named', 0, '{date}'],
    ['foto', 'nobody_named', 0, 'foto'],
  ])('an unusable template says where and why: %j', (template, code, position, text) => {
    expect(faultOf(template)).toEqual({ code, position, text })
  })

  test('an unusable template in a request is an error of its field', () => {
    const parsed = namingSchema.safeParse({ template: '{last_name}_{nummer}' })
    expect(parsed.error?.issues).toMatchObject([
      {
        path: ['template'],
        message: '{nummer} at character 13 is no placeholder.',
        params: { code: 'unknown_placeholder', position: 12, text: '{nummer}' },
      },
    ])
  })
})
